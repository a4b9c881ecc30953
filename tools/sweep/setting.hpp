// Owns turning values of a sweep file into settings of a run.
#pragma once

#include <filesystem>
#include <string>

#include "arch/base/document.hpp"
#include "tools/sweep/sweep_file.hpp"

namespace bspike::tools {

// A value on one line, as YAML that reads back to the same tree.
[[nodiscard]] std::string flow_text(const arch::base::Node& node);

// Names and paths of whole sections are looked up here, so that they start at the sweep file.
[[nodiscard]] Setting setting_of(const std::string& key, const arch::base::Node& value);

// Each entry of a mapping whose keys are dotted keys of the run file.
[[nodiscard]] std::vector<Setting> settings_of(const arch::base::Node& mapping);

// A key that begins with `$` names a variable: it sets nothing by itself; its text stands wherever
// `$name` stands in the values of other settings.
[[nodiscard]] bool is_variable(const Setting& setting);
void fill_in_variables(std::vector<Setting>& settings);

// What stands behind each `--set` of a run.
[[nodiscard]] std::vector<std::string> set_arguments(const std::vector<Setting>& settings);

}  // namespace bspike::tools
