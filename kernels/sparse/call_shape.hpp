// Owns calls of one codelet made many times: names of arguments resolve once, each call then gives
// values alone. Contract: throws CompileError for an argument that is not named.
#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/vertex.hpp"

namespace bspike::kernels::sparse {

class CallShape {
 public:
  // `names`: of the values that calls will give, in their order.
  CallShape(const std::string& codelet, std::initializer_list<std::string_view> names);
  [[nodiscard]] Call operator()(std::initializer_list<std::uint64_t> values) const;

 private:
  std::string_view codelet_;  // of the codelet table
  bool multi_worker_ = true;
  std::vector<std::size_t> places_;  // of each argument among the values
};

[[nodiscard]] inline std::uint64_t float_bits(double value) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

}  // namespace bspike::kernels::sparse
