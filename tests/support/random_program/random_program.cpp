// Owns the generator of random programs. Registers have roles, so that most accesses are good:
// m0 and m1 point to 16-byte aligned data, m2 and m3 to 8-byte aligned data, m4 is a small index,
// m5 a step of 16 bytes, m10 and m11 count loops; m6 to m9 and all float registers hold anything.
#include "tests/support/random_program/random_program.hpp"

#include <algorithm>
#include <vector>

#include "arch/base/random.hpp"
#include "arch/isa/assembly.hpp"
#include "arch/isa/formats.hpp"

namespace bspike::tests {
namespace {

namespace isa = arch::isa;
using isa::Access;
using isa::AddressMode;
using isa::Family;
using isa::Instruction;
using isa::Opcode;
using isa::Operand;
using isa::OperandKind;
using isa::Slot;

class Random {
 public:
  explicit Random(std::uint64_t seed) : seed_(seed) {}
  explicit Random(std::span<const std::uint8_t> bytes) : seed_(bytes.size()), bytes_(bytes) {}

  std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>((bytes_.empty() ? draw() : take(bound)) % bound);
  }
  bool percent(std::uint32_t chance) { return below(100) < chance; }
  std::int32_t between(std::int32_t low, std::int32_t high) {
    return low + static_cast<std::int32_t>(below(static_cast<std::uint32_t>(high - low + 1)));
  }

 private:
  std::uint64_t draw() { return arch::base::random_bits(seed_, counter_++); }

  // As many bytes as the bound needs, the last ones perhaps fewer.
  std::uint64_t take(std::uint32_t bound) {
    std::uint64_t value = 0;
    for (std::uint64_t reach = 1; reach < bound && !bytes_.empty(); reach <<= 8) {
      value = value << 8 | bytes_.front();
      bytes_ = bytes_.subspan(1);
    }
    return value;
  }

  std::uint64_t seed_;
  std::uint64_t counter_ = 0;
  std::span<const std::uint8_t> bytes_;
};

AddressMode mode_of(isa::Format format) {
  switch (format) {
#define BSPIKE_FORMAT(enumerator, family, mode, ...) \
  case isa::Format::enumerator:                      \
    return AddressMode::mode;
#include "arch/isa/format.def"
#undef BSPIKE_FORMAT
  }
  return AddressMode::kNoAddress;
}

// Plain instructions: those that may stand anywhere in a worker's code, repeat bodies included.
std::vector<Opcode> plain_opcodes(isa::Pipe pipe) {
  std::vector<Opcode> result;
  for (const isa::InstructionInfo& row : isa::all_instructions()) {
    const Family family = isa::family_of(row.op);
    const bool plain =
        family != Family::kEngine && family != Family::kBranch && family != Family::kRepeat;
    if (row.pipe == pipe && (plain || row.op == Opcode::kNop)) result.push_back(row.op);
  }
  return result;
}

std::vector<Opcode> branch_opcodes() {
  std::vector<Opcode> result;
  for (const isa::InstructionInfo& row : isa::all_instructions()) {
    if (row.is_branch && row.op != Opcode::kBrnzdec) result.push_back(row.op);
  }
  return result;
}

class Generator {
 public:
  Generator(const Random& random, const RandomProgramOptions& options)
      : random_(random),
        options_(options),
        main_(plain_opcodes(isa::Pipe::kMain)),
        aux_(plain_opcodes(isa::Pipe::kAux)),
        branches_(branch_opcodes()) {}

  std::string text() {
    text_ = ".program random\n";
    for (std::uint32_t i = 0; i < options_.codelets; ++i) codelet(i);
    if (options_.supervisor) supervisor();
    return text_;
  }

 private:
  void line(const std::string& statement) { text_ += "  " + statement + "\n"; }

  void supervisor() {
    text_ += ".supervisor\n";
    for (std::uint32_t worker = 0; worker < options_.workers; ++worker) {
      line("ld32 m0, m12, m15, " + std::to_string(2 * worker));
      line("ld32 m1, m12, m15, " + std::to_string(2 * worker + 1));
      if (worker == 0) load_weights();
      line("run m0, m1, " + std::to_string(worker));
    }
    line("lsync");
    line("done");
  }

  // The matrix unit's, from the first vertex's data.
  void load_weights() {
    for (int place = 0; place < 32; ++place) line("ldw128 m1, " + std::to_string(place));
  }

