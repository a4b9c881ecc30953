// Owns locking a sweep's folder.
#include "tools/sweep/folder_lock.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "arch/base/atomic_file.hpp"
#include "arch/base/diagnostics.hpp"

namespace bspike::tools {

namespace {

[[noreturn]] void refuse(const std::filesystem::path& folder, const std::string& message,
                         const std::string& hint) {
  arch::base::raise<arch::base::ConfigError>({folder.string(), 0, 0}, "", message, hint);
}

struct flock whole_file() {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return lock;
}

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& folder) {
  file_ = ::open((folder / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0) arch::base::raise_unwritable(folder, errno, "may you write there?");
  struct flock lock = whole_file();
  if (::fcntl(file_, F_SETLK, &lock) == 0) return;
  struct flock holder = whole_file();
  const bool known = ::fcntl(file_, F_GETLK, &holder) == 0 && holder.l_type != F_UNLCK;
  ::close(file_);
  refuse(folder,
         "another sweep writes there" +
             (known ? ": process " + std::to_string(holder.l_pid) : std::string()),
         "wait for its end, or give another --out");
}

FolderLock::~FolderLock() { ::close(file_); }

}  // namespace bspike::tools
