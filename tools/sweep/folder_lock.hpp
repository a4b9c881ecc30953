// Owns the promise that one sweep at a time writes to a folder. Contract: the lock ends with the
// process, however it ends.
#pragma once

#include <filesystem>

namespace bspike::tools {

class FolderLock {
 public:
  // Throws ConfigError with the process that holds it.
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int file_ = -1;
};

}  // namespace bspike::tools
