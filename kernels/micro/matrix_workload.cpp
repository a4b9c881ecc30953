// Owns the [rows, 16] x [16, 16] product of the matrix unit on each tile. Rows and results lie in
// different memory elements.
#include "arch/base/half.hpp"
#include "kernels/codelets/matrix/matrix_codelets.hpp"
#include "kernels/micro/micro_workloads.hpp"

namespace bspike::kernels {

namespace {

using arch::ElementType;
using arch::TileId;

constexpr std::uint64_t kRowElements = kMatrixColumns;

std::vector<std::uint32_t> half_numbers(std::uint64_t stream, std::uint64_t elements) {
  std::vector<std::uint32_t> words(elements / 2);
  for (std::uint64_t i = 0; i < elements; ++i) {
    const std::uint32_t half = arch::base::half_from_float(micro_number(stream, i));
    words[i / 2] |= half << (16 * (i % 2));
  }
  return words;
}

}  // namespace

void build_matrix_product(MicroProgram& program, const MicroSpec& spec) {
  const std::vector<TileId> tiles = first_tiles(program.machine(), spec);
  program.use(tiles);
  const std::uint64_t bytes = spec.rows * kMatrixInputBytes;
  const auto weights_kind =
      spec.weights_memory == 0 ? MemoryKind::kInterleaved : MemoryKind::kStandard;
  const std::uint32_t results = program.element_buffer(tiles, "results", bytes);
  const std::uint32_t weights = program.buffer(tiles, "weights", kMatrixBlockBytes, weights_kind);
  const std::uint32_t source = program.buffer(tiles, "source", bytes, MemoryKind::kInterleaved);
  for (const TileId tile : tiles) {
    program.data(tile, source, half_numbers(2 * tile, spec.rows * kRowElements));
    program.data(tile, weights, half_numbers(2 * tile + 1, kRowElements * kMatrixColumns));
  }
  program.tensor("source", ElementType::kF16, tiles, source, spec.rows * kRowElements);
  program.tensor("weights", ElementType::kF16, tiles, weights, kRowElements * kMatrixColumns);
  program.tensor("results", ElementType::kF16, tiles, results, spec.rows * kMatrixColumns);
  const MatrixPass pass{weights, source, results, results, static_cast<std::uint32_t>(spec.rows)};
  const std::uint32_t workers = program.machine().worker.contexts;
  program.superstep(
      same_call(tiles, "matrix_product", Call{"matrix_f16", matrix_words({pass}, workers), true}));
}

}  // namespace bspike::kernels
