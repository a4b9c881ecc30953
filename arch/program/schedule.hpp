// Owns the order of things: a tree of superstep, sequence, repeat, host-in, host-out.
// Contract: children are indices into the same vector and always larger than their parent's (the
// tree cannot loop); the root is 0.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace bspike::arch {

inline constexpr std::uint32_t kNoIndex = std::numeric_limits<std::uint32_t>::max();

enum class ScheduleKind : std::uint8_t { kSequence, kRepeat, kSuperstep, kHostIn, kHostOut };

struct ScheduleNode {
  ScheduleKind kind = ScheduleKind::kSequence;
  std::vector<std::uint32_t> children;  // sequence; repeat has exactly one

  // Repeat: before trip i the counter word on every tile of `group` becomes first + i * step.
  std::uint32_t count = 0;
  std::int32_t first = 0;
  std::int32_t step = 1;
  std::uint32_t counter_address = 0;
  std::uint32_t group = kNoIndex;  // tiles that keep the counter; also charged
                                   // SupervisorSection::repeat_cycles a trip

  // Superstep: compute set, then sync, then exchange; each may be absent.
  std::uint32_t compute_set = kNoIndex;
  std::uint32_t exchange = kNoIndex;  // index into Image::exchanges
  std::uint32_t phase_label =
      kNoIndex;  // label ids, see Image::labels: e.g. "forward", "backward", "update"
  std::uint32_t layer_label = kNoIndex;  // e.g. "layer0"
  std::uint32_t kind_label = kNoIndex;   // superstep kind, e.g. "neuron_forward"

  // Host-in, host-out: one stream, once.
  std::uint32_t stream = kNoIndex;  // index into Image::streams
};

struct Schedule {
  std::vector<ScheduleNode> nodes;
};

}  // namespace bspike::arch
