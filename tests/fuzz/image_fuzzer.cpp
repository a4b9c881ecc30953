// Feeds damaged bytes to the Image reader, as they are and with a checksum that agrees, and prints
// and verifies whatever it accepts.
#include <cstddef>
#include <cstdint>
#include <string>

#include "arch/base/diagnostics.hpp"
#include "arch/program/image_format.hpp"
#include "arch/program/image_tools.hpp"
#include "tests/support/machines.hpp"

namespace {

using namespace bspike;

void use(const arch::Image& image) {
  (void)arch::image_text(image);
  (void)arch::plan_text(image);
  try {
    (void)arch::assembly_text(image);
  } catch (const arch::base::DiagnosedError&) {
    // Words that are no instructions.
  }
  try {
    arch::verify_image(image, tests::machine_with_grid(4, 1, 2, 2));
  } catch (const arch::base::CompileError&) {
    // Breaches of the contract.
  }
}

void read(const std::string& bytes) {
  try {
    use(arch::parse_image(bytes, "fuzz"));
  } catch (const arch::base::FormatError&) {
    // Damage that the reader saw.
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string bytes(reinterpret_cast<const char*>(data), size);
  read(bytes);
  arch::seal_image(bytes);
  read(bytes);
  return 0;
}