  void codelet(std::uint32_t index) {
    text_ += ".codelet c" + std::to_string(index) + "\n";
    prologue();
    const bool faults = random_.percent(options_.fault_percent);
    const std::uint32_t where = random_.below(options_.statements);
    for (std::uint32_t i = 0; i < options_.statements; ++i) {
      if (faults && i == where) fault();
      statement();
    }
    for (int m = 6; m < 10; ++m) {
      line("st32 m" + std::to_string(m) + ", m12, m15, " + std::to_string(m));
    }
    for (int a = 0; a < 14; ++a) {
      line("sta32 a" + std::to_string(a) + ", m12, m15, " + std::to_string(16 + a));
    }
    if (random_.percent(50)) {
      line("exit");
    } else {
      line("{ exit ; " + isa::instruction_text(plain(aux_)) + " }");
    }
  }

  void prologue() {
    for (int pointer = 0; pointer < 4; ++pointer) {
      const std::uint32_t offset = kRandomVertexBytes / 4 + 512u * static_cast<unsigned>(pointer);
      line("addi m" + std::to_string(pointer) + ", m12, " + std::to_string(offset));
    }
    line("seti m4, " + std::to_string(random_.below(4)));
    line(random_.percent(50) ? "seti m5, 16" : "addi m5, m15, -16");
    for (int m = 6; m < 10; ++m) {
      line("seti m" + std::to_string(m) + ", " + std::to_string(random_.below(262144)));
    }
    line("lda128 a0:3, m0, m15, 0");
    line("lda128 a4:7, m0, m15, 1");
    line("lda64 a8:9, m0, m15, 4");
  }

  void statement() {
    const std::uint32_t kind = random_.below(100);
    if (kind < 40) {
      line(isa::instruction_text(plain(random_.percent(50) ? main_ : aux_)));
    } else if (kind < 70) {
      line(bundle());
    } else if (kind < 82) {
      repeat();
    } else if (kind < 92) {
      counted_loop();
    } else {
      forward_branch();
    }
  }

  std::string bundle() {
    isa::Issue issue;
    issue.bundled = true;
    do {
      issue.first = plain(main_);
      issue.aux = plain(aux_);
    } while (!isa::issue_problem(issue).empty());
    return isa::issue_text(issue);
  }

  void repeat() {
    const std::uint32_t bundles = 1 + random_.below(4);
    const std::string body = ", " + std::to_string(bundles);
    if (random_.percent(50)) {
      line("rpti " + std::to_string(random_.below(9)) + body);
    } else {
      line("seti m10, " + std::to_string(random_.below(9)));
      const std::string rpt = "rpt m10" + body;
      line(random_.percent(50) ? rpt
                               : "{ " + rpt + " ; " + isa::instruction_text(plain(aux_)) + " }");
    }
    for (std::uint32_t i = 0; i < bundles; ++i) line(bundle());
  }

  void counted_loop() {
    const std::string label = "loop" + std::to_string(labels_++);
    line("seti m11, " + std::to_string(random_.below(6)));
    text_ += label + ":\n";
    for (std::uint32_t i = 0; i < 1 + random_.below(4); ++i) line(bundle());
    line("brnzdec m11, " + label);
  }

  void forward_branch() {
    const std::string label = "skip" + std::to_string(labels_++);
    const Opcode op = branches_[random_.below(static_cast<std::uint32_t>(branches_.size()))];
    std::string branch(isa::info(op).mnemonic);
    if (isa::operands(isa::info(op).format).size() == 2) {
      branch += " m" + std::to_string(6 + random_.below(4)) + ",";
    }
    branch += " " + label;
    line(random_.percent(50) ? branch
                             : "{ " + branch + " ; " + isa::instruction_text(plain(aux_)) + " }");
    for (std::uint32_t i = 0; i < 1 + random_.below(3); ++i) line(bundle());
    text_ += label + ":\n";
  }

