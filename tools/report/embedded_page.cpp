// Owns the bundle inside the program: the file that the build made, byte by byte.
#include <cstddef>

#include "tools/report/page.hpp"

// The assembler reads the file itself; as a string literal it would take the compiler seconds.
asm(".pushsection .rodata\n"
    ".global bspike_page_begin\n"
    ".global bspike_page_end\n"
    "bspike_page_begin:\n"
    ".incbin \"" BSPIKE_REPORT_PAGE
    "\"\n"
    "bspike_page_end:\n"
    ".byte 0\n"
    ".popsection\n");

extern "C" const char bspike_page_begin[], bspike_page_end[];

namespace bspike::tools {

std::string_view embedded_page() {
  return {bspike_page_begin, static_cast<std::size_t>(bspike_page_end - bspike_page_begin)};
}

}  // namespace bspike::tools
