// Owns what the tests of damaged data files share: a copy of a file whose bytes can be changed, and
// all ways to cut or flip it.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "arch/base/diagnostics.hpp"
#include "arch/base/file.hpp"
#include "arch/base/random.hpp"

namespace bspike::models::test {

inline const std::string kMade = BSPIKE_SOURCE_DIR "/tests/made/";

template <class Call>
std::string message_of(const Call& call) {
  try {
    call();
  } catch (const arch::base::DiagnosedError& error) {
    return error.what();
  }
  return "no error";
}

inline std::vector<char> bytes_in(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A file of its own for each process, removed at the end.
class ScratchFile {
 public:
  explicit ScratchFile(const std::string& name)
      : path_(testing::TempDir() + "bspike_" + std::to_string(::getpid()) + "_" + name) {}
  ~ScratchFile() { std::filesystem::remove(path_); }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  void write(const std::vector<char>& bytes) const {
    std::filesystem::remove(path_);  // replacing what is in a file makes some file systems wait
    std::ofstream(path_, std::ios::binary | std::ios::trunc)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Calls `read` on the file cut to each length that `stride` steps over; it must be refused with the
// file's name, or read, where the cut leaves a whole file. Returns how many were refused.
inline int cut_everywhere(const std::string& file, std::size_t stride,
                          const std::function<void(const std::string&)>& read) {
  const std::vector<char> whole = bytes_in(file);
  const ScratchFile scratch("cut" + std::filesystem::path(file).extension().string());
  int refused = 0;
  for (std::size_t length = 0; length < whole.size(); length += stride) {
    scratch.write({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)});
    const std::string message = message_of([&] { read(scratch.path()); });
    if (message == "no error") continue;
    EXPECT_EQ(message.rfind(scratch.path(), 0), 0u) << length << ": " << message;
    ++refused;
  }
  return refused;
}

// The same with one to three bytes changed at random places.
inline int flip_bytes(const std::string& file, std::uint64_t trials,
                      const std::function<void(const std::string&)>& read) {
  const std::vector<char> whole = bytes_in(file);
  const ScratchFile scratch("flip" + std::filesystem::path(file).extension().string());
  int refused = 0;
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    std::vector<char> bytes = whole;
    for (std::uint64_t flip = 0; flip <= trial % 3; ++flip)
      bytes[arch::base::random_bits(1, trial, flip) % bytes.size()] =
          static_cast<char>(arch::base::random_bits(2, trial, flip) & 0xff);
    scratch.write(bytes);
    const std::string message = message_of([&] { read(scratch.path()); });
    if (message == "no error") continue;
    EXPECT_EQ(message.rfind(scratch.path(), 0), 0u) << trial << ": " << message;
    ++refused;
  }
  return refused;
}

// What the fuzzers keep is read or refused, never anything else. Returns how many were read.
inline int replay_corpus(const std::string& folder,
                         const std::function<void(const std::string&)>& read) {
  int count = 0, good = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(BSPIKE_SOURCE_DIR "/tests/fuzz/corpus/" + folder)) {
    good += message_of([&] { read(entry.path().string()); }) == "no error" ? 1 : 0;
    ++count;
  }
  EXPECT_GE(count, 15);
  EXPECT_LT(good, count);
  return good;
}

}  // namespace bspike::models::test
