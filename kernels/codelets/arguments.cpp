// Owns the making of argument rows.
#include "kernels/codelets/arguments.hpp"

#include <utility>

namespace bspike::kernels {

ArgumentInfo address_argument(std::string name, std::string doc) {
  return {std::move(name), ArgumentKind::kAddress, std::move(doc)};
}

ArgumentInfo integer_argument(std::string name, std::string doc) {
  return {std::move(name), ArgumentKind::kInteger, std::move(doc)};
}

ArgumentInfo float_argument(std::string name, std::string doc) {
  return {std::move(name), ArgumentKind::kFloat, std::move(doc)};
}

Arguments joined(Arguments first, const Arguments& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

}  // namespace bspike::kernels
