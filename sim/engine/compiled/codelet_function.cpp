// Owns the control flow of generated functions: blocks, branches, repeats, counts, faults.
#include "sim/engine/compiled/codelet_function.hpp"

#include <cstddef>
#include <stdexcept>

#include "arch/isa/formats.hpp"
#include "sim/engine/compiled/worker_state.hpp"

namespace bspike::sim {

namespace isa = arch::isa;
using isa::Family;
using Cause = FaultSite::Cause;

namespace {

bool has_translation(const isa::Instruction& instruction) {
  switch (isa::family_of(instruction.op)) {
    case Family::kCompute:
    case Family::kLoad:
    case Family::kStore:
    case Family::kPaired:
    case Family::kBranch:
    case Family::kRepeat:
    case Family::kEngine:
      return true;
  }
  return false;
}

}  // namespace

bool can_translate(const std::vector<CodeBlock>& blocks) {
  for (const CodeBlock& block : blocks) {
    for (const CodeIssue& at : block.issues) {
      if (!has_translation(at.issue.first) || !has_translation(at.issue.aux)) return false;
    }
  }
  return !blocks.empty();
}

CodeletFunction::CodeletFunction(llvm::Module& module, const std::string& name,
                                 const CodeletAssumptions& assumptions, CodeletParts& parts)
    : given_(assumptions), parts_(parts), ir_(module.getContext()), views_(parts.blocks) {
  llvm::FunctionType* type = llvm::FunctionType::get(ir_.getVoidTy(), {ir_.getInt8PtrTy()}, false);
  function_ = llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, module);
  function_->setDoesNotThrow();
  function_->addParamAttr(0, llvm::Attribute::NoAlias);
}

llvm::BasicBlock* CodeletFunction::new_block(const char* name) {
  return llvm::BasicBlock::Create(ir_.getContext(), name, function_);
}

void CodeletFunction::build() {
  if (given_.prefetch) find_lists();
  emit_entry();
  for (std::uint32_t i = 0; i < parts_.blocks.size(); ++i) emit_block(i);
  emit_finish();
}

void CodeletFunction::emit_entry() {
  ir_.SetInsertPoint(new_block("entry"));
  bytes_ = get(offsetof(WorkerState, bytes), ir_.getInt8PtrTy());
  if (given_.count_words) {
    counts_ = get(offsetof(WorkerState, counts), ir_.getInt64Ty()->getPointerTo());
    count_at(parts_.blocks.front().begin_word, ir_.getInt64(1));
  }
  slots_left_ =
      variable(ir_.getInt64Ty(), get(offsetof(WorkerState, slots_left), ir_.getInt64Ty()));
  instructions_ = variable(ir_.getInt64Ty(), ir_.getInt64(0));
  conflict_slots_ = variable(ir_.getInt64Ty(), ir_.getInt64(0));
  site_ = variable(ir_.getInt32Ty(), ir_.getInt32(0));
  address_ = variable(ir_.getInt32Ty(), ir_.getInt32(0));
  trips_ = variable(ir_.getInt32Ty(), ir_.getInt32(0));
  trips_end_ = variable(ir_.getInt32Ty(), ir_.getInt32(0));
  registers_.emplace(ir_, views_);
  load_registers();
  for (const CodeBlock& block : parts_.blocks) starts_[block.begin_word] = new_block("at");
  finish_ = new_block("finish");
  ir_.CreateBr(starts_.at(parts_.blocks.front().begin_word));
}

// A vertex starts with three registers set; who keeps registers sets them all.
void CodeletFunction::load_registers() {
  constexpr std::size_t registers = offsetof(WorkerState, registers);
  constexpr std::size_t mains = registers + offsetof(isa::semantics::Registers, m);
  const std::uint8_t first = given_.keep_registers ? 0 : isa::kVertexBase;
  for (std::uint8_t i = first; i < isa::kMainZero; ++i) {
    registers_->write_main(i, get(mains + 4 * std::size_t{i}, ir_.getInt32Ty()));
  }
  if (given_.keep_registers) {
    for (std::uint8_t i = 0; i < isa::kFloatZero; ++i) {
      registers_->write_float(i, 1, get(float_offset(registers, i), ir_.getInt32Ty()));
    }
  }
  registers_->commit();
}

