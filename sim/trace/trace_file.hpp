// Owns the bytes of a trace: compression, the limit, and writing in blocks.
// Contract: append() never throws, so that a full disk does not end a run whose results can still
// be written; commit() throws what went wrong. Blocks are flushed whole, so the size of the file is
// known while it is written. Equal calls give equal bytes.
#pragma once

#include <cstdint>
#include <exception>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "arch/base/atomic_file.hpp"
#include "arch/base/gzip_stream.hpp"

namespace bspike::sim {

class TraceFile {
 public:
  // Compressed if the name ends in .gz.
  explicit TraceFile(const std::filesystem::path& name);

  void append(std::string_view text);
  // At least the bytes that the file has once all that was appended is written.
  [[nodiscard]] std::uint64_t bytes() const { return written_ + pending_.size(); }
  void commit();

 private:
  void flush(bool last);
  void write(std::span<const std::byte> bytes);

  arch::base::AtomicFile file_;
  std::optional<arch::base::GzipStream> gzip_;
  std::string pending_;
  std::uint64_t written_ = 0;
  std::exception_ptr failure_;
};

}  // namespace bspike::sim
