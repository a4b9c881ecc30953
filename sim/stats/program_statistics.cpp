// Owns the sums over executed words.
#include "sim/stats/program_statistics.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "arch/isa/assembly.hpp"
#include "sim/fault_report.hpp"
#include "sim/source_lines.hpp"

namespace bspike::sim {

namespace {

namespace isa = arch::isa;
using Profile = Executor::Profile;

void count(std::map<std::string, std::uint64_t>& mix, const isa::Instruction& instruction,
           std::uint64_t executions) {
  if (isa::is_no_op(instruction) || executions == 0) return;
  mix[std::string(isa::info(instruction.op).mnemonic)] += executions;
}

std::uint64_t at_or_zero(const std::vector<std::uint64_t>& values, std::size_t index) {
  return index < values.size() ? values[index] : 0;
}

void add_codelets(const arch::TileProgram& program, const Profile& profile,
                  std::map<std::string, KernelRow>& kernels) {
  for (std::size_t i = 0; i < program.codelets.size(); ++i) {
    KernelRow& row = kernels[program.codelets[i].name];
    row.codelet = program.codelets[i].name;
    row.calls += at_or_zero(profile.codelet_calls, i);
    row.issue_slots += at_or_zero(profile.codelet_slots, i);
    row.instructions += at_or_zero(profile.codelet_instructions, i);
  }
}

// Counts each issue of a program into the mix and its line.
void add_words(const arch::TileProgram& program, const Profile& profile, RunResult& result) {
  const SourceLines lines(program);
  std::map<std::pair<std::uint32_t, std::string>, std::uint64_t> by_line;
  for (std::uint32_t word = 0; word < program.words.size();) {
    const std::uint64_t executions = at_or_zero(profile.word_executions, word);
    const isa::Issue issue = isa::read_issue(program.words, word);
    count(result.instruction_mix, issue.first, executions);
    if (issue.bundled) count(result.instruction_mix, issue.aux, executions);
    if (executions > 0) by_line[{lines.line_of(word), codelet_at(program, word)}] += executions;
    word += issue.bundled ? 2 : 1;
  }
  for (const auto& [place, executions] : by_line)
    result.hot_lines.push_back(
        {program.name, place.second, lines.text_of(place.first), place.first, executions});
}

void keep_hottest(std::vector<HotLine>& lines) {
  std::stable_sort(lines.begin(), lines.end(), [](const HotLine& left, const HotLine& right) {
    return left.executions > right.executions;
  });
  if (lines.size() > kHotLines) lines.resize(kHotLines);
}

}  // namespace

void write_program_statistics(const arch::Image& image, const Executor& executor,
                              const std::vector<std::unique_ptr<PreparedProgram>>& programs,
                              RunResult& result) {
  std::map<std::string, KernelRow> kernels;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const Profile& profile = executor.profile(*programs[i]);
    add_codelets(image.programs[i], profile, kernels);
    add_words(image.programs[i], profile, result);
  }
  for (auto& [name, row] : kernels)
    if (row.calls > 0) result.kernels.push_back(std::move(row));
  std::stable_sort(result.kernels.begin(), result.kernels.end(),
                   [](const KernelRow& left, const KernelRow& right) {
                     return left.issue_slots > right.issue_slots;
                   });
  keep_hottest(result.hot_lines);
}

}  // namespace bspike::sim