void CodeletFunction::emit_finish() {
  ir_.SetInsertPoint(finish_);
  put(offsetof(WorkerState, slots_left), ir_.CreateLoad(ir_.getInt64Ty(), slots_left_));
  put(offsetof(WorkerState, instructions), ir_.CreateLoad(ir_.getInt64Ty(), instructions_));
  put(offsetof(WorkerState, conflict_slots), ir_.CreateLoad(ir_.getInt64Ty(), conflict_slots_));
  put(offsetof(WorkerState, site), ir_.CreateLoad(ir_.getInt32Ty(), site_));
  put(offsetof(WorkerState, address), ir_.CreateLoad(ir_.getInt32Ty(), address_));
  put(offsetof(WorkerState, trips_left), ir_.CreateLoad(ir_.getInt32Ty(), trips_end_));
  if (given_.keep_registers) {
    constexpr std::size_t registers = offsetof(WorkerState, registers);
    constexpr std::size_t mains = registers + offsetof(isa::semantics::Registers, m);
    for (std::uint8_t i = 0; i < isa::kMainRegisters; ++i) {
      put(mains + 4 * std::size_t{i}, registers_->main(i));
    }
    for (std::uint8_t i = 0; i < isa::kFloatRegisters; ++i) {
      put(float_offset(registers, i), registers_->bits(i, 1));
    }
  }
  ir_.CreateRetVoid();
}

void CodeletFunction::emit_block(std::uint32_t index) {
  const CodeBlock& block = parts_.blocks[index];
  block_ = index;
  ir_.SetInsertPoint(starts_.at(block.begin_word));
  for (const CodeIssue& at : block.issues) emit_issue(at);
  const Family last = isa::family_of(block.issues.back().issue.first.op);
  if (last == Family::kBranch || last == Family::kRepeat) return;
  if (last == Family::kEngine && block.issues.back().issue.first.op != isa::Opcode::kNop) return;
  if (block.is_body) {
    emit_body_end();
  } else {
    account(block, ir_.getInt32(1));
    ir_.CreateBr(way_to(block.end_word));
  }
}

void CodeletFunction::emit_issue(const CodeIssue& at) {
  word_ = at.word;
  const Instruction& main = at.issue.first;
  const Family family = isa::family_of(main.op);
  Value* condition = nullptr;
  if (family == Family::kBranch) {
    condition = branch_condition(ir_, *registers_, main);
  } else if (family == Family::kRepeat) {
    emit_trips_check(at);
  } else if (family != Family::kEngine) {
    advance(main);
  }
  if (at.issue.bundled) advance(at.issue.aux);
  registers_->commit();
  prefetch_uses(at);
  emit_terminator(at, condition);
}

void CodeletFunction::emit_terminator(const CodeIssue& at, Value* condition) {
  switch (isa::family_of(at.issue.first.op)) {
    case Family::kBranch:
      emit_branch(at, condition);
      return;
    case Family::kRepeat:
      emit_repeat(at);
      return;
    case Family::kEngine:
      if (at.issue.first.op != isa::Opcode::kNop) emit_engine(at);
      return;
    default:
      return;
  }
}

void CodeletFunction::account(const CodeBlock& block, Value* times) {
  Value* wide = ir_.CreateZExt(times, ir_.getInt64Ty());
  Value* slots = ir_.CreateMul(wide, ir_.getInt64(block.slots));
  add_to(slots_left_, ir_.CreateNeg(slots));
  add_to(instructions_, ir_.CreateMul(wide, ir_.getInt64(block.instructions)));
}

// As the interpreter counts: where a straight run of words starts and where it ends.
void CodeletFunction::count_at(std::uint32_t word, Value* amount) {
  if (counts_ == nullptr) return;
  add_to(ir_.CreateConstGEP1_64(ir_.getInt64Ty(), counts_, word), amount);
}

