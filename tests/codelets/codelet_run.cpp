// Owns the memory of a test tile and the call of the interpreter.
#include "tests/codelets/codelet_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "arch/isa/assembly.hpp"
#include "sim/engine/executor.hpp"
#include "tests/codelets/compiled_twin.hpp"

namespace bspike::test {

namespace {

constexpr std::uint32_t kAlign = 16;

// Bytes that one issue stores, spills left out.
std::uint64_t stored_bytes(const arch::isa::Instruction& instruction) {
  const auto& info = arch::isa::info(instruction.op);
  if (!info.is_store || instruction.a == arch::isa::kScratchBase) return 0;
  std::uint64_t floats = 0;
  for (const arch::isa::Operand& operand : arch::isa::operands(info.format)) {
    const bool source = operand.access == arch::isa::Access::kRead;
    if (source && operand.kind == arch::isa::OperandKind::kFloat) floats += 4u * operand.width;
  }
  return floats > 0 ? floats : 4;
}

std::uint64_t stored_bytes(const arch::TileProgram& program,
                           const std::vector<std::uint64_t>& executions) {
  std::uint64_t total = 0;
  for (std::uint32_t word = 0; word < program.supervisor_entry_word;) {
    const arch::isa::Issue issue = arch::isa::read_issue(program.words, word);
    total += executions[word] * stored_bytes(issue.first);
    word += issue.bundled ? 2 : 1;
  }
  return total;
}

std::uint32_t aligned(std::uint32_t address) { return (address + kAlign - 1) / kAlign * kAlign; }

}  // namespace

std::uint64_t Numbers::next() {
  state_ += 0x9e3779b97f4a7c15;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

std::vector<float> Numbers::reals(std::size_t count) {
  std::vector<float> result(count);
  for (float& value : result) value = real();
  return result;
}

std::vector<float> Numbers::spikes(std::size_t count, std::uint32_t one_in) {
  std::vector<float> result(count);
  for (float& value : result) value = below(one_in) == 0 ? 1.0F : 0.0F;
  return result;
}

arch::Machine test_machine(const TestMachine& wanted) {
  arch::Machine machine = arch::load_machine(BSPIKE_SOURCE_DIR "/configs/machines/bow.yaml");
  machine.worker.contexts = wanted.workers;
  machine.worker.repeat_limit = wanted.repeat_limit;
  machine.worker.element_conflict_slots = 0;
  return machine;
}

const std::vector<TestMachine>& test_machines() {
  static const std::vector<TestMachine> kMachines{{1, 4095}, {3, 4095}, {6, 4095}, {6, 3}};
  return kMachines;
}

CodeletRun::CodeletRun(const std::string& codelet, const TestMachine& machine)
    : codelet_(kernels::find_codelet(codelet)), machine_(test_machine(machine)) {}

void CodeletRun::region_argument(const std::string& argument, const std::string& region,
                                 std::uint32_t offset) {
  references_[argument] = {region, offset};
}

void CodeletRun::argument(const std::string& name, std::uint32_t value) {
  work.arguments[name] = value;
}

void CodeletRun::argument_f32(const std::string& name, float value) {
  work.arguments[name] = std::bit_cast<std::uint32_t>(value);
}

void CodeletRun::lay_out(std::uint32_t shift, std::uint32_t first) {
  std::vector<std::string> order = order_;
  std::rotate(order.begin(), order.begin() + shift % order.size(), order.end());
  end_ = first;
  for (const std::string& name : order) {
    Region& region = regions_[name];
    region.address = aligned(end_);
    end_ = region.address + static_cast<std::uint32_t>(region.bytes.size());
  }
}

std::vector<std::uint32_t> CodeletRun::argument_words() const {
  std::vector<std::uint32_t> words;
  if (codelet_.matrix_passes) words.push_back(1);  // their count
  for (const kernels::ArgumentInfo& info : codelet_.arguments) {
    const auto reference = references_.find(info.name);
    if (reference == references_.end()) {
      words.push_back(static_cast<std::uint32_t>(work.arguments.at(info.name)));
    } else {
      words.push_back(regions_.at(reference->second.region).address + reference->second.offset);
    }
  }
  return words;
}

void CodeletRun::copy_in(std::vector<std::byte>& memory) const {
  const auto base = static_cast<std::uint32_t>(machine_.sram.base_address);
  for (const auto& [name, region] : regions_)
    std::copy(region.bytes.begin(), region.bytes.end(), memory.begin() + (region.address - base));
}

void CodeletRun::copy_out(const std::vector<std::byte>& memory,
                          const std::vector<std::string>& written) {
  const auto base = static_cast<std::uint32_t>(machine_.sram.base_address);
  for (auto& [name, region] : regions_) {
    const auto first = memory.begin() + (region.address - base);
    if (std::find(written.begin(), written.end(), name) == written.end()) {
      EXPECT_TRUE(std::equal(region.bytes.begin(), region.bytes.end(), first))
          << codelet_.name << " writes to " << name;
    }
    std::copy_n(first, region.bytes.size(), region.bytes.begin());
  }
}

void CodeletRun::run(std::uint32_t shift, const std::vector<std::string>& written) {
  const std::vector<std::string> names{codelet_.name};
  const arch::TileProgram program = kernels::build_program("test", names, machine_);
  const auto base = static_cast<std::uint32_t>(machine_.sram.base_address);
  const std::uint32_t launch = aligned(base + static_cast<std::uint32_t>(program.code_bytes()));
  const std::uint32_t block = launch + 16;
  const std::uint32_t scratch =
      aligned(block + 4 * static_cast<std::uint32_t>(argument_words().size()));
  const auto stacks =
      static_cast<std::uint32_t>(machine_.worker.stack_bytes * machine_.worker.contexts);
  lay_out(shift, scratch + stacks);
  std::vector<std::byte> memory(end_ - base);
  copy_in(memory);
  const std::uint32_t multi = codelet_.multi_worker ? 1 : 0;
  const std::vector<std::uint32_t> table{multi, 1 - multi, program.codelets[0].entry_word * 4,
                                         block};
  std::memcpy(memory.data() + (launch - base), table.data(), 16);
  const auto words = argument_words();
  std::memcpy(memory.data() + (block - base), words.data(), words.size() * 4);

  CompiledTwin twin{codelet_.name, program, machine_, memory, base, scratch, launch};
  sim::ExecutorOptions options;
  options.check_races = true;
  options.profile_lines = true;
  const auto executor = sim::make_interpreter();
  const auto prepared = executor->prepare(program, machine_, options);
  sim::ComputeCounts counts;
  const sim::Fault fault =
      executor->run(*prepared, {memory.data(), base, static_cast<std::uint32_t>(memory.size())},
                    base, scratch, launch, counts);
  ASSERT_EQ(fault.kind, sim::FaultKind::kNone)
      << codelet_.name << ": " << sim::name(fault.kind) << " at word " << fault.pc_word
      << ", address " << fault.address - base << " of " << memory.size() << ", worker "
      << fault.worker << "\n"
      << program.source;
  twin.expect_same(memory, counts, executor->profile(*prepared));
  EXPECT_EQ(codelet_.estimate(work, machine_), counts.critical_slots)
      << codelet_.name << " with " << machine_.worker.contexts << " workers";
  // What is counted as work is never more than what was done.
  EXPECT_LE(codelet_.count(work).bytes_written,
            stored_bytes(program, executor->profile(*prepared).word_executions))
      << codelet_.name;
  copy_out(memory, written);
}

void expect_same_bits(const std::vector<float>& found, const std::vector<float>& wanted,
                      const std::string& what) {
  ASSERT_EQ(found.size(), wanted.size()) << what;
  for (std::size_t i = 0; i < found.size(); ++i)
    ASSERT_EQ(std::bit_cast<std::uint32_t>(found[i]), std::bit_cast<std::uint32_t>(wanted[i]))
        << what << "[" << i << "]: " << found[i] << " instead of " << wanted[i];
}

void for_runs(std::uint32_t seeds, std::uint32_t shifts,
              const std::function<void(const TestMachine&, std::uint64_t, std::uint32_t)>& check) {
  for (const TestMachine& machine : test_machines())
    for (std::uint32_t seed = 0; seed < seeds; ++seed) check(machine, seed, seed % shifts);
}

}  // namespace bspike::test
