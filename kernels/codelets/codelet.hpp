// Owns what a codelet is: its arguments, its code, its estimate of issue slots and its count of
// work. Contract: a codelet knows nothing of placement; rows of the table are independent;
// `estimate` is held against execution by tests.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "arch/isa/exec_unit.hpp"
#include "arch/machine/machine.hpp"
#include "arch/program/tile_program.hpp"

namespace bspike::kernels {

class Builder;

enum class ArgumentKind : std::uint8_t { kAddress, kInteger, kFloat };

struct ArgumentInfo {
  std::string name;  // as in docs/training_step.md, snake_case
  ArgumentKind kind;
  std::string doc;
};

// Values of the arguments and of the tables they point to, for estimates: by argument name.
struct WorkSize {
  std::map<std::string, std::uint64_t> arguments;
  std::vector<std::uint32_t> list_counts;  // spikes a sample, for spike-driven codelets
  std::vector<std::array<std::uint32_t, 8>> segments;
};

struct WorkCount {
  std::uint64_t flops = 0;
  std::uint64_t bytes_read = 0;
  std::uint64_t bytes_written = 0;
};

struct EmitContext {
  std::uint32_t workers = 0;
  std::uint32_t repeat_limit = 0;
  std::uint64_t sram_bytes = 0;  // no tensor is larger
};

// How often a worker executes each region of a codelet's code.
using Trips = std::map<std::string, std::uint64_t>;

// The inner loop as the documentation and its tests see it.
struct InnerLoop {
  std::string region;          // whose issue slots are counted
  std::uint32_t elements = 1;  // units one execution of it covers
  std::string unit;            // e.g. "spike and plane"
  // Closed-form lower bound of one execution: the instructions it can't do without, by unit; each
  // pipe issues one a slot, so the busier pipe decides. `minimum` says it in words.
  std::vector<std::pair<arch::isa::ExecUnit, std::uint32_t>> bound;
  std::string minimum;
};

struct Codelet {
  std::string name;
  std::vector<ArgumentInfo> arguments;
  // Runs on all workers with a worker index; else on one worker, dealt round robin by the
  // supervisor.
  bool multi_worker = true;
  // Passes of the matrix unit: the argument block is a count of passes and their arguments; for
  // each pass the supervisor loads 512 bytes of weights from its first argument, then starts the
  // workers on it.
  bool matrix_passes = false;
  std::function<void(Builder&, const EmitContext&)> emit;
  // The formula behind `estimate`: executions of each region by one worker.
  std::function<Trips(const WorkSize&, const EmitContext&, std::uint32_t worker)> trips;
  InnerLoop inner;
  // Made by the frames of neuron models, which do not load ahead everywhere; such a loop may miss
  // its bound by a few slots.
  bool framed = false;
  // One of a product of rows (neuron models and surrogates) whose parts others show: documents and
  // golden files leave it out.
  bool one_of_many = false;
  // Of a neuron's backward step: the carry is the current gradient of the step after, so both
  // arguments may be one buffer.
  bool current_gradient_may_be_carry = false;
  // Issue slots of the slowest worker, all entry and exit instructions included.
  std::function<std::uint64_t(const WorkSize&, const arch::Machine&)> estimate;
  std::function<WorkCount(const WorkSize&)> count;
};

[[nodiscard]] std::span<const Codelet> codelet_table();
[[nodiscard]] const Codelet& find_codelet(
    const std::string& name);  // throws CompileError that names it

// One program with these codelets (in this order) and the supervisor; shared by all tiles that need
// no others.
[[nodiscard]] arch::TileProgram build_program(const std::string& name,
                                              std::span<const std::string> codelets,
                                              const arch::Machine& machine);

}  // namespace bspike::kernels
