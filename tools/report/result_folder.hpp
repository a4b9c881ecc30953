// Owns what kind of results a folder holds.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace bspike::tools {

enum class ResultKind { kRun, kValidation, kSweep };

// Throws ConfigError for a folder that holds none of them, and for a run that has not finished.
[[nodiscard]] ResultKind kind_of(const std::filesystem::path& folder);

// The JSON files of a validation's suites, by name.
[[nodiscard]] std::vector<std::filesystem::path> suite_files(const std::filesystem::path& folder);

// The last part of its path, for headings.
[[nodiscard]] std::string name_of(const std::filesystem::path& folder);

inline constexpr const char* kSweepFile = "sweep.json";

}  // namespace bspike::tools
