// Owns evaluation: inference over the test split. Contract: every sample counts once; places of the
// last batch without a sample are ignored; equal inputs give equal results.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "tools/driver/pipeline.hpp"
#include "tools/driver/run_file.hpp"

namespace bspike::tools {

struct EvaluateRequest {
  std::filesystem::path file;
  Overrides overrides;
  std::filesystem::path load;  // checkpoint; empty: initial parameters
  std::uint64_t samples = 0;   // at most; 0: all
  bool functional = false;
};

struct Evaluation {
  std::uint64_t samples = 0;
  std::uint64_t correct = 0;
  std::vector<std::vector<std::uint64_t>> confusion;  // [target][prediction]
  std::uint64_t cycles = 0;                           // 0 if functional
  double seconds = 0;                                 // on the device
  bool timed = false;
  int exit_code = 0;
  std::string fault;  // what ended the run early; empty: nothing
  [[nodiscard]] double accuracy() const;
};

[[nodiscard]] Evaluation evaluate(const EvaluateRequest& request, const Watcher& watcher);
[[nodiscard]] std::string evaluation_text(const Evaluation& evaluation);
[[nodiscard]] std::string evaluation_json(const Evaluation& evaluation);

}  // namespace bspike::tools
