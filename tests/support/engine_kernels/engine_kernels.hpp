// Owns four kernels written for the tile ISA, each with the same work in C++, the tiles that they
// run on, and how they are timed; for measurements and for the guards of their ratios.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "arch/machine/machine.hpp"
#include "sim/engine/executor.hpp"

namespace bspike::tests {

struct Kernel {
  std::string text;
  std::function<void(std::byte*, std::uint32_t worker)> native;
  // The same with the six workers taking turns at the loop's head, each fetching ahead; may be
  // empty.
  std::function<void(std::byte*)> native_in_turns = {};
};

[[nodiscard]] Kernel gather_kernel(std::uint32_t row_floats);  // rows that a list names
[[nodiscard]] Kernel leaky_kernel();
[[nodiscard]] Kernel half_dot_kernel();
[[nodiscard]] Kernel branchy_kernel();

// Tiles with data for any of the kernels.
class KernelTiles {
 public:
  explicit KernelTiles(std::uint32_t tiles);
  ~KernelTiles();
  KernelTiles(const KernelTiles&) = delete;
  KernelTiles& operator=(const KernelTiles&) = delete;

  // Each gives the instructions of all tiles, as the engine counts them.
  [[nodiscard]] std::uint64_t run(const sim::Executor& executor,
                                  sim::PreparedProgram& program) const;
  void run(const Kernel& kernel) const;
  void run_in_turns(const Kernel& kernel) const;

 private:
  [[nodiscard]] std::byte* tile(std::uint32_t index) const;

  std::uint32_t tiles_;
  std::byte* bytes_;
};

[[nodiscard]] arch::Machine kernel_machine();

// Of this thread's processor time: neighbours on the host don't count, except in the caches.
[[nodiscard]] double seconds_of(const std::function<void()>& work);
[[nodiscard]] double median(std::vector<double> values);

}  // namespace bspike::tests
