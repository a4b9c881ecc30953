// Owns the rewriting of a codelet around a spilled register.
#include "kernels/emit/spill.hpp"

#include <algorithm>
#include <utility>

#include "kernels/emit/liveness.hpp"

namespace bspike::kernels {

namespace isa = arch::isa;

std::uint32_t ScratchArea::take(const Code& code, std::uint8_t lanes) {
  if (lanes > 1) used_ = (used_ + 7) / 8 * 8;
  const std::uint32_t at = used_;
  used_ += 4u * lanes;
  if (used_ > bytes_) {
    fail_codelet(code.name,
                 "spills " + std::to_string(used_) + " bytes, but a worker's scratch area has " +
                     std::to_string(bytes_),
                 "enlarge worker.stack of the machine, or split the codelet");
  }
  return at;
}

namespace {

bool can_spill(const Code& code, std::uint32_t id) {
  const VirtualRegister& reg = code.registers[id];
  return reg.fixed < 0 && !reg.reads_zero && !reg.spilled_part;
}

void add_costs(const Code& code, const Operation& operation, double weight,
               std::vector<double>& costs) {
  for (const RegisterOperand& operand : register_operands(code, operation)) {
    double& cost = costs[operand.view.id];
    if (cost < 0) continue;
    // Nothing can be stored behind a branch.
    if (operand.writes && ends_block(operation))
      cost = -1;
    else
      cost += weight;
  }
}

std::uint32_t scratch_pointer(Code& code) {
  for (std::uint32_t i = 0; i < code.registers.size(); ++i)
    if (code.registers[i].fixed == isa::kScratchBase && !code.registers[i].is_float) return i;
  VirtualRegister pointer;
  pointer.fixed = isa::kScratchBase;
  code.registers.push_back(pointer);
  return static_cast<std::uint32_t>(code.registers.size() - 1);
}

std::uint32_t zero_register(const Code& code) {
  for (std::uint32_t i = 0; i < code.registers.size(); ++i)
    if (code.registers[i].reads_zero && !code.registers[i].is_float) return i;
  fail_codelet(code.name, "has no zero register");
}

class Spiller {
 public:
  Spiller(Code& code, std::uint32_t id, std::uint32_t at)
      : code_(code),
        id_(id),
        at_(at),
        pointer_(scratch_pointer(code)),
        zero_(zero_register(code)) {}

  void run() {
    for (Block& block : code_.blocks) {
      std::vector<Operation> old = std::move(block.operations);
      block.operations.clear();
      for (Operation& operation : old) rewrite(std::move(operation), block.operations);
    }
  }

 private:
  void rewrite(Operation operation, std::vector<Operation>& out) {
    bool reads = false;
    bool writes = false;
    std::uint32_t part = kNoRegister;
    for (const RegisterOperand& operand : register_operands(code_, operation)) {
      if (operand.view.id != id_) continue;
      if (part == kNoRegister) part = fresh_part();
      // Writing some lanes keeps the others.
      reads = reads || operand.reads || operand.view.width < code_.registers[id_].width;
      writes = writes || operand.writes;
      operation.registers[static_cast<std::size_t>(operand.slot)].id = part;
    }
    if (reads) access(true, part, out);
    out.push_back(std::move(operation));
    if (writes) access(false, part, out);
  }

  std::uint32_t fresh_part() {
    VirtualRegister part = code_.registers[id_];
    part.spilled_part = true;
    code_.registers.push_back(part);
    return static_cast<std::uint32_t>(code_.registers.size() - 1);
  }

  void access(bool load, std::uint32_t part, std::vector<Operation>& out) const {
    const VirtualRegister& reg = code_.registers[part];
    const std::uint8_t lanes = std::min<std::uint8_t>(reg.width, 2);
    for (std::uint8_t lane = 0; lane < reg.width; lane = static_cast<std::uint8_t>(lane + lanes)) {
      Operation operation;
      operation.op = opcode(load, reg.is_float, lanes);
      place(operation, isa::Slot::kD, {part, lane, lanes});
      place(operation, isa::Slot::kA, {pointer_, 0, 1});
      place(operation, isa::Slot::kB, {zero_, 0, 1});
      operation.immediates[0] = static_cast<std::int32_t>((at_ + 4u * lane) / (4u * lanes));
      out.push_back(operation);
    }
  }

  static void place(Operation& operation, isa::Slot slot, RegisterView view) {
    operation.registers[static_cast<std::size_t>(slot)] = view;
  }

  static isa::Opcode opcode(bool load, bool is_float, std::uint8_t lanes) {
    if (!is_float) return load ? isa::Opcode::kLd32 : isa::Opcode::kSt32;
    if (lanes == 1) return load ? isa::Opcode::kLda32 : isa::Opcode::kSta32;
    return load ? isa::Opcode::kLda64 : isa::Opcode::kSta64;
  }

  Code& code_;
  std::uint32_t id_;
  std::uint32_t at_;
  std::uint32_t pointer_;
  std::uint32_t zero_;
};

}  // namespace

std::vector<double> spill_costs(const Code& code) {
  std::vector<double> costs(code.registers.size(), 0);
  for (std::uint32_t id = 0; id < costs.size(); ++id)
    if (!can_spill(code, id)) costs[id] = -1;
  const std::vector<double> weights = block_weights(code);
  for (std::size_t b = 0; b < code.blocks.size(); ++b)
    for (const Operation& operation : code.blocks[b].operations)
      add_costs(code, operation, weights[b], costs);
  return costs;
}

void spill(Code& code, std::uint32_t id, ScratchArea& scratch) {
  const std::uint32_t at = scratch.take(code, code.registers[id].width);
  Spiller(code, id, at).run();
}

}  // namespace bspike::kernels
