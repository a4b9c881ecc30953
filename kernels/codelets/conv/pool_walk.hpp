// Owns the walk that poolings share, forward and backward: over pooled positions, samples and
// planes of two channels. A worker takes every W-th position.
#pragma once

#include <functional>

#include "kernels/codelets/codelet.hpp"
#include "kernels/codelets/idioms.hpp"

namespace bspike::kernels {

// Where a position, sample and plane are: in the convolution's map, and as neurons of the first of
// the two channels; the second is `to_second` bytes on, or the same where there is none.
struct PoolPlace {
  Int window;  // its first cell
  Int neuron;
  Int to_second;
  Int entry;    // of the plane table: bytes to the second channel, 0, factors of both
  Int history;  // as neuron, in a history; where the codelet has one
};

struct PoolWalk {
  const char* map;      // argument: the map, a sample behind the other
  const char* neurons;  // argument: currents or their gradients
  bool has_history;     // arguments history_base, stride, counter
};

// `prepare` runs once, for what all places share.
void emit_pool_walk(Builder& b, const PoolWalk& walk, const std::function<void()>& prepare,
                    const std::function<void(const PoolPlace&)>& body);

[[nodiscard]] std::vector<ArgumentInfo> pool_arguments(const std::string& map,
                                                       const std::string& map_doc,
                                                       const std::string& neurons,
                                                       const std::string& neurons_doc);
[[nodiscard]] std::vector<ArgumentInfo> winner_arguments();
// Regions of the walk; "cell" runs for `cells` of each window.
[[nodiscard]] Trips pool_trips(const WorkSize& work, const EmitContext& context,
                               std::uint32_t worker, std::uint64_t cells);
[[nodiscard]] std::uint64_t pool_windows(const WorkSize& work);

}  // namespace bspike::kernels
