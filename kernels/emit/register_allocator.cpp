// Owns the colouring of the interference graph: wide registers first, each to the lowest free
// place.
#include "kernels/emit/register_allocator.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "kernels/emit/liveness.hpp"
#include "kernels/emit/spill.hpp"

namespace bspike::kernels {

namespace {

constexpr std::uint8_t kUnassigned = 0xff;
constexpr int kSpillRounds = 64;

// Repeat bodies are always scheduled for speed.
std::vector<BlockSchedule> schedule_all(const Code& code, ScheduleOrder order) {
  std::vector<BlockSchedule> result;
  for (const Block& block : code.blocks)
    result.push_back(
        schedule_block(code, block, block.repeat_body ? ScheduleOrder::kCriticalPath : order));
  return result;
}

class Colouring {
 public:
  Colouring(const Code& code, const Interference& edges, RegisterPool pool)
      : code_(code), edges_(edges), pool_(pool), places_(code.registers.size(), kUnassigned) {}

  // The register that found no place, or kNoRegister.
  std::uint32_t run() {
    for (const std::uint32_t id : order())
      if (!place(id)) return id;
    return kNoRegister;
  }

  Assignment take() { return std::move(places_); }

 private:
  // Fixed ones, then wide ones, then as they appear.
  [[nodiscard]] std::vector<std::uint32_t> order() const {
    std::vector<std::uint32_t> ids(code_.registers.size());
    std::iota(ids.begin(), ids.end(), 0u);
    std::stable_sort(ids.begin(), ids.end(), [&](std::uint32_t a, std::uint32_t b) {
      const auto& ra = code_.registers[a];
      const auto& rb = code_.registers[b];
      if ((ra.fixed >= 0) != (rb.fixed >= 0)) return ra.fixed >= 0;
      return ra.width > rb.width;
    });
    return ids;
  }

  bool place(std::uint32_t id) {
    const VirtualRegister& reg = code_.registers[id];
    if (reg.fixed >= 0) {
      places_[id] = static_cast<std::uint8_t>(reg.fixed);
      return true;
    }
    const std::uint8_t size = reg.is_float ? pool_.floats : pool_.main;
    for (std::uint8_t at = 0; at + reg.width <= size;
         at = static_cast<std::uint8_t>(at + reg.width)) {
      if (!is_free(id, at)) continue;
      places_[id] = at;
      return true;
    }
    return false;
  }

  [[nodiscard]] bool is_free(std::uint32_t id, std::uint8_t at) const {
    const VirtualRegister& reg = code_.registers[id];
    const auto& others = edges_.of(id);
    return std::none_of(others.begin(), others.end(), [&](std::uint32_t other) {
      const VirtualRegister& neighbour = code_.registers[other];
      if (neighbour.is_float != reg.is_float || places_[other] == kUnassigned) return false;
      return places_[other] < at + reg.width && at < places_[other] + neighbour.width;
    });
  }

  const Code& code_;
  const Interference& edges_;
  RegisterPool pool_;
  Assignment places_;
};

// What one attempt with one schedule came to.
struct Attempt {
  std::vector<BlockSchedule> schedule;
  Interference edges;
  Assignment assignment;
  std::uint32_t failed = kNoRegister;
};

Attempt attempt(const Code& code, RegisterPool pool, ScheduleOrder order) {
  std::vector<BlockSchedule> schedule = schedule_all(code, order);
  Interference edges = interference(code, schedule);
  Attempt result{std::move(schedule), std::move(edges), {}, kNoRegister};
  Colouring colouring(code, result.edges, pool);
  result.failed = colouring.run();
  result.assignment = colouring.take();
  return result;
}

// The cheapest to keep in memory among the failed register and those in its way.
std::uint32_t spill_choice(const Code& code, const Attempt& attempt) {
  const std::vector<double> costs = spill_costs(code);
  const auto rank = [&](std::uint32_t id) {
    return costs[id] / static_cast<double>(attempt.edges.of(id).size() + 1);
  };
  std::uint32_t best = kNoRegister;
  const auto consider = [&](std::uint32_t id) {
    const bool same_class = code.registers[id].is_float == code.registers[attempt.failed].is_float;
    if (!same_class || costs[id] < 0) return;
    if (best == kNoRegister || rank(id) < rank(best)) best = id;
  };
  consider(attempt.failed);
  for (const std::uint32_t other : attempt.edges.of(attempt.failed)) consider(other);
  if (best == kNoRegister) {
    fail_codelet(code.name, "needs more registers than a worker has, and nothing is left to spill",
                 "use fewer values at a time, or split the codelet");
  }
  return best;
}

}  // namespace

AllocatedCode allocate_registers(Code code, std::uint64_t scratch_bytes, RegisterPool pool) {
  ScratchArea scratch(scratch_bytes);
  for (int round = 0; round < kSpillRounds; ++round) {
    Attempt sparing = attempt(code, pool, ScheduleOrder::kSource);
    const bool fits = sparing.failed == kNoRegister;
    // With spills in the way a faster schedule seldom fits where the sparing one does not.
    if (!fits && round > 0) {
      spill(code, spill_choice(code, sparing), scratch);
      continue;
    }
    Attempt fast = attempt(code, pool, ScheduleOrder::kCriticalPath);
    if (!fits && fast.failed != kNoRegister) {
      spill(code, spill_choice(code, sparing), scratch);
      continue;
    }
    Attempt& best = fast.failed == kNoRegister ? fast : sparing;
    return {std::move(code), std::move(best.schedule), std::move(best.assignment), scratch.used()};
  }
  fail_codelet(code.name, "needs more registers than a worker has, even with spills");
}

}  // namespace bspike::kernels
