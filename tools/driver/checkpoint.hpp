// Owns checkpoints: trained parameters and optimiser state by tensor name, in one checked file.
// Contract: a file is written whole or not at all; reading throws FormatError for damage, loading
// throws ConfigError when the tensors are not those of the image.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "arch/program/image.hpp"
#include "sim/run.hpp"

namespace bspike::tools {

struct CheckpointTensor {
  std::string name;
  arch::TensorRole role{};
  arch::ElementType type{};
  std::vector<std::uint64_t> shape;
  std::vector<std::byte> data;  // row-major, little-endian
};

struct Checkpoint {
  std::uint64_t steps = 0;  // training steps done
  std::vector<CheckpointTensor> tensors;
};

[[nodiscard]] std::string serialize_checkpoint(const Checkpoint& checkpoint);
[[nodiscard]] Checkpoint parse_checkpoint(const std::string& bytes, const std::string& name);
void write_checkpoint(const Checkpoint& checkpoint, const std::filesystem::path& file);
[[nodiscard]] Checkpoint read_checkpoint(const std::filesystem::path& file);

// Everything an image trains, as it stands in the machine.
[[nodiscard]] Checkpoint capture(const arch::Image& image, const sim::Machinery& machinery,
                                 std::uint64_t steps);
// Throws ConfigError unless the checkpoint has each tensor that the image saves, in type and shape.
// An inference image takes the parameters and leaves the optimiser state.
void check_matches(const Checkpoint& checkpoint, const arch::Image& image, const std::string& name);
void restore(const Checkpoint& checkpoint, const arch::Image& image, sim::Machinery& machinery);

}  // namespace bspike::tools
