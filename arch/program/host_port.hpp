// Owns the contract between a running Image and the outside world: named streams of bytes, a
// training step at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace bspike::arch {

// Contract: calls come in schedule order, steps count from 0; `fill` must write every byte; both
// may throw to end the run.
class HostPort {
 public:
  virtual ~HostPort() = default;
  virtual void fill(std::uint32_t stream, std::uint64_t step,
                    std::span<std::byte> bytes) = 0;  // host to chip
  virtual void take(std::uint32_t stream, std::uint64_t step,
                    std::span<const std::byte> bytes) = 0;  // chip to host
};

}  // namespace bspike::arch
