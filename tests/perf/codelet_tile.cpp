// Owns the data that codelets are measured on.
#include "tests/perf/codelet_tile.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <stdexcept>

namespace bspike::perf {

namespace {

using Words = std::vector<std::uint32_t>;

// Sizes: lists of most of the rows, small enough for a core's cache.
constexpr std::uint32_t kRows = 256, kPlanes = 4, kBatch = 8, kListed = 240, kPairs = 256;
constexpr std::uint32_t kRowPairs = 8;  // of codelets that walk rows
constexpr std::uint32_t kVertices = 8;  // of one launch
constexpr std::uint32_t kReplicaBytes = 4 * (2 * kPlanes * kRows + 2 * kPlanes);
constexpr std::uint32_t kRegionBytes = 0x4000;

const std::map<std::string, std::uint32_t>& integers() {
  static const std::map<std::string, std::uint32_t> kIntegers{{"addend", 1},
                                                              {"batch", kBatch},
                                                              {"block_stride", 8 * kPairs},
                                                              {"blocks", 7},
                                                              {"capacity", kRows},
                                                              {"columns", 2 * kRowPairs},
                                                              {"count_stride", 4},
                                                              {"divisor", 1},
                                                              {"double_trips", 4},
                                                              {"first_neuron", 0},
                                                              {"gradient_stride", 0},
                                                              {"ids_stride", 4 * kRows},
                                                              {"list_stride", 4 * kRows},
                                                              {"half_offset", 16},
                                                              {"loads", 2000},
                                                              {"members", 1000},
                                                              {"neurons", kRows},
                                                              {"pairs", kPairs},
                                                              {"pair_stride", 512},
                                                              {"panel_bytes", 32 * kRows},
                                                              {"parts", 4},
                                                              {"planes", kPlanes},
                                                              {"replicas", 6},
                                                              {"rows", kRows},
                                                              {"replica_stride", kReplicaBytes},
                                                              {"row_bytes", 256},
                                                              {"row_stride", 32},
                                                              {"samples", kBatch},
                                                              {"scalar", 0x3400},
                                                              {"seed", 1},
                                                              {"share", (kRows + 5) / 6},
                                                              {"segments", 1},
                                                              {"slot", 0},
                                                              {"state_stride", 8 * kPairs},
                                                              {"stride", 8 * kPairs},
                                                              {"words", 2 * kPairs}};
  return kIntegers;
}

// Codelets whose `pairs` are those of one row.
bool walks_rows(const std::string& codelet) {
  return codelet == "scale_rows" || codelet == "matvec_f32" || codelet.starts_with("sparse_");
}

std::uint32_t integer(const std::string& codelet, const std::string& argument) {
  if (argument == "pairs" && walks_rows(codelet)) return kRowPairs;
  if (argument == "neurons" && codelet.starts_with("sparse_")) return 2 * kRowPairs + 1;
  const auto found = integers().find(argument);
  if (found == integers().end())
    throw std::logic_error("no size for the argument " + argument + " of " + codelet +
                           ": name one in tests/perf/codelet_tile.cpp");
  return found->second;
}

std::uint32_t number(const std::string& argument) {
  return std::bit_cast<std::uint32_t>(argument == "capacity" ? 64.0F : 0.5F);
}

Words all(std::uint32_t count, std::uint32_t value) { return Words(count, value); }

Words floats() {
  Words words(kRegionBytes / 4);
  for (std::size_t i = 0; i < words.size(); ++i)
    words[i] = std::bit_cast<std::uint32_t>(0.125F + 0.0625F * static_cast<float>(i * 7 % 16));
  return words;
}

// Different rows in no order, in halves for the codelets of one-word spikes.
Words ids(bool halves) {
  Words words(kRegionBytes / 4);
  for (std::uint32_t i = 0; i < words.size(); ++i) {
    const auto row = [](std::uint32_t at) { return at * 37 % kRows; };
    words[i] = halves ? row(2 * i) | row(2 * i + 1) << 16 : row(i);
  }
  return words;
}

// One block: rows of pairs, all samples. The longer loop is the inner one.
Words segment(const std::string& codelet) {
  constexpr std::uint32_t kBlockPairs = kRows / 2;
  if (codelet.starts_with("dense_"))
    return {1, 8 * kBlockPairs * kBatch, 16 * kBlockPairs, kBlockPairs, 8, 16, 0, 0};
  constexpr std::uint32_t kClasses = 64;
  return {1, 4 * kClasses * kBatch, kClasses, kClasses / 2, 8, 4 * kClasses, 0, 0};
}

Words contents(const std::string& codelet, const std::string& argument, std::uint32_t address) {
  const bool halves = codelet.starts_with("spike_forward") || codelet.starts_with("spike_weight");
  if (argument == "segment_table") return segment(codelet);
  if (argument == "start") return all(1, address);  // a chain of one link
  if (argument == "ids" || argument == "lists") return ids(halves);
  if (argument == "counts" || argument == "list_counts") return all(64, kListed);
  if (argument == "count" && codelet != "count_spikes") return all(1, kListed);
  if (argument == "counter" || argument == "index") return all(1, 0);
  if (argument == "labels") return all(kBatch, 3);
  if (argument == "flags") {
    Words flags(kRows);
    for (std::uint32_t i = 0; i < kRows; ++i) flags[i] = i * 37 / 16 % 2;
    return flags;
  }
  return floats();
}

std::uint32_t aligned(std::uint32_t address) { return (address + 15) / 16 * 16; }

// Rows that a table of addresses names: no one makes that table here.
void refuse_address_tables(const std::string& codelet) {
  if (codelet.starts_with("gather_rows") || codelet.starts_with("scatter_rows"))
    throw std::logic_error("no size for the addresses of " + codelet);
}

}  // namespace

CodeletTile::CodeletTile(const kernels::Codelet& codelet, const arch::Machine& machine)
    : program_(kernels::build_program("perf", std::vector<std::string>{codelet.name}, machine)),
      base_(static_cast<std::uint32_t>(machine.sram.base_address)),
      start_(machine.sram.bytes),
      bytes_(machine.sram.bytes) {
  refuse_address_tables(codelet.name);
  launch_ = aligned(base_ + static_cast<std::uint32_t>(program_.code_bytes()));
  scratch_ = aligned(launch_ + 8 + 8 * kVertices);
  free_ = aligned(scratch_ +
                  static_cast<std::uint32_t>(machine.worker.stack_bytes * machine.worker.contexts));
  lay_out(codelet);
  reset();
}

void CodeletTile::lay_out(const kernels::Codelet& codelet) {
  Words block;
  if (codelet.matrix_passes) block.push_back(1);  // their count
  for (const kernels::ArgumentInfo& argument : codelet.arguments) {
    if (argument.kind == kernels::ArgumentKind::kAddress) {
      block.push_back(address_of(codelet, argument.name));
    } else if (argument.kind == kernels::ArgumentKind::kFloat) {
      block.push_back(number(argument.name));
    } else {
      block.push_back(integer(codelet.name, argument.name));
    }
  }
  put(free_, block);
  Words launch{codelet.multi_worker ? kVertices : 0, codelet.multi_worker ? 0 : kVertices};
  for (std::uint32_t i = 0; i < kVertices; ++i) {
    launch.push_back(program_.codelets.front().entry_word * 4);
    launch.push_back(free_);
  }
  put(launch_, launch);
  free_ += kRegionBytes;  // the block's end and more
}

// A region of its own, larger where replicas or a matrix lie in it.
std::uint32_t CodeletTile::address_of(const kernels::Codelet& codelet,
                                      const std::string& argument) {
  const std::uint32_t address = free_;
  put(address, contents(codelet.name, argument, address));
  const bool large = argument == "gradient_base" || argument == "matrix" || argument == "source";
  free_ += large ? 4 * kRegionBytes : kRegionBytes;
  return address;
}

void CodeletTile::put(std::uint32_t address, const Words& words) {
  if (address - base_ + 4 * words.size() > start_.size())
    throw std::logic_error("a measured codelet needs more than a tile's memory");
  std::memcpy(start_.data() + (address - base_), words.data(), 4 * words.size());
}

void CodeletTile::reset() { std::copy_n(start_.begin(), free_ - base_, bytes_.begin()); }

sim::Fault CodeletTile::run(const sim::Executor& executor, sim::PreparedProgram& prepared,
                            sim::ComputeCounts& counts) {
  return executor.run(prepared, {bytes_.data(), base_, static_cast<std::uint32_t>(bytes_.size())},
                      base_, scratch_, launch_, counts);
}

}  // namespace bspike::perf
