// Owns the resolution of argument names to places.
#include "kernels/sparse/call_shape.hpp"

#include <algorithm>

#include "arch/base/diagnostics.hpp"

namespace bspike::kernels::sparse {

CallShape::CallShape(const std::string& codelet, std::initializer_list<std::string_view> names) {
  const Codelet& row = find_codelet(codelet);
  codelet_ = row.name;
  multi_worker_ = row.multi_worker;
  for (const ArgumentInfo& argument : row.arguments) {
    const auto* const found = std::find(names.begin(), names.end(), argument.name);
    if (found == names.end()) {
      arch::base::raise<arch::base::CompileError>(
          {}, codelet,
          "the compiler knows no value for argument '" + argument.name + "' of this codelet",
          "name it as docs/sparse_step.md does");
    }
    places_.push_back(static_cast<std::size_t>(found - names.begin()));
  }
}

Call CallShape::operator()(std::initializer_list<std::uint64_t> values) const {
  Call call{codelet_, {}, multi_worker_};
  call.words.reserve(places_.size());
  for (const std::size_t place : places_) {
    call.words.push_back(static_cast<std::uint32_t>(values.begin()[place]));
  }
  return call;
}

}  // namespace bspike::kernels::sparse
