// Owns one codelet in native code: running it, and what it says of counts and faults.
#pragma once

#include <memory>
#include <vector>

#include "sim/engine/compiled/code_generator.hpp"
#include "sim/engine/interpreter_loop.hpp"

namespace bspike::sim {

class TranslatedCodelet {
 public:
  // nullptr if the codelet has no native form.
  [[nodiscard]] static std::unique_ptr<TranslatedCodelet> make(
      CodeGenerator& generator, const CodeletAssumptions& assumptions,
      std::vector<CodeBlock> blocks, const MicroProgram& micro);

  // Whether it reads the operands, and what the matrix unit keeps, in `state.body`.
  [[nodiscard]] bool calls_bodies() const { return !parts_.called.empty(); }

  // Registers in `state` are set. With `counts` given, executions of words are added to it.
  [[nodiscard]] WorkerEnd run(WorkerState& state, const MemoryLayout& layout,
                              std::uint64_t slot_limit, CountDifferences* counts) const;

 private:
  TranslatedCodelet(const MicroProgram& micro) : micro_(micro) {}
  void settle_fault(WorkerState& state, const MemoryLayout& layout, WorkerEnd& end,
                    CountDifferences* counts) const;
  [[nodiscard]] static Fault fault_of(const FaultSite& site, const WorkerState& state,
                                      const MemoryLayout& layout);

  const MicroProgram& micro_;
  CodeletParts parts_;
  OwnedCode code_;
};

}  // namespace bspike::sim
