// Owns the test that the machine part of docs/configuration.md is what the code says.
// With BSPIKE_REBASE=1 in the environment the part is rewritten; read the difference.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "arch/base/file.hpp"
#include "arch/machine/machine.hpp"

namespace bspike::arch {
namespace {

const std::filesystem::path kManual =
    std::filesystem::path(BSPIKE_SOURCE_DIR) / "docs" / "configuration.md";

// Where the generated part stands in the manual.
struct Part {
  std::size_t begin = 0;
  std::size_t length = 0;
};

Part machine_part(const std::string& manual) {
  const std::size_t opening = manual.find("<!-- machine:");
  const std::size_t end = manual.find("<!-- end of machine -->");
  if (opening == std::string::npos || end == std::string::npos) return {};
  const std::size_t begin = manual.find('\n', opening) + 1;
  return {begin, end - begin};
}

TEST(MachineReference, StandsInTheManual) {
  std::string manual = base::read_text(kManual);
  const Part part = machine_part(manual);
  ASSERT_NE(part.begin, 0u) << "the marks of the machine part are gone";
  if (std::getenv("BSPIKE_REBASE") != nullptr) {
    base::write_atomically(kManual, manual.replace(part.begin, part.length, document_machine()));
    return;
  }
  EXPECT_EQ(manual.substr(part.begin, part.length), document_machine())
      << "run this test with BSPIKE_REBASE=1 and read the difference";
}

}  // namespace
}  // namespace bspike::arch
