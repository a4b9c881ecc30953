// Owns what happens to a document's bytes before YAML sees them.
// Contract: `prepare_text` returns UTF-8 without BOM and with LF line ends; anything that is not
// plain text (NUL, control bytes, broken UTF-8, tabs as indentation) throws ConfigError with its
// place.
#pragma once

#include <string>
#include <string_view>

namespace bspike::arch::base {

[[nodiscard]] std::string prepare_text(std::string_view text, const std::string& name);

}  // namespace bspike::arch::base
