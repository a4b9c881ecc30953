// Owns a tile's memory as its contexts access it: range, code, alignment, element conflicts, races.
// Contract: what arch/isa/semantics/memory.hpp asks of a Memory. A fault is noted once; the data a
// program may touch begins behind its code.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "sim/engine/element_map.hpp"
#include "sim/engine/executor.hpp"
#include "sim/engine/race_log.hpp"

namespace bspike::sim {

// What is the same for every context of a tile while a compute set runs.
struct MemoryLayout {
  TileMemory memory;
  std::uint32_t code_begin = 0;  // offsets from memory.base
  std::uint32_t code_end = 0;
  ElementMap elements;
  std::uint32_t conflict_slots = 0;
  bool conflict_faults = false;
};

// Throws std::invalid_argument where the base is not 16-byte aligned or the code lies outside.
[[nodiscard]] MemoryLayout make_layout(const arch::Machine& machine, TileMemory memory,
                                       std::uint32_t code_base, std::uint64_t code_bytes);

// The fault that an access with this address and size makes.
[[nodiscard]] Fault explain_access(const MemoryLayout& layout, std::uint32_t address,
                                   std::uint32_t bytes);

template <bool kRaces>
class CheckedMemory {
 public:
  CheckedMemory(const MemoryLayout& layout, RaceLog* races, std::uint32_t worker)
      : layout_(layout), races_(races), worker_(worker) {
    for (std::size_t log = 0; log < kSizes; ++log) {
      const std::uint32_t size = 1u << log;
      first_[log] = (layout.code_end + size - 1) / size;
      const std::uint32_t end = layout.memory.size / size;
      count_[log] = end > first_[log] ? end - first_[log] : 0;
    }
  }

  template <std::uint32_t bytes>
  [[nodiscard]] const std::byte* read(std::uint32_t address) {
    const std::byte* place = locate<bytes>(address);
    if constexpr (kRaces) {
      if (place != nullptr && !races_->read(worker_, address - layout_.memory.base, bytes)) {
        return note({.kind = FaultKind::kRace, .address = address});
      }
    }
    return place;
  }

  template <std::uint32_t bytes>
  [[nodiscard]] std::byte* write(std::uint32_t address) {
    std::byte* place = locate<bytes>(address);
    if constexpr (kRaces) {
      if (place != nullptr && !races_->write(worker_, address - layout_.memory.base, bytes)) {
        return note({.kind = FaultKind::kRace, .address = address});
      }
    }
    return place;
  }

  [[nodiscard]] bool together(std::uint32_t a, std::uint32_t b) {
    if (layout_.elements.element(a) != layout_.elements.element(b)) return true;
    return conflict(b);
  }

  [[nodiscard]] bool together(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    const std::uint32_t of_a = layout_.elements.element(a);
    const std::uint32_t of_b = layout_.elements.element(b);
    const std::uint32_t of_c = layout_.elements.element(c);
    if (of_a != of_b && of_a != of_c && of_b != of_c) return true;
    return conflict(of_a == of_b ? b : c);
  }

  [[nodiscard]] const Fault& fault() const { return fault_; }
  [[nodiscard]] std::uint64_t conflict_slots() const { return conflict_slots_; }

 private:
  static constexpr std::size_t kSizes = 5;  // 1 to 16 bytes

  // Rotating puts the low bits on top, so that one comparison finds misalignment and both ends.
  template <std::uint32_t bytes>
  [[nodiscard]] std::byte* locate(std::uint32_t address) {
    constexpr int log = std::countr_zero(bytes);
    const std::uint32_t offset = address - layout_.memory.base;
    if (std::rotr(offset, log) - first_[log] >= count_[log]) [[unlikely]] {
      return note(explain_access(layout_, address, bytes));
    }
    return layout_.memory.bytes + offset;
  }

  std::byte* note(Fault fault) {
    if (fault_.kind == FaultKind::kNone) fault_ = fault;
    return nullptr;
  }

  bool conflict(std::uint32_t address) {
    if (layout_.conflict_faults) {
      note({.kind = FaultKind::kElementConflict, .address = address});
      return false;
    }
    conflict_slots_ += layout_.conflict_slots;
    return true;
  }

  MemoryLayout layout_;
  std::array<std::uint32_t, kSizes> first_{};  // in units of the size
  std::array<std::uint32_t, kSizes> count_{};
  std::uint64_t conflict_slots_ = 0;
  Fault fault_;
  RaceLog* races_ = nullptr;
  std::uint32_t worker_ = 0;
};

}  // namespace bspike::sim
