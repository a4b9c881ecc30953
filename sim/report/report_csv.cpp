// Owns the CSV files of a report.
#include "arch/exchange/topology.hpp"
#include "sim/report/columns.hpp"
#include "sim/report/report.hpp"
#include "sim/report/totals.hpp"

namespace bspike::sim {

namespace {

std::string label(const arch::Image& image, std::uint32_t index) {
  return index == arch::kNoIndex ? std::string{} : image.labels.at(index);
}

SuperstepRow row_of(const arch::Image& image, const SuperstepRecord& record, std::uint64_t index) {
  const arch::ScheduleNode& node = (record.setup ? image.setup : image.step).nodes.at(record.node);
  return {index, &record, label(image, node.phase_label), label(image, node.layer_label),
          label(image, node.kind_label)};
}

}  // namespace

std::string supersteps_csv(const RunResult& result, const arch::Image& image) {
  std::string text = csv_header(superstep_columns());
  std::uint64_t index = 0;
  for (const SuperstepRecord& record : result.supersteps)
    append_csv_row(text, superstep_columns(), row_of(image, record, index++));
  return text;
}

std::string tiles_csv(const RunResult& result, const arch::Machine& machine) {
  std::string text = csv_header(tile_columns());
  const Ratio offered = slots_offered_by_tile(result, machine);
  for (std::size_t i = 0; i < result.tiles.size(); ++i) {
    const auto tile = static_cast<arch::TileId>(i);
    const TileTimes& times = result.tiles[i];
    const Ratio used = divide(static_cast<double>(times.issue_slots), offered);
    append_csv_row(text, tile_columns(), {tile, &times, arch::position(machine, tile), used});
  }
  return text;
}

std::string memory_csv(const RunResult& result) {
  std::string text = csv_header(memory_columns());
  for (const MemoryRow& row : result.memory) append_csv_row(text, memory_columns(), row);
  return text;
}

}  // namespace bspike::sim
