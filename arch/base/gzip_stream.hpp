// Owns compressing a stream of bytes into one gzip member.
// Contract: the same calls give the same bytes, without a time stamp in them. A flushed part can be
// expanded whole, so its packed size is known.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

namespace bspike::arch::base {

class GzipStream {
 public:
  using Sink = std::function<void(std::span<const std::byte>)>;  // takes packed bytes; may throw

  explicit GzipStream(Sink sink);
  ~GzipStream();
  GzipStream(const GzipStream&) = delete;
  GzipStream& operator=(const GzipStream&) = delete;

  void write_flushed(std::string_view part);
  void end(std::string_view last_part);

 private:
  struct Deflater;  // of zlib
  void pack(std::string_view part, int mode);

  Sink sink_;
  std::unique_ptr<Deflater> deflater_;
};

}  // namespace bspike::arch::base
