// Owns running a reference case on the host reference.
#pragma once

#include "models/reference/reference_case.hpp"

namespace bspike::models {

template <class Real>
[[nodiscard]] CaseResult run_case(const ReferenceCase& the_case);

}  // namespace bspike::models
