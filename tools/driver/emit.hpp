// Owns what `--emit` gives out: each stage's value as text, or the image as a file.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "arch/program/image.hpp"

namespace bspike::tools {

// One --emit WHAT or WHAT=FILE.
struct EmitRequest {
  std::string what;
  std::filesystem::path file;  // empty: standard output
};
[[nodiscard]] const std::vector<std::string>& emit_names();
// Throws ConfigError for an unknown name, and for an image without a file.
[[nodiscard]] EmitRequest parse_emit(const std::string& text);

class Emitter {
 public:
  explicit Emitter(std::vector<EmitRequest> requests) : requests_(std::move(requests)) {}

  // The stage's text is made only if it was asked for.
  void text(const std::string& what, const std::function<std::string()>& make);
  void image(const arch::Image& image);

  [[nodiscard]] bool asked() const { return !requests_.empty(); }
  // Nothing is left to emit, so later stages need not run.
  [[nodiscard]] bool finished() const { return done_ == requests_.size() && asked(); }
  [[nodiscard]] const std::string& output() const { return output_; }

 private:
  std::vector<EmitRequest> requests_;
  std::size_t done_ = 0;
  std::string output_;
};

}  // namespace bspike::tools
