// Owns the calls into zlib that compress.
#include "arch/base/gzip_stream.hpp"

#include <zlib.h>

#include <array>
#include <new>
#include <utility>

namespace bspike::arch::base {

namespace {

constexpr std::size_t kChunk = std::size_t{1} << 16;
constexpr int kGzipWindow = 16 + MAX_WBITS;
constexpr int kMemoryLevel = 9;

}  // namespace

struct GzipStream::Deflater {
  z_stream stream{};
  std::array<std::byte, kChunk> packed;

  Deflater() {
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, kMemoryLevel,
                     Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
  }
  ~Deflater() { deflateEnd(&stream); }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;
};

GzipStream::GzipStream(Sink sink)
    : sink_(std::move(sink)), deflater_(std::make_unique<Deflater>()) {}

GzipStream::~GzipStream() = default;

void GzipStream::write_flushed(std::string_view part) { pack(part, Z_SYNC_FLUSH); }

void GzipStream::end(std::string_view last_part) { pack(last_part, Z_FINISH); }

void GzipStream::pack(std::string_view part, int mode) {
  z_stream& stream = deflater_->stream;
  // zlib's interface predates const; it only reads.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(part.data()));
  stream.avail_in = static_cast<uInt>(part.size());
  do {
    stream.next_out = reinterpret_cast<Bytef*>(deflater_->packed.data());
    stream.avail_out = static_cast<uInt>(kChunk);
    (void)deflate(&stream, mode);  // cannot fail: the stream is ours and there is room
    sink_(std::span(deflater_->packed).first(kChunk - stream.avail_out));
  } while (stream.avail_out == 0);
}

}  // namespace bspike::arch::base
