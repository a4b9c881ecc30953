// Owns the dataset section of a run file: which files hold the samples and how they become spikes.
//
//   dataset:
//     kind: idx
//     train_images: /usr/share/datasets/fashion-mnist/train-images-idx3-ubyte.gz
//     ...
//     encoding: {name: rate, train_stream: 1, test_stream: 2}
//
// Contract: relative paths start at the directory of the file that names them (the working
// directory for values of the command line); a built spec holds absolute ones. Nothing is opened.
#pragma once

#include <string>

#include "arch/base/fields.hpp"
#include "models/inputs/dataset.hpp"
#include "models/inputs/encoder.hpp"

namespace bspike::models {

struct InputSpec {
  DatasetSpec dataset;
  EncoderSpec encoder;
};

// Throws ConfigError with every problem.
[[nodiscard]] InputSpec build_input(const arch::base::Node& section);
[[nodiscard]] std::string dump_input(const InputSpec& input);  // YAML that build_input reads back
[[nodiscard]] std::string document_input();

}  // namespace bspike::models
