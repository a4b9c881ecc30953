// Owns the texts that reading, dumping and documenting fields share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arch/base/fields.hpp"

namespace bspike::arch::base {

[[nodiscard]] std::string member_path(const std::string& prefix, std::string_view key);
// In quotes, long texts cut.
[[nodiscard]] std::string quoted_short(std::string_view text);
// In quotes, as YAML reads it back.
[[nodiscard]] std::string quoted_yaml(std::string_view text);
// "1B to 1GiB", "at least 1", ...
[[nodiscard]] std::string range_text(const Range& range, Unit unit);
[[nodiscard]] const std::vector<std::string>& provenance_names();

// A member's value as it is written in YAML.
[[nodiscard]] std::string format_member(std::uint64_t value, Unit unit);
[[nodiscard]] std::string format_member(std::uint32_t value, Unit unit);
[[nodiscard]] std::string format_member(std::int64_t value, Unit unit);
[[nodiscard]] std::string format_member(double value, Unit unit);
[[nodiscard]] std::string format_member(bool value, Unit unit);
[[nodiscard]] std::string format_member(const std::string& value, Unit unit);
[[nodiscard]] std::string format_member(const std::vector<std::int64_t>& value, Unit unit);
[[nodiscard]] std::string format_member(const std::vector<double>& value, Unit unit);
[[nodiscard]] std::string format_member(const std::vector<std::string>& value, Unit unit);
[[nodiscard]] std::string format_member(const std::optional<double>& value, Unit unit);
[[nodiscard]] std::string format_member(const std::optional<std::uint64_t>& value, Unit unit);

}  // namespace bspike::arch::base
