// Owns the blocks of a trace file.
#include "sim/trace/trace_file.hpp"

namespace bspike::sim {

namespace {

constexpr std::size_t kBlock = std::size_t{1} << 18;

}  // namespace

TraceFile::TraceFile(const std::filesystem::path& name) : file_(name) {
  if (name.extension() == ".gz")
    gzip_.emplace([this](std::span<const std::byte> bytes) { write(bytes); });
}

void TraceFile::append(std::string_view text) {
  if (failure_) return;
  pending_ += text;
  if (pending_.size() >= kBlock) flush(false);
}

void TraceFile::flush(bool last) {
  try {
    if (!gzip_)
      write(std::as_bytes(std::span(pending_.data(), pending_.size())));
    else if (last)
      gzip_->end(pending_);
    else
      gzip_->write_flushed(pending_);
  } catch (...) {
    failure_ = std::current_exception();
  }
  pending_.clear();
}

void TraceFile::write(std::span<const std::byte> bytes) {
  file_.write(bytes);
  written_ += bytes.size();
}

void TraceFile::commit() {
  if (!failure_) flush(true);
  if (failure_) std::rethrow_exception(failure_);
  file_.commit();
}

}  // namespace bspike::sim
