// Runs every case of every .tasm file through the compiled engine and holds it against the
// interpreter.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "arch/isa/assembly.hpp"
#include "sim/engine/compiled/compiled_executor.hpp"
#include "tests/isa/isa_machine.hpp"
#include "tests/isa/tasm_file.hpp"

namespace bspike::tests {
namespace {

struct Outcome {
  std::vector<std::byte> memory;
  sim::BareResult result;
  sim::ComputeCounts counts;
};

std::vector<std::byte> memory_before(const TasmCase& at) {
  std::vector<std::byte> bytes(kIsaMemoryBytes);
  for (const auto& [address, value] : at.init.memory) {
    std::memcpy(bytes.data() + address, &value, sizeof value);
  }
  return bytes;
}

Outcome run_codelet(const arch::TileProgram& program, const TasmCase& at, bool compiled) {
  Outcome outcome;
  outcome.memory = memory_before(at);
  sim::BareRun run;
  run.codelet = at.codelet;
  run.memory = {outcome.memory.data(), 0, kIsaMemoryBytes};
  run.worker = kIsaWorker;
  run.registers = sim::bare_start(isa_machine(), kIsaWorker, kIsaVertexBase, kIsaScratchBase);
  for (const auto& [number, value] : at.init.m) run.registers.m.at(number) = value;
  for (const auto& [number, value] : at.init.a) run.registers.a.at(number) = value;
  run.slot_limit = 100000;
  outcome.result = compiled ? sim::run_bare_compiled(program, isa_machine(), run)
                            : sim::run_bare(program, isa_machine(), run);
  return outcome;
}

Outcome run_supervisor(const sim::Executor& executor, const arch::TileProgram& program,
                       const TasmCase& at) {
  Outcome outcome;
  outcome.memory = memory_before(at);
  const auto prepared = executor.prepare(program, isa_machine(), {});
  outcome.result.fault = executor.run(*prepared, {outcome.memory.data(), 0, kIsaMemoryBytes}, 0,
                                      kIsaScratchBase, *at.launch_address, outcome.counts);
  return outcome;
}

void expect_same(const Outcome& found, const Outcome& wanted) {
  EXPECT_EQ(sim::name(found.result.fault.kind), sim::name(wanted.result.fault.kind));
  EXPECT_EQ(found.result.fault.worker, wanted.result.fault.worker);
  EXPECT_EQ(found.result.fault.pc_word, wanted.result.fault.pc_word);
  EXPECT_EQ(found.result.fault.address, wanted.result.fault.address);
  EXPECT_EQ(found.result.fault.code, wanted.result.fault.code);
  EXPECT_EQ(found.result.slots, wanted.result.slots);
  EXPECT_EQ(found.result.instructions, wanted.result.instructions);
  EXPECT_EQ(found.counts.launch_cycles, wanted.counts.launch_cycles);
  EXPECT_EQ(found.counts.critical_slots, wanted.counts.critical_slots);
  EXPECT_EQ(found.counts.instructions, wanted.counts.instructions);
  EXPECT_TRUE(found.memory == wanted.memory) << "memory differs";
  if (wanted.result.fault.kind == sim::FaultKind::kNone) {
    EXPECT_EQ(found.result.registers.m, wanted.result.registers.m);
    EXPECT_EQ(found.result.registers.a, wanted.result.registers.a);
  }
}

class CompiledInstructions : public testing::TestWithParam<std::filesystem::path> {
 protected:
  void SetUp() override {
    if (!sim::has_code_generator()) GTEST_SKIP() << "built without a code generator";
  }
};

TEST_P(CompiledInstructions, behave_as_interpreted) {
  const TasmFile file = read_tasm(GetParam());
  const auto program = arch::isa::assemble(file.text, file.path.filename().string());
  const auto interpreter = sim::make_interpreter();
  const auto compiled = sim::make_compiled_executor();
  for (const TasmCase& at : file.cases) {
    SCOPED_TRACE("case " + at.name);
    if (at.launch_address) {
      expect_same(run_supervisor(*compiled, program, at),
                  run_supervisor(*interpreter, program, at));
    } else {
      expect_same(run_codelet(program, at, true), run_codelet(program, at, false));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Tasm, CompiledInstructions, testing::ValuesIn(tasm_paths()),
                         [](const auto& at) { return at.param.stem().string(); });

}  // namespace
}  // namespace bspike::tests
