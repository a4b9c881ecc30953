// Owns the command as a whole: options to action, errors to exit codes.
#pragma once

namespace bspike::tools {

// Parses, acts, prints errors to standard error, returns the exit code. Throws nothing.
[[nodiscard]] int run_application(int argc, const char* const* argv);

}  // namespace bspike::tools
