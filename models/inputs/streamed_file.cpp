// Owns the system calls of reading a file in pieces.
#include "models/inputs/streamed_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "arch/base/diagnostics.hpp"
#include "models/format_error.hpp"

namespace bspike::models {
namespace {

std::string reason(int error) { return std::generic_category().message(error); }

[[noreturn]] void refuse(const std::string& name, std::string message) {
  arch::base::raise<arch::base::ConfigError>({name, 0, 0}, {}, std::move(message));
}

std::uint64_t regular_size(const std::string& name) {
  struct stat status {};
  if (::stat(name.c_str(), &status) != 0)
    refuse(name, errno == ENOENT ? "no such file" : "cannot be opened: " + reason(errno));
  if (S_ISDIR(status.st_mode)) refuse(name, "is a directory, expected a file");
  if (!S_ISREG(status.st_mode)) refuse(name, "is a pipe or a device, expected a file");
  return static_cast<std::uint64_t>(status.st_size);
}

}  // namespace

StreamedFile::StreamedFile(const std::filesystem::path& file)
    : name_(file.string()), size_(regular_size(name_)) {
  descriptor_ = ::open(name_.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0) refuse(name_, "cannot be opened: " + reason(errno));
}

StreamedFile::StreamedFile(StreamedFile&& other) noexcept
    : name_(std::move(other.name_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      size_(other.size_) {}

StreamedFile::~StreamedFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void StreamedFile::read(std::uint64_t offset, std::span<std::byte> bytes, const char* what) const {
  const auto fail = [&](const std::string& problem) {
    fail_format({name_, 0, 0},
                std::string(what) + " at byte " + std::to_string(offset) + ": " + problem);
  };
  if (offset > size_ || size_ - offset < bytes.size())
    fail("truncated: " + std::to_string(size_ > offset ? size_ - offset : 0) + " of its " +
         std::to_string(bytes.size()) + " bytes are there");
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t got = ::pread(descriptor_, bytes.data() + done, bytes.size() - done,
                                static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("cannot be read: " + reason(errno));
    if (got == 0) fail("the file has become shorter while it was read");
    done += static_cast<std::size_t>(got);
  }
}

}  // namespace bspike::models
