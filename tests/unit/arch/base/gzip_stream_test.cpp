// Tests compressing a stream: what readers expand, and that nothing of the host is in it.
#include "arch/base/gzip_stream.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "arch/base/file.hpp"

namespace bspike::arch::base {
namespace {

std::vector<std::byte> packed(const std::vector<std::string>& parts, const std::string& last) {
  std::vector<std::byte> bytes;
  GzipStream stream([&bytes](std::span<const std::byte> part) {
    bytes.insert(bytes.end(), part.begin(), part.end());
  });
  for (const std::string& part : parts) stream.write_flushed(part);
  stream.end(last);
  return bytes;
}

std::string expanded(const std::vector<std::byte>& bytes) {
  const std::filesystem::path file =
      testing::TempDir() + "bspike-gzip-" + std::to_string(getpid()) + ".gz";
  write_atomically(file, std::span(bytes));
  const std::vector<std::byte> text = read_bytes(file);
  std::filesystem::remove(file);
  return {reinterpret_cast<const char*>(text.data()), text.size()};
}

// Hardly compressible, and far longer than a chunk of packed bytes.
std::string noise(std::size_t bytes) {
  std::string text;
  for (std::uint64_t i = 0, state = 1; i < bytes; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    text += static_cast<char>(state >> 56);
  }
  return text;
}

TEST(GzipStream, PartsComeBackInOrder) {
  const std::string long_part = noise(300'000);
  EXPECT_EQ(expanded(packed({"one ", long_part, " two "}, "three")),
            "one " + long_part + " two three");
  EXPECT_EQ(expanded(packed({}, "")), "");
}

TEST(GzipStream, HoldsNeitherTimeNorName) {
  const std::vector<std::byte> bytes = packed({"text"}, "");
  ASSERT_GE(bytes.size(), 10u);
  for (const std::size_t at : {3u, 4u, 5u, 6u, 7u}) EXPECT_EQ(bytes[at], std::byte{0}) << at;
  EXPECT_EQ(bytes, packed({"text"}, ""));
}

TEST(GzipStream, CompressesWhatRepeats) {
  EXPECT_LT(packed({std::string(100'000, 'x')}, "").size(), 1000u);
}

}  // namespace
}  // namespace bspike::arch::base
