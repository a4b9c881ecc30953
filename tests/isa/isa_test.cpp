// Runs every case of every .tasm file through the interpreter and through its traced twin.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "arch/isa/assembly.hpp"
#include "sim/engine/bare_run.hpp"
#include "tests/isa/isa_machine.hpp"
#include "tests/isa/tasm_file.hpp"

namespace bspike::tests {
namespace {

std::vector<std::byte> memory_before(const TasmCase& at) {
  std::vector<std::byte> bytes(kIsaMemoryBytes);
  for (const auto& [address, value] : at.init.memory) {
    std::memcpy(bytes.data() + address, &value, sizeof value);
  }
  return bytes;
}

sim::BareRegisters registers_before(const TasmCase& at) {
  auto registers = sim::bare_start(isa_machine(), kIsaWorker, kIsaVertexBase, kIsaScratchBase);
  for (const auto& [number, value] : at.init.m) registers.m.at(number) = value;
  for (const auto& [number, value] : at.init.a) registers.a.at(number) = value;
  return registers;
}

void expect_memory(const TasmCase& at, std::vector<std::byte> wanted,
                   const std::vector<std::byte>& found) {
  for (const auto& [address, value] : at.expect.memory) {
    std::memcpy(wanted.data() + address, &value, sizeof value);
  }
  for (std::size_t i = 0; i < wanted.size(); i += 4) {
    std::uint32_t want = 0, have = 0;
    std::memcpy(&want, wanted.data() + i, 4);
    std::memcpy(&have, found.data() + i, 4);
    ASSERT_EQ(have, want) << std::hex << "memory at 0x" << i;
  }
}

void expect_registers(const TasmCase& at, sim::BareRegisters wanted,
                      const sim::BareRegisters& found) {
  for (const auto& [number, value] : at.expect.m) wanted.m.at(number) = value;
  for (const auto& [number, value] : at.expect.a) wanted.a.at(number) = value;
  for (std::size_t i = 0; i < wanted.m.size(); ++i) {
    EXPECT_EQ(found.m[i], wanted.m[i])
        << std::hex << "m" << std::dec << i << std::hex << ": found 0x" << found.m[i]
        << ", wanted 0x" << wanted.m[i];
    EXPECT_EQ(found.a[i], wanted.a[i]) << "a" << std::dec << i << std::hex << ": found 0x"
                                       << found.a[i] << ", wanted 0x" << wanted.a[i];
  }
}

void expect_number(const TasmCase& at, const std::string& key, std::uint64_t found) {
  if (at.numbers.contains(key)) {
    EXPECT_EQ(found, at.numbers.at(key)) << key;
  }
}

void expect_fault(const TasmCase& at, const sim::Fault& fault) {
  EXPECT_EQ(sim::name(fault.kind), at.fault);
  expect_number(at, "address", fault.address);
  expect_number(at, "code", fault.code);
  expect_number(at, "pc", fault.pc_word);
}

void run_codelet(const arch::TileProgram& program, const TasmCase& at, bool traced) {
  const std::vector<std::byte> before = memory_before(at);
  std::vector<std::byte> bytes = before;
  sim::BareRun run;
  run.codelet = at.codelet;
  run.memory = {bytes.data(), 0, kIsaMemoryBytes};
  run.worker = kIsaWorker;
  run.registers = registers_before(at);
  run.slot_limit = 100000;
  const auto result = traced ? sim::run_bare_traced(program, isa_machine(), run, {})
                             : sim::run_bare(program, isa_machine(), run);
  expect_fault(at, result.fault);
  expect_number(at, "slots", result.slots);
  expect_number(at, "instructions", result.instructions);
  expect_memory(at, before, bytes);
  if (at.fault == "none") expect_registers(at, run.registers, result.registers);
}

void run_supervisor(const arch::TileProgram& program, const TasmCase& at) {
  const std::vector<std::byte> before = memory_before(at);
  std::vector<std::byte> bytes = before;
  const auto executor = sim::make_interpreter();
  const auto prepared = executor->prepare(program, isa_machine(), {});
  sim::ComputeCounts counts;
  const sim::Fault fault = executor->run(*prepared, {bytes.data(), 0, kIsaMemoryBytes}, 0,
                                         kIsaScratchBase, *at.launch_address, counts);
  expect_fault(at, fault);
  expect_number(at, "launch", counts.launch_cycles);
  expect_number(at, "slots", counts.critical_slots);
  expect_number(at, "instructions", counts.instructions);
  expect_memory(at, before, bytes);
}

void run_case(const arch::TileProgram& program, const TasmCase& at) {
  SCOPED_TRACE("case " + at.name);
  if (at.launch_address) {
    run_supervisor(program, at);
    return;
  }
  {
    SCOPED_TRACE("interpreter");
    run_codelet(program, at, false);
  }
  SCOPED_TRACE("traced twin");
  run_codelet(program, at, true);
}

class Instructions : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(Instructions, behave) {
  const TasmFile file = read_tasm(GetParam());
  const auto program = arch::isa::assemble(file.text, file.path.filename().string());
  ASSERT_FALSE(file.cases.empty());
  for (const TasmCase& at : file.cases) run_case(program, at);
}

INSTANTIATE_TEST_SUITE_P(Tasm, Instructions, testing::ValuesIn(tasm_paths()),
                         [](const auto& at) { return at.param.stem().string(); });

// The file must use the instruction, not only bear its name.
bool uses(const TasmFile& file, arch::isa::Opcode op) {
  const auto program = arch::isa::assemble(file.text, file.path.filename().string());
  const auto is_it = [&](std::uint32_t word) {
    const auto decoded = arch::isa::decode(word);
    const auto* found = std::get_if<arch::isa::Decoded>(&decoded);
    return found != nullptr && found->instruction.op == op;
  };
  return std::ranges::any_of(program.words, is_it);
}

TEST(Coverage, every_mnemonic_has_a_file_with_cases_that_uses_it) {
  for (const arch::isa::InstructionInfo& row : arch::isa::all_instructions()) {
    const auto path = std::filesystem::path(BSPIKE_SOURCE_DIR) / "tests/isa" /
                      (std::string(row.mnemonic) + ".tasm");
    ASSERT_TRUE(std::filesystem::exists(path)) << path;
    const TasmFile file = read_tasm(path);
    EXPECT_FALSE(file.cases.empty()) << path;
    EXPECT_TRUE(uses(file, row.op)) << path;
  }
}

}  // namespace
}  // namespace bspike::tests
