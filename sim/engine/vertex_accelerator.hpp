// Owns the place where a faster way to run a vertex joins the interpreter.
// Contract: an accelerator does what the interpreter would do from the same registers: the same
// memory, counts and fault, and the same additions to `counts`. What it declines is interpreted.
// Several threads may call it at once.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "sim/engine/interpreter_loop.hpp"

namespace bspike::sim {

// A vertex at its entry: these registers are set, all others are 0.
struct VertexStart {
  std::uint32_t entry_word = 0;
  std::uint32_t worker = 0;
  std::uint32_t vertex_base = 0;
  std::uint32_t scratch_base = 0;
  const arch::isa::semantics::MatrixWeights* weights = nullptr;
};

class VertexAccelerator {
 public:
  virtual ~VertexAccelerator() = default;
  // Whether vertices of a tile with this memory can be run.
  [[nodiscard]] virtual bool accepts(const MemoryLayout& layout) = 0;
  // Nothing: interpret it, and say with `interpreted` how long it took.
  virtual std::optional<WorkerEnd> run(const MemoryLayout& layout, const VertexStart& start,
                                       CountDifferences* counts) = 0;
  virtual void interpreted(std::uint32_t entry_word, std::uint64_t slots) = 0;
  // As Executor::slow_slots and Executor::preparations.
  [[nodiscard]] virtual std::vector<std::uint64_t> slow_slots() const = 0;
  [[nodiscard]] virtual std::vector<std::function<void()>> preparations(
      const std::vector<std::uint64_t>& since, std::uint64_t times) = 0;
};

// The predecoded program outlives what is made.
using MakeAccelerator = std::function<std::unique_ptr<VertexAccelerator>(
    const arch::TileProgram&, const arch::Machine&, const ExecutorOptions&, const MicroProgram&)>;

// The interpreter, accelerated except where it looks for races. `name` outlives the executor.
[[nodiscard]] std::unique_ptr<Executor> make_accelerated_interpreter(std::string_view name,
                                                                     MakeAccelerator make);

}  // namespace bspike::sim
