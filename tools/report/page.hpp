// Owns the HTML page: the bundle that the build made, filled with data.
// Contract: the file needs nothing else, no network either; whatever the data says, it stays data.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace bspike::tools {

// The bundle of this build, or where it has none, a sentence that says why.
[[nodiscard]] std::string_view embedded_page();

// Throws ConfigError if the build has no bundle.
[[nodiscard]] std::string filled_page(const nlohmann::json& data);

// As filled_page, atomically into `file`.
void write_page(const nlohmann::json& data, const std::filesystem::path& file);

}  // namespace bspike::tools
