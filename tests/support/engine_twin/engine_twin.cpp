// Owns the memory, the registers and the comparison of engine twins.
#include "tests/support/engine_twin/engine_twin.hpp"

#include <array>
#include <cstring>

#include "arch/base/random.hpp"
#include "tests/isa/isa_machine.hpp"

namespace bspike::tests {

namespace {

using arch::base::random_bits;

constexpr std::array<std::uint32_t, 24> kSpecial = {
    0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001,
    0x7f800001, 0xff812345, 0x00000001, 0x80000001, 0x007fffff, 0x00800000, 0x7f7fffff, 0x33800000,
    0x7e007c00, 0xfc007c01, 0x00010400, 0x83ff8001, 0x7bff3c00, 0x477fe000, 0x477ff000, 0x4f000000};

std::vector<std::byte> random_memory(std::uint64_t seed) {
  std::vector<std::byte> bytes(kIsaMemoryBytes);
  for (std::size_t i = 0; i < bytes.size(); i += 4) {
    const std::uint32_t value = random_word(seed, i);
    std::memcpy(bytes.data() + i, &value, 4);
  }
  return bytes;
}

template <class T>
std::string unequal(const char* what, const T& found, const T& wanted) {
  if (found == wanted) return "";
  if constexpr (std::is_integral_v<T>) {
    return std::string(what) + ": " + std::to_string(found) + " instead of " +
           std::to_string(wanted);
  } else {
    return std::string(what) + " differ";
  }
}

std::string first_of(std::initializer_list<std::string> differences) {
  for (const std::string& text : differences) {
    if (!text.empty()) return text;
  }
  return "";
}

std::string fault_difference(const sim::Fault& found, const sim::Fault& wanted) {
  if (found.kind != wanted.kind) {
    return "fault " + std::string(name(found.kind)) + " instead of " +
           std::string(name(wanted.kind));
  }
  return first_of({unequal("the fault's worker", found.worker, wanted.worker),
                   unequal("the fault's word", found.pc_word, wanted.pc_word),
                   unequal("the fault's address", found.address, wanted.address),
                   unequal("the fault's code", found.code, wanted.code)});
}

}  // namespace

std::uint32_t random_word(std::uint64_t seed, std::uint64_t index) {
  const std::uint64_t draw = random_bits(seed, index);
  switch (draw % 8) {
    case 0:
      return static_cast<std::uint32_t>(draw >> 32);
    case 1:
      return kSpecial[(draw >> 8) % kSpecial.size()];
    default:
      return static_cast<std::uint32_t>(0x3f000000 + (draw >> 40));
  }
}

std::uint32_t special_word(std::uint64_t seed, std::uint64_t index) {
  const std::uint64_t draw = random_bits(seed, index);
  return draw % 4 != 0 ? kSpecial[(draw >> 20) % kSpecial.size()] : random_word(seed, index);
}

BareOutcome run_alone(RunBare run, const arch::TileProgram& program, const arch::Machine& machine,
                      std::uint64_t seed, std::uint64_t slot_limit) {
  BareOutcome outcome;
  outcome.memory = random_memory(seed);
  sim::BareRun bare;
  bare.memory = {outcome.memory.data(), 0, kIsaMemoryBytes};
  bare.registers = sim::bare_start(machine, 3, seed % 2 == 0 ? 0x6000 : 0xa000, 0xe000);
  for (std::size_t i = 0; i < bare.registers.a.size(); ++i) {
    bare.registers.a[i] = random_word(seed + 1, i);
  }
  bare.worker = 3;
  bare.slot_limit = slot_limit;
  outcome.result = run(program, machine, bare);
  return outcome;
}

TileOutcome run_tile(const sim::Executor& executor, const arch::TileProgram& program,
                     const arch::Machine& machine, std::uint64_t seed, bool profile) {
  TileOutcome outcome;
  outcome.memory = random_memory(seed);
  constexpr std::uint32_t kLaunch = 0xf000;
  for (std::uint32_t worker = 0; worker < 6; ++worker) {
    const auto& codelet = program.codelets[worker % program.codelets.size()];
    const std::array<std::uint32_t, 2> row = {codelet.entry_word * 4, 0x7000 + worker * 0x1000};
    std::memcpy(outcome.memory.data() + kLaunch + 8 * worker, row.data(), sizeof row);
  }
  const auto prepared = executor.prepare(program, machine, {.profile_lines = profile});
  for (int superstep = 0; superstep < 2 && outcome.fault.kind == sim::FaultKind::kNone;
       ++superstep) {
    outcome.fault = executor.run(*prepared, {outcome.memory.data(), 0, kIsaMemoryBytes}, 0, 0xe000,
                                 kLaunch, outcome.counts);
  }
  if (profile) outcome.profile = executor.profile(*prepared);
  return outcome;
}

std::string difference(const BareOutcome& found, const BareOutcome& wanted) {
  const std::string before_registers =
      first_of({fault_difference(found.result.fault, wanted.result.fault),
                unequal("slots", found.result.slots, wanted.result.slots),
                unequal("instructions", found.result.instructions, wanted.result.instructions),
                unequal("bytes of memory", found.memory, wanted.memory)});
  if (!before_registers.empty() || wanted.result.fault.kind != sim::FaultKind::kNone) {
    return before_registers;
  }
  return unequal("registers", found.result.registers, wanted.result.registers);
}

std::string difference(const TileOutcome& found, const TileOutcome& wanted) {
  const sim::ComputeCounts& counts = found.counts;
  const sim::Executor::Profile& profile = found.profile;
  return first_of(
      {fault_difference(found.fault, wanted.fault),
       unequal("bytes of memory", found.memory, wanted.memory),
       unequal("launch cycles", counts.launch_cycles, wanted.counts.launch_cycles),
       unequal("critical slots", counts.critical_slots, wanted.counts.critical_slots),
       unequal("issue slots", counts.issue_slots, wanted.counts.issue_slots),
       unequal("instructions", counts.instructions, wanted.counts.instructions),
       unequal("executions", profile.word_executions, wanted.profile.word_executions),
       unequal("calls", profile.codelet_calls, wanted.profile.codelet_calls),
       unequal("slots of codelets", profile.codelet_slots, wanted.profile.codelet_slots),
       unequal("instructions of codelets", profile.codelet_instructions,
               wanted.profile.codelet_instructions)});
}

arch::Machine machine_of(std::uint64_t seed) {
  arch::Machine machine = isa_machine();
  if (seed % 5 == 1) machine.sram.conflict_faults = true;
  if (seed % 7 == 2) machine.sram.element_bytes = 24;
  if (seed % 11 == 3) machine.worker.element_conflict_slots = 3;
  return machine;
}

std::uint64_t limit_of(std::uint64_t seed) { return seed % 13 == 4 ? 40 + seed % 64 : 1u << 20; }

}  // namespace bspike::tests
