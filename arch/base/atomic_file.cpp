// Owns the system calls behind atomic writes.
#include "arch/base/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <list>
#include <system_error>
#include <utility>

namespace bspike::arch::base {
namespace {

namespace fs = std::filesystem;

std::string reason(int error) { return std::generic_category().message(error); }

template <class Error>
[[noreturn]] void fail(const fs::path& file, std::string message, std::string hint = {}) {
  raise<Error>({file.string(), 0, 0}, "", std::move(message), std::move(hint));
}

// Where a write to `file` lands: a link's target, never a pipe or a device.
fs::path place_to_write(const fs::path& file) {
  std::error_code error;
  const auto status = fs::status(file, error);
  const bool replaceable =
      !fs::exists(status) || fs::is_regular_file(status) || fs::is_directory(status);
  if (!replaceable) fail<ConfigError>(file, "is a pipe or a device, expected a file or a new name");
  return fs::is_symlink(fs::symlink_status(file, error)) ? fs::weakly_canonical(file) : file;
}

fs::path folder_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : ".";
}

bool is_full(int error) { return error == ENOSPC || error == EDQUOT || error == EFBIG; }

[[noreturn]] void fail_to_write(const fs::path& file, int error) {
  fail<OutputError>(file, "cannot be written: " + reason(error),
                    is_full(error) ? "make room there, or name a place elsewhere" : "");
}

// The mode an ordinary new file would get; mkstemp makes private ones.
mode_t ordinary_mode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return static_cast<mode_t>(0666) & ~mask;
}

// Makes the rename itself durable. A file system that cannot sync a directory loses nothing else.
void sync_directory(const fs::path& directory) {
  const int descriptor = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

}  // namespace

void raise_unwritable(const fs::path& file, int error, std::string hint) {
  if (is_full(error)) fail_to_write(file, error);
  fail<ConfigError>(file, "cannot be written: " + reason(error), std::move(hint));
}

AtomicFile::AtomicFile(const fs::path& name) : file_(place_to_write(name)) {
  std::string pattern = (folder_of(file_) / ("." + file_.filename().string() + ".XXXXXX")).string();
  descriptor_ = ::mkstemp(pattern.data());
  if (descriptor_ < 0)
    raise_unwritable(
        file_, errno,
        "does the folder " + folder_of(file_).string() + " exist, and may you write there?");
  temporary_ = pattern;
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void AtomicFile::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(descriptor_, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) fail_to_write(file_, errno);
    bytes = bytes.subspan(static_cast<std::size_t>(put));
  }
}

void AtomicFile::sync() {
  const bool kept = ::fchmod(descriptor_, ordinary_mode()) == 0 && ::fsync(descriptor_) == 0 &&
                    ::close(std::exchange(descriptor_, -1)) == 0;
  if (!kept) fail_to_write(file_, errno);
}

void AtomicFile::commit() {
  if (descriptor_ >= 0) sync();
  if (::rename(temporary_.c_str(), file_.c_str()) != 0) raise_unwritable(file_, errno);
  temporary_.clear();
  sync_directory(folder_of(file_));
}

void write_together(std::span<const NamedText> files) {
  std::list<AtomicFile> written;
  for (const NamedText& file : files) {
    AtomicFile& next = written.emplace_back(file.file);
    next.write(std::as_bytes(std::span(file.text)));
    next.sync();
  }
  for (AtomicFile& file : written) file.commit();
}

}  // namespace bspike::arch::base