  void fault() {
    static const std::vector<std::string> faults = {
        "trap 7",
        "ld32 m6, m0, m15, 511\n  lda128 a0:3, m5, m15, 0",
        "{ lda64 a0:1, m4, m0, 1 ; f32v2add a2:3, a0:1, a0:1 }\n  trap 9",
        "{ st32 m6, m15, m15, 0 ; mov32 a0, a1 }",
        "{ sta128 a0:3, m2, m4, 1 ; mov64 a0:1, a4:5 }\n  sta128 a0:3, m2, m4, 2\n  trap 10",
        "sethi m9, 8000\n  rpt m9, 1\n  { nop ; mov32 a0, a1 }",
        "rpti 5, 2\n  { addi m9, m9, 1 ; f32add a0, a0, a1 }\n  { ld32step m6, m15, m5, 511 ; "
        "mov32 "
        "a2, a0 }",
        "{ ld2x64 a0:3, m4, m0, 1, 1 ; f32v2add a4:5, a0:1, a2:3 }\n  trap 11"};
    line(faults[random_.below(static_cast<std::uint32_t>(faults.size()))]);
  }

  Instruction plain(const std::vector<Opcode>& from) {
    Instruction instruction;
    do {
      instruction = {};
      instruction.op = from[random_.below(static_cast<std::uint32_t>(from.size()))];
      fill(instruction);
    } while (!isa::issue_problem({instruction, {}, false}).empty());
    return instruction;
  }

  void fill(Instruction& instruction) {
    const isa::Format format = isa::info(instruction.op).format;
    for (const Operand& operand : isa::operands(format)) {
      if (operand.kind == OperandKind::kFloat) {
        const std::uint32_t number = random_.below(16) / operand.width * operand.width;
        isa::set_register(instruction, operand.slot, static_cast<std::uint8_t>(number));
      } else if (operand.kind == OperandKind::kMain) {
        isa::set_register(instruction, operand.slot, main_register(format, operand));
      } else {
        isa::set_immediate(instruction, operand.slot, immediate(format, operand));
      }
    }
  }

  std::uint8_t main_register(isa::Format format, const Operand& operand) {
    const auto any_of = [&](std::initializer_list<std::uint8_t> choices) {
      return choices.begin()[random_.below(static_cast<std::uint32_t>(choices.size()))];
    };
    const AddressMode mode = mode_of(format);
    if (isa::family_of(format) == Family::kPaired) return any_of({2, 3, 0});
    if (mode == AddressMode::kOffset && operand.slot == Slot::kA) return any_of({0, 1});
    if (mode == AddressMode::kOffset && operand.slot == Slot::kB) return isa::kMainZero;
    if (mode == AddressMode::kStep && operand.slot == Slot::kA) return isa::kMainZero;
    if (mode == AddressMode::kStep && operand.slot == Slot::kB) return any_of({0, 1});
    if (mode == AddressMode::kRegisterStep && operand.slot == Slot::kA) return any_of({0, 1});
    if (mode == AddressMode::kRegisterStep && operand.slot == Slot::kB) return 5;
    if (mode == AddressMode::kIndexed && operand.slot == Slot::kA) return any_of({0, 1});
    if (mode == AddressMode::kIndexed && operand.slot == Slot::kB) return 4;
    if (operand.access == Access::kRead) return any_of({0, 4, 5, 6, 7, 8, 9, 12, 13, 14, 15});
    return any_of({6, 7, 8, 9, 6, 7, 8, 9, 15});
  }

  std::int32_t immediate(isa::Format format, const Operand& operand) {
    if (isa::family_of(format) == Family::kPaired) {
      if (operand.bits == 1) return random_.between(0, 1);
      return 2 * random_.between(-1, 1);  // keeps m0 aligned to 16
    }
    if (mode_of(format) == AddressMode::kStep) return 16 * random_.between(-1, 1);
    if (mode_of(format) == AddressMode::kOffset) return random_.between(-16, 16);
    return random_.percent(30) ? random_.between(-2, 40) < 0 ? operand.low : operand.high
                               : random_.between(operand.low, operand.high);
  }

  Random random_;
  RandomProgramOptions options_;
  std::vector<Opcode> main_;
  std::vector<Opcode> aux_;
  std::vector<Opcode> branches_;
  std::string text_;
  int labels_ = 0;
};

}  // namespace

namespace {

RandomProgram generate(const Random& random, const RandomProgramOptions& options) {
  RandomProgram result;
  result.text = Generator(random, options).text();
  result.program = isa::assemble(result.text, "random.tasm");
  return result;
}

}  // namespace

RandomProgram random_program(std::uint64_t seed, const RandomProgramOptions& options) {
  return generate(Random(seed), options);
}

RandomProgram random_program(std::span<const std::uint8_t> bytes,
                             const RandomProgramOptions& options) {
  return generate(Random(bytes), options);
}

}  // namespace bspike::tests
