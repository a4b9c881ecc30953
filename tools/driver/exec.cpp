// Owns the bare run and its text.
#include "tools/driver/exec.hpp"

#include <bit>
#include <charconv>
#include <cstring>
#include <optional>
#include <utility>

#include "arch/base/diagnostics.hpp"
#include "arch/base/file.hpp"
#include "arch/isa/assembly.hpp"
#include "sim/engine/bare_run.hpp"
#include "sim/engine/executor.hpp"
#include "sim/fault_report.hpp"
#include "tools/driver/exit_code.hpp"

namespace bspike::tools {

using arch::base::ConfigError;

namespace {

std::string hex(std::uint32_t value, bool prefix = false) {
  std::string text = prefix ? "0x" : "";
  for (int shift = 28; shift >= 0; shift -= 4) text += "0123456789abcdef"[(value >> shift) & 15];
  return text;
}

[[noreturn]] void refuse(const std::string& option, const std::string& text,
                         const std::string& form) {
  arch::base::raise<ConfigError>({"--" + option + " " + text, 0, 0}, "", "expected " + form);
}

std::optional<std::uint32_t> parse_integer(std::string_view text) {
  const bool is_hex = text.starts_with("0x");
  if (is_hex) text.remove_prefix(2);
  std::uint32_t value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value, is_hex ? 16 : 10);
  if (error != std::errc{} || end != text.data() + text.size() || text.empty()) return {};
  return value;
}

// A word: an unsigned integer, a negative one, or the bits of a float (with a point or exponent).
// A whole number that does not fit is refused, never rounded to a float.
std::optional<std::uint32_t> parse_word(std::string_view text) {
  if (const auto integer = parse_integer(text)) return integer;
  const char* last = text.data() + text.size();
  std::int32_t negative = 0;
  const auto whole = std::from_chars(text.data(), last, negative);
  if (whole.ec == std::errc{} && whole.ptr == last) return std::bit_cast<std::uint32_t>(negative);
  if (text.find_first_not_of("-0123456789") == std::string_view::npos) return {};
  float number = 0;
  const auto real = std::from_chars(text.data(), last, number);
  if (real.ec != std::errc{} || real.ptr != last) return {};
  return std::bit_cast<std::uint32_t>(number);
}

// "left<separator>right", both non-empty.
std::optional<std::pair<std::string, std::string>> split(const std::string& text, char separator) {
  const std::size_t at = text.find(separator);
  if (at == std::string::npos || at == 0 || at + 1 == text.size()) return {};
  return std::pair(text.substr(0, at), text.substr(at + 1));
}

const char* const kWords = "a whole number from -2147483648 to 4294967295 or a float such as 1.5";

// Registers of a bank that can be set: those above always read 0.
std::uint32_t settable_registers(char bank) {
  return bank == 'm' ? arch::isa::kMainZero : arch::isa::kFloatZero;
}

void set_register(const std::string& text, sim::BareRegisters& registers) {
  const std::string form = "m0=7 or a0=1.5: a register m0 to m" +
                           std::to_string(settable_registers('m') - 1) + " or a0 to a" +
                           std::to_string(settable_registers('a') - 1) +
                           " (those above always read 0), and " + kWords;
  const auto parts = split(text, '=');
  if (!parts) refuse("register", text, form);
  const auto number = parse_integer(std::string_view(parts->first).substr(1));
  const auto value = parse_word(parts->second);
  const char bank = parts->first[0];
  const bool known = bank == 'm' || bank == 'a';
  if (!known || !number || *number >= settable_registers(bank) || !value) {
    refuse("register", text, form);
  }
  (bank == 'm' ? registers.m : registers.a)[*number] = *value;
}

// A tile's memory with the program in it.
class Tile {
 public:
  Tile(const arch::TileProgram& program, const arch::Machine& machine)
      : base_(static_cast<std::uint32_t>(machine.sram.base_address)),
        bytes_(machine.sram.bytes),
        scratch_((base_ + static_cast<std::uint32_t>(program.code_bytes()) + 15) / 16 * 16),
        vertex_(scratch_ +
                static_cast<std::uint32_t>(machine.worker.contexts * machine.worker.stack_bytes)) {
    if (vertex_ - base_ > bytes_.size()) {
      arch::base::raise<ConfigError>({program.name, 0, 0}, "",
                                     "the program is larger than the tile's memory");
    }
    std::memcpy(bytes_.data(), program.words.data(), program.code_bytes());
  }

  [[nodiscard]] sim::TileMemory memory() {
    return {bytes_.data(), base_, static_cast<std::uint32_t>(bytes_.size())};
  }
  [[nodiscard]] std::uint32_t code() const { return base_; }
  [[nodiscard]] std::uint32_t scratch() const { return scratch_; }
  [[nodiscard]] std::uint32_t vertex() const { return vertex_; }

  void store(const std::string& text) {
    const std::string form =
        "ADDRESS=WORD: a multiple of 4 inside the tile's memory, " + range() + ", and " + kWords;
    const auto parts = split(text, '=');
    const auto address = parts ? parse_integer(parts->first) : std::nullopt;
    const auto value = parts ? parse_word(parts->second) : std::nullopt;
    if (!address || !value || !holds(*address, 1)) refuse("store", text, form);
    std::memcpy(bytes_.data() + (*address - base_), &*value, sizeof *value);
  }

  [[nodiscard]] std::string dump(const std::string& text) const {
    const std::string form =
        "ADDRESS:WORDS: a multiple of 4 and words that lie inside the tile's memory, " + range();
    const auto parts = split(text, ':');
    const auto address = parts ? parse_integer(parts->first) : std::nullopt;
    const auto words = parts ? parse_integer(parts->second) : std::nullopt;
    if (!address || !words || !holds(*address, *words)) refuse("memory", text, form);
    std::string lines;
    for (std::uint32_t i = 0; i < *words; ++i) {
      if (i % 4 == 0) lines += (i == 0 ? "  " : "\n  ") + hex(*address + 4 * i, true) + ":";
      lines += " " + hex(word(*address + 4 * i));
    }
    return lines + "\n";
  }

