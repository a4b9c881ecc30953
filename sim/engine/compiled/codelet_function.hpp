// Owns the translation of one codelet into one function of the code generator's language.
// Contract: the function does what the interpreter does from the codelet's entry: the same memory,
// counts, faults and, if they are kept, registers. It is made for one place of code in memory.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arch/machine/machine.hpp"
#include "sim/engine/compiled/code_blocks.hpp"
#include "sim/engine/compiled/index_uses.hpp"
#include "sim/engine/compiled/instruction_tables.hpp"
#include "sim/engine/compiled/lowering.hpp"

namespace bspike::sim {

// What the function may take for granted.
struct CodeletAssumptions {
  const arch::Machine& machine;
  std::uint32_t memory_base = 0;
  std::uint32_t memory_bytes = 0;
  std::uint32_t code_end = 0;  // offset from memory_base
  bool keep_registers = false;
  bool count_words = false;
  bool prefetch = true;  // what lists name
  HostFeatures features;
};

// What the caller needs beside the code, and what the code points to.
struct CodeletParts {
  std::vector<CodeBlock> blocks;
  std::vector<FaultSite> sites;
  std::deque<arch::isa::Instruction> called;  // instructions whose bodies are called
};

// Whether every instruction has a translation.
[[nodiscard]] bool can_translate(const std::vector<CodeBlock>& blocks);

class CodeletFunction {
 public:
  CodeletFunction(llvm::Module& module, const std::string& name,
                  const CodeletAssumptions& assumptions, CodeletParts& parts);
  void build();

 private:
  using Value = llvm::Value;
  using Instruction = arch::isa::Instruction;
  struct ListLoad {
    Instruction load;
    IndexUses uses;
  };

  // Control: codelet_function.cpp.
  void emit_entry();
  void load_registers();
  void emit_block(std::uint32_t index);
  void emit_issue(const CodeIssue& at);
  void emit_terminator(const CodeIssue& at, Value* condition);
  void emit_branch(const CodeIssue& at, Value* condition);
  void jump_to(std::uint32_t word);
  void emit_trips_check(const CodeIssue& at);
  void emit_repeat(const CodeIssue& at);
  void emit_body_end();
  void emit_engine(const CodeIssue& at);
  void account(const CodeBlock& block, Value* times);
  void count_at(std::uint32_t word, Value* amount);
  void emit_finish();
  void advance(const Instruction& instruction);
  void compute(const Instruction& instruction);
  void call_body(const Instruction& instruction);
  void end_with(FaultSite site, Value* address);
  void guard(Value* fine, const FaultSite& site, Value* address);
  [[nodiscard]] FaultSite site_here(FaultSite::Cause cause) const;
  [[nodiscard]] llvm::BasicBlock* new_block(const char* name);

  // Memory: codelet_memory.cpp.
  void load(const Instruction& instruction);
  void store(const Instruction& instruction);
  void paired(const Instruction& instruction);
  [[nodiscard]] Value* access(Value* address, std::uint32_t bytes);
  [[nodiscard]] Value* address_of(const Instruction& instruction, const AccessShape& shape);
  void step_pointer(const Instruction& instruction, const AccessShape& shape);
  void step(std::uint8_t pointer, std::int32_t count);
  void wide_conflict(Value* address);
  void conflict_if(Value* same, Value* address);
  [[nodiscard]] Value* same_element(Value* x, Value* y);
  [[nodiscard]] Value* element(Value* address);
  [[nodiscard]] Value* load_from(Value* place, llvm::Type* type);
  void store_to(Value* place, Value* value);

  // Prefetches: codelet_prefetch.cpp.
  void find_lists();
  void prefetch_uses(const CodeIssue& at);
  [[nodiscard]] llvm::BasicBlock* way_to(std::uint32_t word);
  void prefetch_entry(const ListLoad& list, std::uint32_t entries);
  [[nodiscard]] Value* entry_ahead(const ListLoad& list, std::uint32_t entries);
  void prefetch(Value* address, std::uint32_t bytes);

  // State: codelet_state.cpp.
  [[nodiscard]] Value* member(std::size_t offset, llvm::Type* type);
  [[nodiscard]] Value* get(std::size_t offset, llvm::Type* type);
  void put(std::size_t offset, Value* value);
  [[nodiscard]] Value* variable(llvm::Type* type, Value* start);
  void add_to(Value* variable, Value* amount);
  [[nodiscard]] std::size_t float_offset(std::size_t registers, std::uint8_t number) const;

  const CodeletAssumptions& given_;
  CodeletParts& parts_;
  Ir ir_;
  llvm::Function* function_ = nullptr;
  FloatViews views_;
  std::optional<RegisterVariables> registers_;
  std::map<std::uint32_t, llvm::BasicBlock*> starts_;  // by word
  llvm::BasicBlock* finish_ = nullptr;
  std::map<std::uint32_t, ListLoad> lists_;          // by word
  std::map<std::uint32_t, llvm::BasicBlock*> ways_;  // into loops that walk along lists, by word
  Value* bytes_ = nullptr;
  Value* counts_ = nullptr;
  // Variables.
  Value* slots_left_ = nullptr;
  Value* instructions_ = nullptr;
  Value* conflict_slots_ = nullptr;
  Value* site_ = nullptr;
  Value* address_ = nullptr;
  Value* trips_ = nullptr;      // left of the body at hand
  Value* trips_end_ = nullptr;  // the same at a fault
  // Where translation is.
  std::uint32_t block_ = 0;
  std::uint32_t word_ = 0;
  Value* repeat_trips_ = nullptr;
};

}  // namespace bspike::sim
