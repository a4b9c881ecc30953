// Owns the estimate of issue slots: executions of a codelet's regions times the slots of each.
// Contract: exact for the worker's own instructions where no access meets an element conflict; the
// number of executions is a formula of the codelet, the slots of a region follow from its code.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "kernels/codelets/codelet.hpp"

namespace bspike::kernels {

[[nodiscard]] std::function<std::uint64_t(const WorkSize&, const arch::Machine&)> slot_estimate(
    const std::string& codelet);

// Issue slots of one execution of a codelet's inner loop, and its closed-form lower bound.
[[nodiscard]] std::uint64_t inner_slots(const Codelet& codelet, const arch::Machine& machine);
[[nodiscard]] std::uint64_t minimum_slots(const Codelet& codelet, const arch::Machine& machine);

}  // namespace bspike::kernels
