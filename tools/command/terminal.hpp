// Owns what the command writes for people: text, errors, and a progress line on a terminal.
#pragma once

#include <string>
#include <string_view>

#include "sim/run.hpp"

namespace bspike::tools {

void print_text(std::string_view text);  // standard output, as it is
// False once anything that print_text was given could not be written: a full disk, say.
[[nodiscard]] bool output_is_complete();
void print_error(std::string_view text);       // standard error, "bspike: " in front
void print_error_line(std::string_view text);  // standard error, as a line

// A line on standard error that rewrites itself: phase, step, rate, time left. Nothing appears
// unless standard error is a terminal, or when quiet.
class ProgressLine {
 public:
  explicit ProgressLine(bool quiet);
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void phase(std::string_view name);
  void text(const std::string& text);
  void update(const sim::Progress& progress);
  void clear();

 private:
  void show(const std::string& text);
  bool visible_;
  std::size_t shown_ = 0;  // characters on the line
};

// The text of the line, without terminal control: e.g. "running: step 12 of 100, 3.1 steps/s, 28 s
// left".
[[nodiscard]] std::string progress_text(const sim::Progress& progress);

}  // namespace bspike::tools
