// Owns the file that a run leaves in the place of its report where the machine's memory is too
// small: the numbers of the refusal, at the paths that report.json has for them.
#pragma once

#include <filesystem>

#include "kernels/compile.hpp"

namespace bspike::tools {

inline constexpr const char* kRefusalFile = "does_not_fit.json";

void write_refusal(const kernels::DoesNotFit& refusal, const std::filesystem::path& folder);

}  // namespace bspike::tools
