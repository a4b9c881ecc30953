// Owns the executor's contract: effects and issue-slot counts of a compute set on one tile. No
// SystemC, no clock. Contract: a tile is alone; it runs to the end of its compute set in one call.
// Function first: counts, not cycles, except that a unit's slots are weighed in. Executors are
// interchangeable: equal memory, counts and faults.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "arch/machine/machine.hpp"
#include "arch/program/image.hpp"

namespace bspike::sim {

enum class FaultKind : std::uint8_t {
  kNone,
  kOutOfRange,
  kMisaligned,
  kCodeAccess,
  kIllegalInstruction,
  kRepeatLimit,
  kTrap,
  kElementConflict,
  kNoProgress,
  kRace,
  kSupervisor,
};
[[nodiscard]] std::string_view name(FaultKind kind);

struct Fault {
  FaultKind kind = FaultKind::kNone;
  std::uint32_t worker = 0;  // == contexts: the supervisor
  std::uint32_t pc_word = 0;
  std::uint32_t address = 0;  // of a memory fault
  std::uint32_t code = 0;     // of trap
};

// What a tile did in one compute set. Cycles = launch_cycles + issue_period * critical_slots.
struct ComputeCounts {
  std::uint64_t launch_cycles = 0;   // supervisor
  std::uint64_t critical_slots = 0;  // sum over local syncs of the slowest worker
  std::uint64_t issue_slots = 0;     // of all workers
  std::uint64_t instructions =
      0;  // of all workers and the supervisor; a bundle counts two, no-ops none
};

// A tile's memory as an executor sees it: bytes [0, size) stand for addresses base .. base + size.
struct TileMemory {
  std::byte* bytes = nullptr;
  std::uint32_t base = 0;
  std::uint32_t size = 0;
};

struct ExecutorOptions {
  bool check_races = false;
  bool profile_lines = false;
  // A vertex that has issued more when it takes a branch (conflict slots apart) makes no progress;
  // so does the supervisor. 2^32 slots are 14 s of a Bow tile's time, and as long to interpret.
  std::uint64_t slot_limit = 1ull << 32;
};

// A program made ready for a machine, once for all tiles that run it.
class PreparedProgram {
 public:
  virtual ~PreparedProgram() = default;
};

class Executor {
 public:
  virtual ~Executor() = default;
  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual std::unique_ptr<PreparedProgram> prepare(
      const arch::TileProgram& program, const arch::Machine& machine,
      const ExecutorOptions& options) const = 0;
  // Runs the supervisor from its entry with m12 = launch_address until `done`. `code_base`: address
  // of the program in tile memory; `scratch_base`: first worker's scratch area. On a fault the
  // counts are those up to it.
  virtual Fault run(PreparedProgram& program, TileMemory memory, std::uint32_t code_base,
                    std::uint32_t scratch_base, std::uint32_t launch_address,
                    ComputeCounts& counts) const = 0;
  // Per-word execution counts and per-codelet calls and slots since prepare (profile_lines).
  struct Profile {
    std::vector<std::uint64_t> word_executions;
    std::vector<std::uint64_t> codelet_calls, codelet_slots, codelet_instructions;
  };
  [[nodiscard]] virtual const Profile& profile(const PreparedProgram& program) const = 0;
  // Work that could be done in a faster way: issue slots that were interpreted, by codelet.
  [[nodiscard]] virtual std::vector<std::uint64_t> slow_slots(
      const PreparedProgram& program) const = 0;
  // What would pay if the program did `times` more what it did since slow_slots was `since`: each
  // call on any thread.
  [[nodiscard]] virtual std::vector<std::function<void()>> preparations(
      PreparedProgram& program, const std::vector<std::uint64_t>& since,
      std::uint64_t times) const = 0;
};

[[nodiscard]] std::unique_ptr<Executor> make_interpreter();

}  // namespace bspike::sim
