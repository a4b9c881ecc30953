// Owns what a run keeps of its tensors: the checkpoint to save, the tensors to dump, the checkpoint
// to start from. Contract: kept after every step, so an interrupted run leaves its last whole step.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "models/network/network.hpp"
#include "sim/run.hpp"
#include "tools/driver/checkpoint.hpp"

namespace bspike::tools {

struct TensorRequest {
  std::filesystem::path save;      // empty: nothing is saved
  std::filesystem::path load;      // empty: initial parameters
  std::vector<std::string> dumps;  // tensor names, the image's or the user's
  std::filesystem::path dump_folder;
};

class TensorKeeper {
 public:
  // Reads the checkpoint to load and checks names against the image; throws ConfigError or
  // FormatError.
  TensorKeeper(const arch::Image& image, const models::Network& network, TensorRequest request);

  [[nodiscard]] std::uint64_t first_step() const { return loaded_ ? loaded_->steps : 0; }
  void load_into(sim::Machinery& machinery) const;
  void keep(std::uint64_t step, const sim::Machinery& machinery);
  // Writes the files of the last step kept, if any.
  void write() const;

 private:
  void find_dumps(const models::Network& network);

  const arch::Image& image_;
  TensorRequest request_;
  std::optional<Checkpoint> loaded_;
  std::optional<Checkpoint> kept_;
  std::vector<std::uint32_t> dump_tensors_;     // by dump
  std::vector<std::vector<std::byte>> dumped_;  // by dump, once a step is kept
};

}  // namespace bspike::tools
