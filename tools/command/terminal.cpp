// Owns writing to the terminal.
#include "tools/command/terminal.hpp"

#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <locale>
#include <sstream>

namespace bspike::tools {

namespace {

void write_to(std::FILE* stream, std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream);
}

std::string one_digit(double value) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out.setf(std::ios::fixed);
  out.precision(1);
  out << value;
  return out.str();
}

}  // namespace

void print_text(std::string_view text) { write_to(stdout, text); }

bool output_is_complete() { return std::fflush(stdout) == 0 && std::ferror(stdout) == 0; }

void print_error(std::string_view text) { write_to(stderr, "bspike: " + std::string(text) + "\n"); }

void print_error_line(std::string_view text) { write_to(stderr, std::string(text) + "\n"); }

std::string progress_text(const sim::Progress& progress) {
  std::string text = "running: step " + std::to_string(progress.steps_done) + " of " +
                     std::to_string(progress.steps_total);
  if (progress.steps_done == 0 || progress.wall_seconds <= 0) return text;
  const double rate = static_cast<double>(progress.steps_done) / progress.wall_seconds;
  const double left = static_cast<double>(progress.steps_total - progress.steps_done) / rate;
  return text + ", " + one_digit(rate) + " steps/s, " +
         std::to_string(static_cast<long long>(std::ceil(left))) + " s left";
}

ProgressLine::ProgressLine(bool quiet) : visible_(!quiet && isatty(STDERR_FILENO) == 1) {}

void ProgressLine::phase(std::string_view name) { show(std::string(name) + " ..."); }

void ProgressLine::text(const std::string& text) { show(text); }

void ProgressLine::update(const sim::Progress& progress) { show(progress_text(progress)); }

void ProgressLine::clear() {
  if (shown_ > 0) write_to(stderr, "\r" + std::string(shown_, ' ') + "\r");
  shown_ = 0;
}

void ProgressLine::show(const std::string& text) {
  if (!visible_) return;
  clear();
  write_to(stderr, text);
  shown_ = text.size();
}

}  // namespace bspike::tools
