// Owns the choice of programs: one for each set of codelets that some tile calls.
#include <algorithm>
#include <set>

#include "arch/program/schedule.hpp"
#include "kernels/image_writer.hpp"

namespace bspike::kernels {
namespace {

using CodeletSet = std::set<std::size_t>;  // rows of the codelet table

std::size_t row_of(std::string_view codelet) {
  const auto table = codelet_table();
  return static_cast<std::size_t>(
      std::find_if(table.begin(), table.end(),
                   [&](const Codelet& row) { return row.name == codelet; }) -
      table.begin());
}

std::vector<CodeletSet> codelets_by_tile(std::span<const Superstep* const> supersteps,
                                         std::size_t tiles) {
  std::map<std::string_view, std::size_t> rows;
  std::vector<CodeletSet> result(tiles);
  for (const Superstep* superstep : supersteps) {
    for (const TileCalls& work : superstep->work) {
      for (const Call& call : work.calls) {
        const auto [row, added] = rows.emplace(call.codelet, 0);
        if (added) row->second = row_of(call.codelet);
        result[work.tile].insert(row->second);
      }
    }
  }
  return result;
}

void add_program(ProgramSet& set, const CodeletSet& rows, const arch::Machine& machine) {
  std::vector<std::string> names;
  for (const std::size_t row : rows) names.push_back(codelet_table()[row].name);
  arch::TileProgram program =
      build_program("program" + std::to_string(set.programs.size()), names, machine);
  auto& indices = set.codelets.emplace_back();
  for (std::uint32_t i = 0; i < program.codelets.size(); ++i) {
    indices.emplace(program.codelets[i].name, i);
  }
  set.programs.push_back(std::move(program));
}

}  // namespace

std::vector<std::uint64_t> ProgramSet::code_bytes() const {
  std::vector<std::uint64_t> result;
  for (const std::uint32_t program : of_tile) {
    result.push_back(program == arch::kNoIndex ? 0 : programs[program].code_bytes());
  }
  return result;
}

ProgramSet build_programs(std::span<const Superstep* const> supersteps,
                          const arch::Machine& machine) {
  const auto by_tile = codelets_by_tile(supersteps, machine.chip.tiles);
  ProgramSet set;
  std::map<CodeletSet, std::uint32_t> known;
  for (const CodeletSet& rows : by_tile) {
    if (rows.empty()) {
      set.of_tile.push_back(arch::kNoIndex);
      continue;
    }
    const auto [entry, added] =
        known.emplace(rows, static_cast<std::uint32_t>(set.programs.size()));
    if (added) add_program(set, rows, machine);
    set.of_tile.push_back(entry->second);
  }
  return set;
}

}  // namespace bspike::kernels
