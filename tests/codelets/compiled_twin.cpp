// Owns the comparison of the compiled engine with the interpreter.
#include "tests/codelets/compiled_twin.hpp"

#include <gtest/gtest.h>

#include <map>

#include "sim/engine/compiled/compiled_executor.hpp"

namespace bspike::test {

namespace {

// Translating takes a while, so only the first runs on each machine are compiled as well.
bool is_compiled_too(const std::string& codelet, const arch::Machine& machine) {
  constexpr int kRuns = 2;
  static std::map<std::string, int> runs;
  const std::string key = codelet + " " + std::to_string(machine.worker.contexts) + " " +
                          std::to_string(machine.worker.repeat_limit);
  return sim::has_code_generator() && runs[key]++ < kRuns;
}

}  // namespace

void CompiledTwin::expect_same(const std::vector<std::byte>& wanted,
                               const sim::ComputeCounts& counts,
                               const sim::Executor::Profile& profile) {
  if (!is_compiled_too(codelet, machine)) return;
  const auto executor = sim::make_compiled_executor();
  const auto prepared = executor->prepare(program, machine, {.profile_lines = true});
  sim::ComputeCounts found;
  const auto size = static_cast<std::uint32_t>(memory.size());
  const sim::Fault fault =
      executor->run(*prepared, {memory.data(), base, size}, base, scratch, launch, found);
  EXPECT_EQ(sim::name(fault.kind), "none") << codelet << " compiled";
  EXPECT_TRUE(memory == wanted) << codelet << " compiled leaves another memory";
  EXPECT_EQ(found.launch_cycles, counts.launch_cycles) << codelet;
  EXPECT_EQ(found.critical_slots, counts.critical_slots) << codelet;
  EXPECT_EQ(found.issue_slots, counts.issue_slots) << codelet;
  EXPECT_EQ(found.instructions, counts.instructions) << codelet;
  EXPECT_EQ(executor->profile(*prepared).word_executions, profile.word_executions) << codelet;
}

}  // namespace bspike::test
