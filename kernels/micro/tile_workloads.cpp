// Owns the micro workloads that stay within a tile.
#include <bit>

#include "arch/base/diagnostics.hpp"
#include "arch/base/half.hpp"
#include "kernels/micro/micro_workloads.hpp"

namespace bspike::kernels {

namespace {

using arch::ElementType;
using arch::TileId;
using arch::base::CompileError;

constexpr float kTriadScalar = 0.4F;  // as in STREAM codes; any would do

void require_multiple(const char* key, std::uint64_t value, std::uint64_t unit) {
  if (value % unit == 0) return;
  arch::base::raise<CompileError>(
      {}, key, std::to_string(value) + " is no multiple of " + std::to_string(unit));
}

void build_copy(MicroProgram& program, const MicroSpec& spec, const std::string& codelet) {
  require_multiple("micro.bytes", spec.bytes, 8);
  const std::vector<TileId> tiles = first_tiles(program.machine(), spec);
  program.use(tiles);
  const std::uint64_t words = spec.bytes / 4;
  const std::uint32_t from = program.element_buffer(tiles, "source", spec.bytes);
  const std::uint32_t to =
      static_cast<MemoryKind>(spec.target_memory) == MemoryKind::kInterleaved
          ? program.buffer(tiles, "destination", spec.bytes, MemoryKind::kInterleaved)
          : program.element_buffer(tiles, "destination", spec.bytes);
  for (const TileId tile : tiles) program.data(tile, from, micro_numbers(tile, words));
  program.tensor("source", ElementType::kF32, tiles, from, words);
  program.tensor("destination", ElementType::kF32, tiles, to, words);
  program.superstep(same_call(
      tiles, codelet,
      call_of(codelet, {{"source", from}, {"destination", to}, {"pairs", spec.bytes / 8}})));
}

std::vector<std::uint32_t> half_numbers(std::uint64_t stream, std::uint64_t words) {
  std::vector<std::uint32_t> result(words);
  for (std::uint64_t i = 0; i < words; ++i) {
    const std::uint32_t low = arch::base::half_from_float(micro_number(stream, 2 * i));
    const std::uint32_t high = arch::base::half_from_float(micro_number(stream, 2 * i + 1));
    result[i] = low | high << 16;
  }
  return result;
}

void build_triad(MicroProgram& program, const MicroSpec& spec, ElementType type) {
  const bool half = type == ElementType::kF16;
  require_multiple("micro.elements", spec.elements, half ? 8 : 4);
  const std::vector<TileId> tiles = first_tiles(program.machine(), spec);
  program.use(tiles);
  const std::uint64_t bytes = spec.elements * arch::element_bytes(type);
  const std::uint32_t a = program.element_buffer(tiles, "a", bytes);
  const std::uint32_t b = program.element_buffer(tiles, "b", bytes);
  const std::uint32_t c = program.buffer(tiles, "c", bytes, MemoryKind::kInterleaved);
  for (const TileId tile : tiles) {
    const auto numbers = half ? half_numbers : micro_numbers;
    program.data(tile, b, numbers(2 * tile, bytes / 4));
    program.data(tile, c, numbers(2 * tile + 1, bytes / 4));
  }
  program.tensor("a", type, tiles, a, spec.elements);
  program.tensor("b", type, tiles, b, spec.elements);
  program.tensor("c", type, tiles, c, spec.elements);
  const std::string codelet = half ? "triad_f16" : "triad_f32";
  const std::uint32_t scalar =
      half ? arch::base::half_from_float(kTriadScalar) : std::bit_cast<std::uint32_t>(kTriadScalar);
  program.superstep(same_call(tiles, codelet,
                              call_of(codelet, {{"destination", a},
                                                {"addend", b},
                                                {"factor", c},
                                                {"scalar", scalar},
                                                {"pairs", bytes / 16}})));
}

}  // namespace

void build_copy_scalar(MicroProgram& program, const MicroSpec& spec) {
  build_copy(program, spec, "copy_scalar");
}
void build_copy_paced(MicroProgram& program, const MicroSpec& spec) {
  build_copy(program, spec, "copy_paced");
}
void build_triad_f32(MicroProgram& program, const MicroSpec& spec) {
  build_triad(program, spec, ElementType::kF32);
}
void build_triad_f16(MicroProgram& program, const MicroSpec& spec) {
  build_triad(program, spec, ElementType::kF16);
}

void build_empty(MicroProgram& program, const MicroSpec& spec) {
  program.use(first_tiles(program.machine(), spec));
  const std::uint64_t repeats = spec.repeats == 0 ? 1 : spec.repeats;
  for (std::uint64_t i = 0; i < repeats; ++i) {
    program.superstep(same_call(program.tiles(), "empty", call_of("nothing", {})));
  }
}

// A ring of two words, each of which holds the address of the other.
void build_load_chain(MicroProgram& program, const MicroSpec& spec) {
  const std::vector<TileId> tiles = first_tiles(program.machine(), spec);
  program.use(tiles);
  const std::uint32_t ring = program.buffer(tiles, "ring", 8);
  const std::uint32_t workers = program.machine().worker.contexts;
  const std::uint32_t last = program.buffer(tiles, "last", 4 * workers);
  for (const TileId tile : tiles) program.data(tile, ring, {ring + 4, ring});
  program.tensor("ring", ElementType::kU32, tiles, ring, 2);
  program.tensor("last", ElementType::kU32, tiles, last, workers);
  program.superstep(same_call(
      tiles, "load_chain",
      call_of("load_chain", {{"start", ring}, {"loads", spec.loads}, {"destination", last}})));
}

}  // namespace bspike::kernels
