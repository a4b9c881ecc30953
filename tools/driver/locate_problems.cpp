// Owns the walk along a key path.
#include "tools/driver/locate_problems.hpp"

#include <algorithm>

namespace bspike::tools {

arch::base::Diagnostic located(arch::base::Diagnostic problem, const arch::base::Node& root) {
  if (!problem.where.file.empty() || problem.key_path.empty()) return problem;
  const arch::base::Node* node = &root;
  std::string_view rest = problem.key_path;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('.'), rest.size());
    const arch::base::Node* next = node->find(rest.substr(0, end));
    if (next == nullptr) break;
    node = next;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (node != &root) problem.where = node->where;
  return problem;
}

}  // namespace bspike::tools
