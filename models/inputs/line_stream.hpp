// Owns reading a text file line by line. Contract: memory is one piece and one line; a line that is
// too long is a FormatError at its number.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "arch/base/diagnostics.hpp"
#include "models/inputs/streamed_file.hpp"

namespace bspike::models {

class LineStream {
 public:
  explicit LineStream(const std::filesystem::path& file);
  // The next line without its end; nothing after the last. Valid until the next call.
  [[nodiscard]] std::optional<std::string_view> next();
  // Of the line that next() gave, from 1 on.
  [[nodiscard]] std::size_t number() const { return number_; }
  [[nodiscard]] arch::base::SourceLocation at(std::size_t column) const {
    return {file_.name(), number_, column};
  }

 private:
  bool refill();

  StreamedFile file_;
  std::string buffer_;
  std::size_t start_ = 0;
  std::uint64_t read_ = 0;
  std::size_t number_ = 0;
};

}  // namespace bspike::models