void CodeletFunction::emit_branch(const CodeIssue& at, Value* condition) {
  account(parts_.blocks[block_], ir_.getInt32(1));
  const auto target = static_cast<std::uint32_t>(at.issue.first.imm);
  if (at.issue.first.op != isa::Opcode::kBr) {
    llvm::BasicBlock* taken = new_block("taken");
    ir_.CreateCondBr(condition, taken, way_to(at.next_word));
    ir_.SetInsertPoint(taken);
  }
  jump_to(target);
}

// Taken branches alone can run forever, so they look at the limit.
void CodeletFunction::jump_to(std::uint32_t word) {
  FaultSite site = site_here(Cause::kNoProgress);
  site.fault.kind = FaultKind::kNoProgress;
  site.fault.pc_word = word;
  site.word = word;
  site.block_ended = true;
  count_at(parts_.blocks[block_].end_word, ir_.getInt64(-1));
  count_at(word, ir_.getInt64(1));
  Value* left = ir_.CreateLoad(ir_.getInt64Ty(), slots_left_);
  guard(ir_.CreateICmpSGE(left, ir_.getInt64(0)), site, ir_.getInt32(0));
  ir_.CreateBr(way_to(word));
}

void CodeletFunction::emit_trips_check(const CodeIssue& at) {
  const Instruction& main = at.issue.first;
  repeat_trips_ = main.op == isa::Opcode::kRpti ? ir_.getInt32(static_cast<std::uint32_t>(main.imm))
                                                : registers_->main(main.a);
  FaultSite site = site_here(Cause::kRepeatLimit);
  site.fault.kind = FaultKind::kRepeatLimit;
  Value* limit = ir_.getInt32(given_.machine.worker.repeat_limit);
  guard(ir_.CreateICmpULE(repeat_trips_, limit), site, ir_.getInt32(0));
}

void CodeletFunction::emit_repeat(const CodeIssue& at) {
  const CodeBlock& body = parts_.blocks.at(block_ + 1);
  account(parts_.blocks[block_], ir_.getInt32(1));
  account(body, repeat_trips_);
  Value* more = ir_.CreateSub(ir_.CreateZExt(repeat_trips_, ir_.getInt64Ty()), ir_.getInt64(1));
  count_at(body.begin_word, more);  // one trip is in the straight run
  count_at(body.end_word, ir_.CreateNeg(more));
  ir_.CreateStore(repeat_trips_, trips_);
  Value* none = ir_.CreateICmpEQ(repeat_trips_, ir_.getInt32(0));
  ir_.CreateCondBr(none, way_to(body.end_word), way_to(at.next_word));
}

void CodeletFunction::emit_body_end() {
  const CodeBlock& body = parts_.blocks[block_];
  Value* left = ir_.CreateSub(ir_.CreateLoad(ir_.getInt32Ty(), trips_), ir_.getInt32(1));
  ir_.CreateStore(left, trips_);
  Value* again = ir_.CreateICmpNE(left, ir_.getInt32(0));
  ir_.CreateCondBr(again, starts_.at(body.begin_word), way_to(body.end_word));
}

void CodeletFunction::emit_engine(const CodeIssue& at) {
  if (at.issue.first.op == isa::Opcode::kExit) {
    account(parts_.blocks[block_], ir_.getInt32(1));
    count_at(at.next_word, ir_.getInt64(-1));
    ir_.CreateBr(finish_);
    return;
  }
  FaultSite site = site_here(Cause::kCode);
  site.fault.kind = FaultKind::kSupervisor;
  if (at.issue.first.op == isa::Opcode::kTrap) {
    site.fault.kind = FaultKind::kTrap;
    site.fault.code = static_cast<std::uint32_t>(at.issue.first.imm);
  }
  end_with(site, ir_.getInt32(0));
}

