// Owns the run stage: executes an Image on a Machine, functionally or timed, and gathers a
// RunResult. Contract: values are the same for timed and functional runs; a fault ends the run and
// is in RunResult::fault, with what is complete before it; HostPort exceptions pass through. One
// timed run a process at a time (SystemC elaborates once).
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "arch/program/host_port.hpp"
#include "arch/program/image.hpp"
#include "sim/engine/executor.hpp"
#include "sim/result.hpp"

namespace bspike::sim {

struct Progress {
  std::uint64_t steps_done = 0, steps_total = 0;
  std::uint64_t instructions = 0;
  double wall_seconds = 0;
};

// How tile programs are executed; values, counts and faults are the same.
enum class Engine : std::uint8_t {
  kInterpreter,
  kCompiled,  // translated to native code at once; refused by a build without a code generator
  kAuto,      // interpreted until that has taken about as long as translating takes
};

struct RunOptions {
  std::uint64_t steps = 1;
  bool timed = true;          // false: values only, no SystemC
  bool check_races = false;   // workers of one segment may not write what another one touches
  bool profile_lines = true;  // hot lines and instruction mix
  std::uint64_t slot_limit =
      ExecutorOptions{}.slot_limit;  // issue slots of a worker in one compute set
  Engine engine = Engine::kAuto;
  std::uint32_t threads = 0;                 // host threads for the tiles of a phase; 0: all cores
  std::uint64_t superstep_records = 100000;  // how many SuperstepRecords are kept
  bool record_work = false;                  // keep what re-timing needs (retime.hpp)
  // Each step is a call whose results the host awaits, with so much time of the host's own.
  std::optional<double> call_overhead_seconds = {};
  std::uint64_t shuffle_seed =
      0;  // non-zero: tiles of a compute set run in a shuffled order (values must not change)
  class Trace* trace = nullptr;  // hears a timed run; its owner finishes it
  const std::atomic<bool>* stop = nullptr;  // set by Ctrl-C: the run ends after the current step
  std::function<void(const Progress&)> progress = {};  // called at most a few times a second
  std::function<void(std::uint64_t step, class Machinery&)> after_step =
      {};  // reads and writes tensors between steps
};

// Access to tile memory between steps, by named tensor. Elements are in logical row-major order, as
// raw bytes of the tensor's type.
class Machinery {
 public:
  virtual ~Machinery() = default;
  [[nodiscard]] virtual std::vector<std::byte> read_tensor(std::uint32_t tensor) const = 0;
  virtual void write_tensor(std::uint32_t tensor, std::span<const std::byte> bytes) = 0;
};

// `before_first` may load parameters into the machine; it is called after the data segments are in
// place.
[[nodiscard]] RunResult run(const arch::Image& image, const arch::Machine& machine,
                            arch::HostPort& host, const RunOptions& options,
                            const std::function<void(Machinery&)>& before_first = {});

}  // namespace bspike::sim
