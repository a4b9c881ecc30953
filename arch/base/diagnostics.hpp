// Owns what an error knows: where it is, what was found, what was expected, what to do.
// Contract: arch and models never print; they throw one of these errors with every problem
// gathered.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bspike::arch::base {

// A place in a text file. Lines and columns count from 1; 0 means "unknown".
struct SourceLocation {
  std::string file;
  std::size_t line = 0;
  std::size_t column = 0;
};

// One problem. `render()` gives `file:line:column: key.path: message` with the hint on its own
// line.
struct Diagnostic {
  SourceLocation where;
  std::string key_path;  // dotted, e.g. "machine.sync.barrier"; empty where there is no key
  std::string message;   // what was found and what was expected
  std::string hint;      // what to do; empty where the message says it all

  [[nodiscard]] std::string render() const;
};

// Base of the errors that carry diagnostics. what() is all of them rendered, one a paragraph.
class DiagnosedError : public std::runtime_error {
 public:
  explicit DiagnosedError(std::vector<Diagnostic> diagnostics);
  [[nodiscard]] const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
};

class ConfigError : public DiagnosedError {
  using DiagnosedError::DiagnosedError;
};  // exit code 2
class AsmError : public DiagnosedError {
  using DiagnosedError::DiagnosedError;
};  // exit code 2
class CompileError : public DiagnosedError {
  using DiagnosedError::DiagnosedError;
};  // exit code 2
class FormatError : public DiagnosedError {
  using DiagnosedError::DiagnosedError;
};  // damaged data file or Image; exit code 2

// Gathers problems so that all are reported together.
class DiagnosticSink {
 public:
  void add(Diagnostic diagnostic) { diagnostics_.push_back(std::move(diagnostic)); }
  [[nodiscard]] bool empty() const { return diagnostics_.empty(); }
  [[nodiscard]] const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

  // Throws Error with everything gathered so far, if anything was.
  template <class Error>
  void throw_if_any() const {
    if (!diagnostics_.empty()) throw Error(diagnostics_);
  }

 private:
  std::vector<Diagnostic> diagnostics_;
};

// Throws Error with one problem.
template <class Error>
[[noreturn]] void raise(SourceLocation where, std::string key_path, std::string message,
                        std::string hint = {}) {
  std::vector<Diagnostic> diagnostics(1);
  diagnostics[0] = {std::move(where), std::move(key_path), std::move(message), std::move(hint)};
  throw Error(std::move(diagnostics));
}

// The candidate nearest to `word` by edit distance, or empty if none is near enough to suggest.
[[nodiscard]] std::string nearest_word(std::string_view word,
                                       const std::vector<std::string>& candidates);

}  // namespace bspike::arch::base
