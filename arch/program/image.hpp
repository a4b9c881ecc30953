// Owns the Image: the one contract between compiler and simulator. Programs, memory maps, exchange
// plans, schedule, names. Contract: immutable once verified; holds no pointer, so it can be
// written, read back and run later; sim prints labels and interprets none of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "arch/program/exchange_plan.hpp"
#include "arch/program/schedule.hpp"
#include "arch/program/tile_program.hpp"

namespace bspike::arch {

// What occupies tile memory.
enum class MemoryCategory : std::uint8_t {
#define BSPIKE_CATEGORY(enumerator, key, sentence) enumerator,
#include "arch/program/memory_category.def"
#undef BSPIKE_CATEGORY
};
inline constexpr std::size_t kMemoryCategories = 0
#define BSPIKE_CATEGORY(enumerator, key, sentence) +1
#include "arch/program/memory_category.def"
#undef BSPIKE_CATEGORY
    ;
[[nodiscard]] std::string_view key(MemoryCategory category);  // as in reports
[[nodiscard]] std::string_view sentence(MemoryCategory category);

enum class ElementType : std::uint8_t { kF32, kF16, kU32, kU16, kU8 };
[[nodiscard]] std::uint32_t element_bytes(ElementType type);

// One range of a tile's memory map. Regions of a tile never overlap.
struct MemoryRegion {
  std::uint32_t name = 0;  // index into Image::labels
  MemoryCategory category{};
  std::uint32_t address = 0;
  std::uint32_t bytes = 0;
};

// Initial bytes of a range of tile memory. `data` is an offset into Image::data.
struct DataSegment {
  std::uint32_t address = 0;
  std::uint32_t bytes = 0;
  std::uint64_t data = 0;
};

struct TileImage {
  TileId tile = 0;
  std::uint32_t program = kNoIndex;  // index into Image::programs; kNoIndex: holds data only
  std::vector<MemoryRegion>
      regions;  // sorted by address; the code region (category kCode) comes first
  std::vector<DataSegment> data;
};

// One call of a codelet: which, with which argument block, on all workers or on one.
struct VertexCall {
  std::uint32_t codelet = 0;            // index into the program's codelets
  std::uint32_t arguments_address = 0;  // vertex base
  bool multi_worker = false;
};

// What one tile does in a compute set. The launch table in its memory says the same to its
// supervisor:
//   word 0: number of multi-worker vertices; word 1: number of single-worker vertices; then pairs
//   (entry byte offset in code, vertex base).
// Multi-worker vertices run first, one after the other with a local sync between; single-worker
// ones then go round-robin to the workers.
struct TileWork {
  TileId tile = 0;
  std::uint32_t launch_address = 0;
  std::vector<VertexCall> vertices;
};

struct ComputeSet {
  std::string name;
  std::vector<TileWork> work;  // by tile, ascending
};

// A piece of a named tensor: up to three nested loops map tile addresses to logical (row-major)
// element indices:
//   element first_index + i*index_stride[0] + j*index_stride[1] + k*index_stride[2]  lies at
//   address + i*byte_stride[0] + j*byte_stride[1] + k*byte_stride[2],  i < count[0], j < count[1],
//   k < count[2].
struct TensorPiece {
  TileId tile = 0;
  std::uint32_t address = 0;
  std::uint64_t first_index = 0;
  std::array<std::uint32_t, 3> count{1, 1, 1};
  std::array<std::uint32_t, 3> byte_stride{0, 0, 0};
  std::array<std::uint64_t, 3> index_stride{0, 0, 0};
};

// Role of a tensor for the tools: what is saved and loaded, what only dumped.
enum class TensorRole : std::uint8_t {
  kParameter,
  kGradient,
  kOptimizerState,
  kState,
  kHistory,
  kOutput,
  kOther
};

struct TensorInfo {
  std::string name;  // e.g. "fc0.weight", "fc0.weight.grad", "n0.mem", "output.count"
  TensorRole role{};
  ElementType type{};
  std::vector<std::uint64_t> shape;  // logical
  std::vector<TensorPiece>
      pieces;  // cover each element once (replicas are named by the first copy)
};

// A host stream: its bytes are the concatenation of the pieces in order. Multicast pieces go to
// every tile of the group.
struct StreamPiece {
  std::uint32_t group = 0;  // index into Image::groups; host-out pieces have exactly one tile
  std::uint32_t address = 0;
  std::uint32_t bytes = 0;
};

struct StreamInfo {
  std::string name;  // e.g. "input.ids", "labels", "optimizer.scalars"
  bool to_chip = true;
  std::vector<StreamPiece> pieces;
  [[nodiscard]] std::uint64_t total_bytes() const;
};

// A number a training step yields, read from a tensor after the step without costing cycles.
enum class Reduction : std::uint8_t { kSum, kMean, kCountAbove };

struct ResultSeries {
  std::string name;          // e.g. "training.loss", "training.spike_rates.layer0"
  std::uint32_t tensor = 0;  // index into Image::tensors
  Reduction reduction{};
  double threshold = 0;  // of kCountAbove
  double scale = 1;      // result = scale * reduction, summed in double in logical element order
};

struct Image {
  // What it was compiled for; run refuses another machine.
  std::string machine_name;
  std::uint32_t tiles = 0;
  std::uint64_t sram_base = 0;
  std::uint64_t sram_bytes = 0;
  std::uint32_t workers = 0;

  std::vector<std::string> labels;          // names that other tables index
  std::vector<std::vector<TileId>> groups;  // tile sets, ascending, interned
  std::vector<TileProgram> programs;
  std::vector<TileImage> tile_images;  // tiles that hold anything, ascending; all others stay idle
  std::vector<ComputeSet> compute_sets;
  std::vector<ExchangePlan> exchanges;
  Schedule setup;  // run once before the first step
  Schedule step;   // run once a training step
  std::vector<StreamInfo> streams;
  std::vector<TensorInfo> tensors;
  std::vector<ResultSeries> series;
  std::vector<std::byte> data;  // bytes of all data segments
  std::string configuration;  // resolved run file as YAML, so that a stored image can be run alone
  double samples_per_step = 0;

  [[nodiscard]] std::uint32_t tensor_index(const std::string& name) const;  // kNoIndex if absent
  [[nodiscard]] std::uint32_t stream_index(const std::string& name) const;
};

}  // namespace bspike::arch