void CodeletFunction::advance(const Instruction& instruction) {
  switch (isa::family_of(instruction.op)) {
    case Family::kCompute:
      compute(instruction);
      return;
    case Family::kLoad:
      load(instruction);
      return;
    case Family::kStore:
      store(instruction);
      return;
    case Family::kPaired:
      paired(instruction);
      return;
    default:
      throw std::logic_error("an instruction without a translation");
  }
}

void CodeletFunction::compute(const Instruction& instruction) {
  const Form form = find_form(instruction.op, given_.features);
  if (form == nullptr) {
    call_body(instruction);
    return;
  }
  Value* result = form(ir_, ReadOperands(*registers_, instruction));
  const isa::Operand& target = isa::operands(isa::info(instruction.op).format)[0];
  const std::uint8_t number = isa::register_in(instruction, target.slot);
  if (target.kind == isa::OperandKind::kMain) {
    registers_->write_main(number, result);
  } else {
    registers_->write_float(number, target.width, result);
  }
}

// Operands go through the state's second set of registers.
void CodeletFunction::call_body(const Instruction& instruction) {
  constexpr std::size_t registers = offsetof(WorkerState, body);
  constexpr std::size_t mains = registers + offsetof(isa::semantics::Registers, m);
  const auto operands = isa::operands(isa::info(instruction.op).format);
  for (const isa::Operand& operand : operands) {
    if (operand.access == isa::Access::kWrite) continue;
    const std::uint8_t number = isa::register_in(instruction, operand.slot);
    if (operand.kind == isa::OperandKind::kMain) {
      put(mains + 4 * std::size_t{number}, registers_->main(number));
    } else if (operand.kind == isa::OperandKind::kFloat) {
      put(float_offset(registers, number), registers_->bits(number, operand.width));
    }
  }
  const Instruction& kept = parts_.called.emplace_back(instruction);
  llvm::Type* pointer = ir_.getInt8PtrTy();
  llvm::FunctionType* type = llvm::FunctionType::get(ir_.getVoidTy(), {pointer, pointer}, false);
  const auto constant = [&](std::uintptr_t address, llvm::Type* to) {
    return ir_.CreateIntToPtr(ir_.getInt64(address), to);
  };
  Value* body =
      constant(reinterpret_cast<std::uintptr_t>(body_of(instruction.op)), type->getPointerTo());
  ir_.CreateCall(type, body,
                 {member(registers, ir_.getInt8Ty()),
                  constant(reinterpret_cast<std::uintptr_t>(&kept), pointer)});
  const isa::Operand& target = operands[0];
  const std::uint8_t number = isa::register_in(instruction, target.slot);
  if (target.kind == isa::OperandKind::kMain) {
    registers_->write_main(number, get(mains + 4 * std::size_t{number}, ir_.getInt32Ty()));
  } else {
    registers_->write_float(
        number, target.width,
        get(float_offset(registers, number), registers_->integer_type(target.width)));
  }
}

FaultSite CodeletFunction::site_here(Cause cause) const {
  FaultSite site;
  site.cause = cause;
  site.block = block_;
  site.word = word_;
  site.fault.pc_word = word_;
  return site;
}

void CodeletFunction::end_with(FaultSite site, Value* address) {
  parts_.sites.push_back(site);
  ir_.CreateStore(ir_.getInt32(static_cast<std::uint32_t>(parts_.sites.size())), site_);
  ir_.CreateStore(address, address_);
  if (parts_.blocks[site.block].is_body) {
    ir_.CreateStore(ir_.CreateLoad(ir_.getInt32Ty(), trips_), trips_end_);
  }
  ir_.CreateBr(finish_);
}

void CodeletFunction::guard(Value* fine, const FaultSite& site, Value* address) {
  llvm::BasicBlock* fault = new_block("fault");
  llvm::BasicBlock* go_on = new_block("go_on");
  constexpr std::uint32_t kOften = 1u << 20;
  ir_.CreateCondBr(fine, go_on, fault,
                   llvm::MDBuilder(ir_.getContext()).createBranchWeights(kOften, 1));
  ir_.SetInsertPoint(fault);
  end_with(site, address);
  ir_.SetInsertPoint(go_on);
}

}  // namespace bspike::sim
