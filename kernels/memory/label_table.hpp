// Owns the interning of names, in the order of their first use.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace bspike::kernels {

class LabelTable {
 public:
  std::uint32_t intern(const std::string& name) {
    const auto [entry, added] = indices_.emplace(name, static_cast<std::uint32_t>(names_.size()));
    if (added) names_.push_back(name);
    return entry->second;
  }
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
  std::map<std::string, std::uint32_t> indices_;
};

}  // namespace bspike::kernels
