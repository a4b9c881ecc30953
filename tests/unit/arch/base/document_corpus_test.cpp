// Owns the replay of the document fuzzer's corpus.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "arch/base/file.hpp"
#include "tests/fuzz/document_properties.hpp"

namespace bspike::arch::base {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> corpus() {
  std::vector<fs::path> files;
  const fs::path folder = fs::path(BSPIKE_SOURCE_DIR) / "tests" / "fuzz" / "corpus" / "document";
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string bytes_of(const fs::path& file) {
  const std::vector<std::byte> bytes = read_stored_bytes(file);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(DocumentCorpus, HoldsItsProperties) {
  ASSERT_GE(corpus().size(), 10u);
  for (const fs::path& file : corpus()) {
    SCOPED_TRACE(file.filename().string());
    const std::string text = bytes_of(file);
    EXPECT_NO_THROW(tests::check_document(text));
    EXPECT_NO_THROW(tests::check_assignment(text));
  }
}

// Cuts and single-byte changes of every file, without a fuzzer at hand.
TEST(DocumentCorpus, HoldsItsPropertiesWhenDamaged) {
  for (const fs::path& file : corpus()) {
    SCOPED_TRACE(file.filename().string());
    const std::string text = bytes_of(file).substr(0, 400);
    for (std::size_t i = 0; i < text.size(); ++i) {
      EXPECT_NO_THROW(tests::check_document(text.substr(0, i)));
      std::string changed = text;
      changed[i] = "[{\"'&*:\n\t-#|"[i % 12];
      EXPECT_NO_THROW(tests::check_document(changed));
    }
  }
}

}  // namespace
}  // namespace bspike::arch::base