 private:
  [[nodiscard]] std::string range() const {
    return hex(base_, true) + " to " +
           hex(base_ + static_cast<std::uint32_t>(bytes_.size()) - 1, true);
  }
  [[nodiscard]] bool holds(std::uint32_t address, std::uint64_t words) const {
    return address % 4 == 0 && address >= base_ && address - base_ + 4 * words <= bytes_.size();
  }
  [[nodiscard]] std::uint32_t word(std::uint32_t address) const {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes_.data() + (address - base_), sizeof value);
    return value;
  }

  std::uint32_t base_;
  std::vector<std::byte> bytes_;
  std::uint32_t scratch_;
  std::uint32_t vertex_;
};

std::string bank_text(char bank, const std::array<std::uint32_t, 16>& registers) {
  std::string text;
  for (std::size_t i = 0; i < registers.size(); ++i) {
    if (i % 4 == 0) text += i == 0 ? "  " : "\n  ";
    std::string name = bank + std::to_string(i);
    name.resize(4, ' ');
    text += name + hex(registers[i]) + "  ";
  }
  return text + "\n";
}

// What an issue changed: " m3=00000001 a0=3f800000".
std::string changes(const sim::BareRegisters& before, const sim::BareRegisters& after) {
  std::string text;
  for (std::size_t i = 0; i < 16; ++i) {
    if (before.m[i] != after.m[i]) text += " m" + std::to_string(i) + "=" + hex(after.m[i]);
  }
  for (std::size_t i = 0; i < 16; ++i) {
    if (before.a[i] != after.a[i]) text += " a" + std::to_string(i) + "=" + hex(after.a[i]);
  }
  return text;
}

std::string trace_line(const sim::TraceStep& step, const sim::BareRegisters& before) {
  std::string head = std::to_string(step.slots);
  head.resize(std::max<std::size_t>(6, head.size() + 1), ' ');
  std::string place = std::to_string(step.pc_word) + ":";
  place.resize(std::max<std::size_t>(6, place.size() + 1), ' ');
  const std::string changed = changes(before, step.registers);
  return "  " + head + place + arch::isa::issue_text(step.issue) +
         (changed.empty() ? "" : "   ;" + changed) + "\n";
}

sim::BareResult run_traced(const arch::TileProgram& program, const arch::Machine& machine,
                           const sim::BareRun& run, std::string& text) {
  text += "trace (slots, word, issue; what changed)\n";
  sim::BareRegisters before = run.registers;
  return sim::run_bare_traced(program, machine, run, [&](const sim::TraceStep& step) {
    text += trace_line(step, before);
    before = step.registers;
  });
}

// The fast loop looks at its limit where it jumps, the traced one at each issue.
sim::BareResult run_as_asked(const ExecRequest& request, const arch::TileProgram& program,
                             const arch::Machine& machine, const sim::BareRun& run,
                             std::string& text) {
  if (request.trace) return run_traced(program, machine, run, text);
  if (run.exact_limit) return sim::run_bare_traced(program, machine, run, {});
  return sim::run_bare(program, machine, run);
}

std::string fault_text(const sim::FaultReport& fault, const std::string& file) {
  std::string text = fault.kind + ": " + fault.message + "\n  worker " +
                     std::to_string(fault.worker) + ", word " + std::to_string(fault.pc_word) +
                     " of " + fault.codelet;
  if (!fault.source_line.empty()) text += "\n  " + file + ":" + fault.source_line;
  return text;
}

int exit_code_of(const sim::Fault& fault) {
  if (fault.kind == sim::FaultKind::kNone) return kDone;
  return fault.kind == sim::FaultKind::kNoProgress ? kNoProgress : kTileFault;
}

}  // namespace

ExecOutcome execute(const ExecRequest& request, const arch::Machine& machine) {
  const arch::TileProgram program =
      arch::isa::assemble(arch::base::read_text(request.file), request.file.string());
  if (request.worker >= machine.worker.contexts) {
    refuse("worker", std::to_string(request.worker),
           "0 to " + std::to_string(machine.worker.contexts - 1));
  }
  Tile tile(program, machine);
  for (const std::string& store : request.stores) tile.store(store);
  sim::BareRun run;
  run.codelet = request.codelet;
  run.memory = tile.memory();
  run.code_base = tile.code();
  run.worker = request.worker;
  run.registers = sim::bare_start(machine, request.worker, tile.vertex(), tile.scratch());
  for (const std::string& text : request.registers) set_register(text, run.registers);
  if (request.slot_limit != 0) {
    run.slot_limit = request.slot_limit;
    run.exact_limit = true;
  }

  ExecOutcome outcome;
  const sim::BareResult result = run_as_asked(request, program, machine, run, outcome.text);
  outcome.text += std::to_string(result.slots) + " issue slots, " +
                  std::to_string(result.instructions) + " instructions, " +
                  std::to_string(result.cycles) + " cycles on " + machine.name + "\n";
  outcome.text +=
      "registers\n" + bank_text('m', result.registers.m) + bank_text('a', result.registers.a);
  if (!request.memory.empty()) outcome.text += "memory\n";
  for (const std::string& range : request.memory) outcome.text += tile.dump(range);
  outcome.exit_code = exit_code_of(result.fault);
  if (outcome.exit_code != kDone) {
    outcome.fault =
        fault_text(sim::describe_fault(result.fault, program, 0), request.file.string());
  }
  return outcome;
}

}  // namespace bspike::tools
