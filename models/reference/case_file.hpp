// Owns reading reference cases from files. Contract: strict; a key that is missing or of another
// type is a ConfigError with its JSON path, and so is a model, loss or feature that we lack, by
// name.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "models/reference/reference_case.hpp"

namespace bspike::models {

[[nodiscard]] ReferenceCase read_case(const std::filesystem::path& file);
[[nodiscard]] ReferenceCase parse_case(std::string_view text, const std::string& name);
[[nodiscard]] ReferenceCase read_case(const nlohmann::json& document, const std::string& name);

}  // namespace bspike::models
