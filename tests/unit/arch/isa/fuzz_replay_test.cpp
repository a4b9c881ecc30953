// Replays the fuzzers' corpora for the assembler and the decoder.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/fuzz/isa_properties.hpp"

namespace bspike::tests {
namespace {

struct Replayed {
  int files = 0;
  int accepted = 0;
};

template <class Check>
Replayed replay(const std::string& folder, const Check& check) {
  Replayed replayed;
  const auto path = std::filesystem::path(BSPIKE_SOURCE_DIR) / "tests/fuzz/corpus" / folder;
  for (const auto& entry : std::filesystem::directory_iterator(path)) {
    SCOPED_TRACE(entry.path());
    std::ifstream in(entry.path(), std::ios::binary);
    std::ostringstream bytes;
    bytes << in.rdbuf();
    ++replayed.files;
    if (check(bytes.str())) ++replayed.accepted;
  }
  return replayed;
}

TEST(FuzzReplay, assembly) {
  const Replayed replayed =
      replay("assembly", [](const std::string& text) { return check_assembly(text); });
  EXPECT_GE(replayed.files, 10);
  EXPECT_GE(replayed.accepted, 4);  // the corpus must reach past the errors
  EXPECT_LT(replayed.accepted, replayed.files);
}

TEST(FuzzReplay, decoder) {
  const Replayed replayed = replay("decoder", [](const std::string& bytes) {
    return check_words(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  });
  EXPECT_GE(replayed.files, 8);
  EXPECT_GE(replayed.accepted, 3);
  EXPECT_LT(replayed.accepted, replayed.files);
}

}  // namespace
}  // namespace bspike::tests
