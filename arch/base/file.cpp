// Owns the system calls behind whole-file reads and atomic writes, and gzip expansion.
#include "arch/base/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

#include "arch/base/diagnostics.hpp"
#include "arch/base/document_text.hpp"

namespace bspike::arch::base {
namespace {

// Far above any file of ours; they stop endless devices and decompression bombs.
struct SizeLimit {
  std::size_t bytes;
  const char* message;
};
constexpr SizeLimit kData{std::size_t{8} << 30, "is larger than 8GiB"};
constexpr SizeLimit kText{std::size_t{256} << 20,
                          "is larger than 256MiB, too large for a text file of ours"};
constexpr std::size_t kLargestExpansion = std::size_t{2} << 30;
constexpr std::size_t kChunk = std::size_t{1} << 20;

[[noreturn]] void fail(const std::filesystem::path& file, std::string message,
                       std::string hint = {}) {
  raise<ConfigError>({file.string(), 0, 0}, "", std::move(message), std::move(hint));
}

std::string reason(int error) { return std::generic_category().message(error); }

// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return number_; }
  [[nodiscard]] bool close() { return ::close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

// The size of a file that can be read to its end. Pipes and devices are refused before they are
// opened: they may never end, and opening a pipe waits for its writer.
std::size_t size_to_expect(const std::filesystem::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) {
    if (errno == ENOENT) fail(file, "no such file");
    fail(file, "cannot be opened: " + reason(errno));
  }
  if (S_ISDIR(status.st_mode)) fail(file, "is a directory, expected a file");
  if (!S_ISREG(status.st_mode)) fail(file, "is a pipe or a device, expected a file");
  return status.st_size > 0 ? static_cast<std::size_t>(status.st_size) : 0;
}

// Where a write to `file` lands: a link's target, never a pipe or a device.
std::filesystem::path place_to_write(const std::filesystem::path& file) {
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  const bool replaceable = !std::filesystem::exists(status) ||
                           std::filesystem::is_regular_file(status) ||
                           std::filesystem::is_directory(status);
  if (!replaceable) fail(file, "is a pipe or a device, expected a file or a new name");
  return std::filesystem::is_symlink(std::filesystem::symlink_status(file, error))
             ? std::filesystem::weakly_canonical(file)
             : file;
}

template <class Buffer>
Buffer read_whole(const std::filesystem::path& file, const SizeLimit& limit) {
  const std::size_t expected = size_to_expect(file);
  if (expected > limit.bytes) fail(file, limit.message, "is it the right file?");
  Buffer bytes;
  bytes.reserve(expected);
  Descriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (descriptor.get() < 0) fail(file, "cannot be opened: " + reason(errno));
  std::vector<typename Buffer::value_type> chunk(kChunk);
  for (;;) {
    const ssize_t got = ::read(descriptor.get(), chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(file, "cannot be read: " + reason(errno));
    if (got == 0) return bytes;
    bytes.insert(bytes.end(), chunk.begin(), chunk.begin() + got);
    if (bytes.size() > limit.bytes) fail(file, limit.message, "is it the right file?");
  }
}

// A zlib stream that frees itself.
struct Inflater {
  z_stream stream{};
  Inflater() { ready = inflateInit2(&stream, 16 + MAX_WBITS) == Z_OK; }
  ~Inflater() { inflateEnd(&stream); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  bool ready = false;
};

void feed(z_stream& stream, const std::vector<std::byte>& packed, std::size_t& fed) {
  if (stream.avail_in > 0 || fed == packed.size()) return;
  const std::size_t part = std::min(kChunk, packed.size() - fed);
  // zlib's interface predates const; it only reads.
  stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(packed.data() + fed));
  stream.avail_in = static_cast<uInt>(part);
  fed += part;
}

std::vector<std::byte> gunzip(const std::vector<std::byte>& packed,
                              const std::filesystem::path& file) {
  const auto is = [&](std::size_t i, unsigned value) {
    return packed.size() > i && packed[i] == std::byte(value);
  };
  if (!is(0, 0x1f) || !is(1, 0x8b)) fail(file, "is not gzip data though its name ends in .gz");
  Inflater inflater;
  if (!inflater.ready) fail(file, "cannot be expanded: zlib does not start");
  z_stream& stream = inflater.stream;
  std::vector<std::byte> bytes;
  std::vector<std::byte> chunk(kChunk);
  std::size_t fed = 0;
  for (;;) {
    feed(stream, packed, fed);
    stream.next_out = reinterpret_cast<Bytef*>(chunk.data());
    stream.avail_out = static_cast<uInt>(chunk.size());
    const int status = inflate(&stream, Z_NO_FLUSH);
    const std::size_t made = chunk.size() - stream.avail_out;
    bytes.insert(bytes.end(), chunk.begin(), chunk.begin() + static_cast<std::ptrdiff_t>(made));
    if (bytes.size() > kLargestExpansion) fail(file, "expands to more than 2GiB");
    if (status == Z_STREAM_END) {
      if (stream.avail_in == 0 && fed == packed.size()) return bytes;
      if (inflateReset(&stream) != Z_OK) fail(file, "is damaged gzip data");  // a further member
    } else if (status == Z_BUF_ERROR ||
               (status == Z_OK && made == 0 && fed == packed.size() && stream.avail_in == 0)) {
      fail(file, "is gzip data that ends early", "the file is truncated; fetch it again");
    } else if (status != Z_OK) {
      fail(file, "is damaged gzip data", "fetch the file again");
    }
  }
}

void write_all(int descriptor, std::span<const std::byte> bytes,
               const std::filesystem::path& file) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(descriptor, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) fail(file, "cannot be written: " + reason(errno));
    bytes = bytes.subspan(static_cast<std::size_t>(put));
  }
}

// The mode an ordinary new file would get; mkstemp makes private ones.
mode_t ordinary_mode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return static_cast<mode_t>(0666) & ~mask;
}

