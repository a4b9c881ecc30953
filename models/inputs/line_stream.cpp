// Owns cutting pieces of a file into lines.
#include "models/inputs/line_stream.hpp"

#include <algorithm>

#include "models/format_error.hpp"

namespace bspike::models {
namespace {

constexpr std::uint64_t kPiece = 1 << 16;
constexpr std::size_t kLongestLine = 1 << 12;

}  // namespace

LineStream::LineStream(const std::filesystem::path& file) : file_(file) {}

// Drops what was handed out and appends a piece; false at the end of the file.
bool LineStream::refill() {
  if (read_ == file_.size()) return false;
  buffer_.erase(0, start_);
  start_ = 0;
  const std::size_t before = buffer_.size();
  const std::uint64_t piece = std::min(kPiece, file_.size() - read_);
  buffer_.resize(before + piece);
  file_.read(read_, std::as_writable_bytes(std::span(buffer_).subspan(before)), "text");
  read_ += piece;
  return true;
}

std::optional<std::string_view> LineStream::next() {
  ++number_;
  std::size_t end = buffer_.find('\n', start_);
  while (end == std::string::npos) {
    if (buffer_.size() - start_ > kLongestLine)
      fail_format(at(0), "a line of more than " + std::to_string(kLongestLine) + " characters");
    if (!refill()) break;
    end = buffer_.find('\n', start_);
  }
  if (end == std::string::npos && start_ == buffer_.size()) return std::nullopt;
  const std::size_t stop = std::min(end, buffer_.size());
  std::string_view line = std::string_view(buffer_).substr(start_, stop - start_);
  start_ = std::min(stop + 1, buffer_.size());
  if (line.size() > kLongestLine)
    fail_format(at(0), "a line of more than " + std::to_string(kLongestLine) + " characters");
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace bspike::models
