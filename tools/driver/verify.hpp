// Owns verifying training-step cases: host reference and virtual machine against the values that a
// case file expects.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "arch/machine/machine.hpp"
#include "models/reference/compare_case.hpp"
#include "sim/run.hpp"

namespace bspike::tools {

// One implementation's comparison with one case.
struct Verdict {
  std::string case_name;
  std::string implementation;  // "reference" or the machine's name
  std::vector<models::ComparisonRow> rows;
  [[nodiscard]] bool pass() const { return models::all_pass(rows); }
};

// Without a machine: the reference alone. Unit files are checked on the reference.
[[nodiscard]] std::vector<Verdict> verify_case(const std::filesystem::path& file,
                                               const std::optional<arch::Machine>& machine,
                                               sim::Engine engine = sim::Engine::kAuto);

[[nodiscard]] std::string verdict_text(const Verdict& verdict);
[[nodiscard]] std::string verdicts_json(const std::vector<Verdict>& verdicts);

}  // namespace bspike::tools
