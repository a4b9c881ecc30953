// Owns what happens to a text file's bytes before a reader of ours sees them.
// Contract: `prepare_text` returns UTF-8 without BOM and with LF line ends; anything that is not
// plain text (NUL, control bytes, broken UTF-8, tabs as indentation) throws ConfigError with its
// place.
#pragma once

#include <string>
#include <string_view>

namespace bspike::arch::base {

// Throws ConfigError with the place of the first byte that no text holds (NUL, control bytes).
void refuse_binary(std::string_view text, const std::string& name);

[[nodiscard]] std::string prepare_text(std::string_view text, const std::string& name);

// A scalar out of prepared text as UTF-8: yaml-cpp 0.7 decodes the escapes \N and \_ (U+0085 and
// U+00A0) to one byte each, which is no character.
[[nodiscard]] std::string scalar_as_utf8(std::string_view decoded);

}  // namespace bspike::arch::base
