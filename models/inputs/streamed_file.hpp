// Owns reading a file in pieces. Contract: files that cannot be opened, pipes and devices are
// ConfigErrors; a piece that is not there, because the file ends before it or cannot be read, is a
// FormatError that names its first byte. Memory: what the caller asks for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace bspike::models {

class StreamedFile {
 public:
  explicit StreamedFile(const std::filesystem::path& file);
  ~StreamedFile();
  StreamedFile(StreamedFile&& other) noexcept;
  StreamedFile(const StreamedFile&) = delete;
  StreamedFile& operator=(const StreamedFile&) = delete;
  StreamedFile& operator=(StreamedFile&&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::uint64_t size() const { return size_; }
  // Fills all of `bytes`; `what` stands in the error: "the packet's header".
  void read(std::uint64_t offset, std::span<std::byte> bytes, const char* what) const;

 private:
  std::string name_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace bspike::models
