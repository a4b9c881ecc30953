// Owns what a run file or an image describes, as values: the first stages of the way through the
// house. Contract: all of it is checked; nothing is compiled yet.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "arch/machine/machine.hpp"
#include "arch/program/image.hpp"
#include "models/inputs/input_section.hpp"
#include "models/network/network.hpp"
#include "tools/driver/host_streams.hpp"
#include "tools/driver/run_file.hpp"

namespace bspike::tools {

struct Experiment {
  RunFile file;
  arch::Machine machine;
  models::Network network;
  models::InputSpec input;
  std::string configuration;         // resolved run file
  std::optional<arch::Image> image;  // if it was read from one
};

// A file named *.yaml or *.yml is a run file; anything else an image with its configuration in it.
[[nodiscard]] Experiment read_experiment(const std::filesystem::path& file,
                                         const Overrides& overrides);

// Batches of the training and of the test split, encoded.
[[nodiscard]] BatchSource training_batches(const Experiment& experiment);
struct TestBatches {
  std::uint64_t samples = 0;
  std::uint64_t batches = 0;
  BatchSource source;
};
// `limit`: samples at most; 0 for all.
[[nodiscard]] TestBatches test_batches(const Experiment& experiment, std::uint64_t limit);

}  // namespace bspike::tools