// Removes the temporary file unless it was renamed.
struct Temporary {
  std::string name;
  ~Temporary() {
    if (!name.empty()) ::unlink(name.c_str());
  }
};

// Makes the rename itself durable. A file system that cannot sync a directory loses nothing else.
void sync_directory(const std::filesystem::path& directory) {
  Descriptor descriptor(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor.get() >= 0) ::fsync(descriptor.get());
}

}  // namespace

std::string read_text(const std::filesystem::path& file) {
  std::string text = read_whole<std::string>(file, kText);
  refuse_binary(text, file.string());
  return text;
}

std::vector<std::byte> read_stored_bytes(const std::filesystem::path& file) {
  return read_whole<std::vector<std::byte>>(file, kData);
}

std::vector<std::byte> read_bytes(const std::filesystem::path& file) {
  std::vector<std::byte> bytes = read_stored_bytes(file);
  return file.extension() == ".gz" ? gunzip(bytes, file) : bytes;
}

void write_atomically(const std::filesystem::path& name, std::span<const std::byte> bytes) {
  const std::filesystem::path file = place_to_write(name);
  const std::filesystem::path directory = file.has_parent_path() ? file.parent_path() : ".";
  std::string pattern = (directory / ("." + file.filename().string() + ".XXXXXX")).string();
  Descriptor descriptor(::mkstemp(pattern.data()));
  if (descriptor.get() < 0) {
    fail(file, "cannot be written: " + reason(errno),
         "does the folder " + directory.string() + " exist, and may you write there?");
  }
  Temporary temporary{pattern};
  write_all(descriptor.get(), bytes, file);
  const bool kept = ::fchmod(descriptor.get(), ordinary_mode()) == 0 &&
                    ::fsync(descriptor.get()) == 0 && descriptor.close() &&
                    ::rename(pattern.c_str(), file.c_str()) == 0;
  if (!kept) fail(file, "cannot be written: " + reason(errno));
  temporary.name.clear();
  sync_directory(directory);
}

void write_atomically(const std::filesystem::path& file, std::string_view text) {
  write_atomically(file, std::as_bytes(std::span(text.data(), text.size())));
}

}  // namespace bspike::arch::base
