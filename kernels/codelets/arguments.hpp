// Owns the ways codelets write down their argument lists.
#pragma once

#include <string>
#include <vector>

#include "kernels/codelets/codelet.hpp"

namespace bspike::kernels {

[[nodiscard]] ArgumentInfo address_argument(std::string name, std::string doc);
[[nodiscard]] ArgumentInfo integer_argument(std::string name, std::string doc);
[[nodiscard]] ArgumentInfo float_argument(std::string name, std::string doc);

using Arguments = std::vector<ArgumentInfo>;

// Both lists, one behind the other.
[[nodiscard]] Arguments joined(Arguments first, const Arguments& second);

}  // namespace bspike::kernels
