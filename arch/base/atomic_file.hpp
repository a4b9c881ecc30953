// Owns writing a file in parts without ever showing half of it.
// Contract: what is written goes to a temporary file beside the target; commit() makes it durable
// and gives it the final name. Without commit() nothing is left, and an earlier file stays as it
// was. Throws ConfigError if the place cannot be written at all, OutputError if writing fails.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "arch/base/diagnostics.hpp"

namespace bspike::arch::base {

// A place that could be opened did not take what was written: its disk is full, say.
class OutputError : public ConfigError {
  using ConfigError::ConfigError;
};  // exit code 1

// Throws what a failed system call on `file` means: OutputError if its disk is full.
[[noreturn]] void raise_unwritable(const std::filesystem::path& file, int error,
                                   std::string hint = {});

class AtomicFile {
 public:
  explicit AtomicFile(const std::filesystem::path& name);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::span<const std::byte> bytes);
  void sync();  // what was written is on the disk; nothing follows
  void commit();

 private:
  std::filesystem::path file_;  // a link's target
  std::string temporary_;       // empty once it has the final name
  int descriptor_ = -1;
};

struct NamedText {
  std::filesystem::path file;
  std::string text;
};
// Files that stand for one result, the one that readers look for last: all of them are on the disk
// before the first gets its name, so a full disk leaves an earlier result whole.
void write_together(std::span<const NamedText> files);

}  // namespace bspike::arch::base
