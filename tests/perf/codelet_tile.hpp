// Owns a tile on which any codelet of the table can run for long: arguments and data are chosen by
// the names that the table gives them, so that a new codelet is measured without a line here as
// long as its arguments carry known names. One that does not is refused by name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/codelets/codelet.hpp"
#include "sim/engine/executor.hpp"

namespace bspike::perf {

class CodeletTile {
 public:
  CodeletTile(const kernels::Codelet& codelet, const arch::Machine& machine);

  [[nodiscard]] const arch::TileProgram& program() const { return program_; }
  // The memory of the first run; what lies behind the data is not touched.
  void reset();
  // Once.
  sim::Fault run(const sim::Executor& executor, sim::PreparedProgram& prepared,
                 sim::ComputeCounts& counts);

 private:
  void lay_out(const kernels::Codelet& codelet);
  void put(std::uint32_t address, const std::vector<std::uint32_t>& words);
  std::uint32_t address_of(const kernels::Codelet& codelet, const std::string& argument);

  arch::TileProgram program_;
  std::uint32_t base_ = 0, launch_ = 0, scratch_ = 0, free_ = 0;
  std::vector<std::byte> start_, bytes_;
};

// Adds a benchmark for each codelet and engine.
void register_codelets();

}  // namespace bspike::perf
