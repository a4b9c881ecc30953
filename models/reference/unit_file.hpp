// Owns checking unit files: reference values of one part each, surrogates, losses or optimisers,
// against what the host reference computes in single precision. Contract: strict as case files are;
// a part or an argument that we lack is a ConfigError with its JSON path.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "models/reference/compare_case.hpp"

namespace bspike::models {

// A row a surrogate, loss or optimiser and tensor; nothing if the document is no unit file. Errors
// of surrogates and losses are relative (to each value; to the largest of a tensor), those of
// parameters absolute.
[[nodiscard]] std::optional<std::vector<ComparisonRow>> check_unit_file(
    const nlohmann::json& document, const std::string& name);

}  // namespace bspike::models
