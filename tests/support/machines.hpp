// Owns machines built by hand for tests of rooms that must not depend on the shipped machine files.
#pragma once

#include <cstdint>
#include <vector>

#include "arch/machine/machine.hpp"

namespace bspike::tests {

// The grid and exchange numbers of the C600 ([stack]), with a round SRAM.
inline arch::Machine c600_like_machine() {
  arch::Machine machine;
  machine.name = "c600_like";
  machine.clock_hz = 1.5e9;
  machine.chip = {1472, 16, 23, 4};
  machine.sram = {0x4c000, 638976, 16384, 425984, 0x450, false};
  machine.worker = {6, 6, 4095, 256, 1};
  machine.exchange.topology = 0;
  machine.exchange.bytes_per_cycle = 4;
  machine.exchange.source_change_dead_cycles = 6;
  machine.exchange.listen_setup_cycles = 52;
  machine.exchange.listen_setup_cycles_per_row = 2;
  machine.exchange.message_tail_cycles = 5;
  machine.exchange.first_send_words = 64;
  machine.exchange.send_words = 4148;
  machine.exchange.instruction_bytes = 4;
  machine.exchange.route_offset_cycles = 21;
  machine.sync.barrier_cycles = 30;
  machine.sync.skew_cycles_per_row = 1;
  machine.sync.skew_column_cycles = {-31, -26, -22, -17, -13, -8,  -4,  1,
                                     5,   2,   -2,  -5,  -9,  -12, -16, -19};
  return machine;
}

// The same chip with another grid; columns have no skew of their own.
inline arch::Machine machine_with_grid(std::uint32_t tiles, std::uint32_t columns,
                                       std::uint32_t rows, std::uint32_t tiles_per_supertile) {
  arch::Machine machine = c600_like_machine();
  machine.chip = {tiles, columns, rows, tiles_per_supertile};
  machine.sync.skew_column_cycles.assign(columns, 0);
  return machine;
}

}  // namespace bspike::tests
