// Owns the version text; the build passes the numbers.
#include "tools/driver/version.hpp"

namespace bspike::tools {

std::string version_text() {
  return "bspike " BSPIKE_VERSION " (" BSPIKE_BUILD_TYPE ", " BSPIKE_COMPILER
         ", SystemC " BSPIKE_SYSTEMC_VERSION ")";
}

std::string program_version() { return BSPIKE_VERSION; }

}  // namespace bspike::tools
