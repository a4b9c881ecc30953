// Owns the system calls behind whole-file reads, and gzip expansion.
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

#include "arch/base/atomic_file.hpp"
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
  AtomicFile file(name);
  file.write(bytes);
  file.commit();
}

void write_atomically(const std::filesystem::path& file, std::string_view text) {
  write_atomically(file, std::as_bytes(std::span(text.data(), text.size())));
}

}  // namespace bspike::arch::base
