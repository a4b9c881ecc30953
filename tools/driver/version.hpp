// Owns the program's version as text.
#pragma once

#include <string>

namespace bspike::tools {

// "bspike 0.1.0 (Release, GNU 12.2.0, SystemC 2.3.4)"
[[nodiscard]] std::string version_text();
[[nodiscard]] std::string program_version();  // "0.1.0"

}  // namespace bspike::tools
