// Owns the machine description: every number about a chip, as typed values. Nothing about a chip is
// in code. Contract: a Machine is immutable once built and consistent (grid holds the tiles,
// regions inside SRAM, table sizes agree).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "arch/base/fields.hpp"
#include "arch/isa/exec_unit.hpp"

namespace bspike::arch {

using TileId = std::uint32_t;  // logical tile number, 0 .. tiles-1

struct ChipGeometry {
  std::uint32_t tiles = 0;
  std::uint32_t columns = 0;  // of the physical grid
  std::uint32_t rows = 0;
  std::uint32_t tiles_per_supertile = 0;  // tiles at one grid crossing
};

struct SramSection {
  std::uint64_t base_address = 0;  // first byte a tile program may address
  std::uint64_t bytes = 0;
  std::uint64_t element_bytes = 0;  // one 64-bit access a cycle an element
  std::uint64_t interleaved_bytes =
      0;  // the upper part, whose elements pair and alternate by 8-byte words
  std::uint64_t reserved_bytes = 0;  // kept by the loader at the end
  bool conflict_faults =
      false;  // two halves of a wide access in one element: fault instead of an extra issue slot
};

struct WorkerSection {
  std::uint32_t contexts = 0;
  std::uint32_t issue_period_cycles = 0;  // tile cycles between two issues of one worker
  std::uint32_t repeat_limit = 0;         // largest trip count of rpt
  std::uint64_t stack_bytes = 0;          // a worker's scratch area, for spills
  std::uint32_t element_conflict_slots = 0;
};

// Costs of the supervisor context, in tile cycles.
struct SupervisorSection {
  std::uint32_t straight_cycles = 0;  // an ordinary instruction
  std::uint32_t branch_cycles = 0;    // taken branch or loop back-edge
  std::uint32_t load_use_cycles =
      0;                         // an instruction that uses the result of the load just before it
  std::uint32_t run_cycles = 0;  // run, runall
  std::uint32_t local_sync_cycles = 0;  // lsync after the last worker's exit
  std::uint32_t entry_cycles = 0;       // fixed entry and return of a compute set
  std::uint32_t repeat_cycles =
      0;  // one trip of a schedule repeat: counter load, add, store, branch back
};

struct ExchangeSection {
  int topology = 0;                   // index into the topology table (arch/exchange)
  int mode = 0;                       // index into exchange_mode_names(): static_schedule, ideal
  std::uint32_t bytes_per_cycle = 0;  // out, and in, a tile
  std::uint32_t source_change_dead_cycles = 0;
  std::uint32_t listen_setup_cycles = 0;  // 52 of max(L, 52 + 2 row)
  std::uint32_t listen_setup_cycles_per_row = 0;
  std::uint32_t message_tail_cycles = 0;  // 5 of T = max(...) + W + 5
  std::uint32_t first_send_words = 0;     // words of the first send of a phase at most
  std::uint32_t send_words = 0;           // words of a later send at most
  std::uint32_t instruction_bytes = 0;    // code memory of one exchange instruction
  std::uint32_t route_offset_cycles = 0;  // 21 of the route law; a flat topology uses it alone
};

struct SyncSection {
  std::uint32_t barrier_cycles = 0;  // last arrival to first release
  std::uint32_t skew_cycles_per_row = 0;
  std::vector<std::int64_t>
      skew_column_cycles;  // offset by column; shifted so that the earliest tile has skew 0

  bool operator==(const SyncSection&) const = default;
};

struct HostSection {
  double bytes_per_second = 0;
  double rendezvous_seconds = 0;  // each host phase

  bool operator==(const HostSection&) const = default;
};

struct Machine {
  std::string name;
  std::string description;
  double clock_hz = 0;
  ChipGeometry chip;
  SramSection sram;
  WorkerSection worker;
  SupervisorSection supervisor;
  std::array<std::uint32_t, isa::kExecUnitCount>
      unit_slots{};  // issue slots of one instruction, by execution unit
  ExchangeSection exchange;
  SyncSection sync;
  HostSection host;
  std::vector<base::ConstantNote> constants;  // provenance of every number, in file order
  std::vector<std::string> not_modelled;      // sentences for the report

  [[nodiscard]] std::uint64_t usable_sram_bytes() const { return sram.bytes - sram.reserved_bytes; }
};

// Place of a logical tile on the physical grid.
struct TilePosition {
  std::uint32_t physical = 0;
  std::uint32_t row = 0;
  std::uint32_t column = 0;
  std::uint32_t sub = 0;  // within its supertile
};

[[nodiscard]] const std::vector<std::string>& exchange_mode_names();

// Builds and checks a machine from its section (the root of a machine file, or `machine:` of a run
// file after layering). Throws ConfigError with every problem.
[[nodiscard]] Machine build_machine(const base::Node& section);
[[nodiscard]] Machine load_machine(const std::string& file);
[[nodiscard]] std::string dump_machine(
    const Machine& machine);  // YAML that build_machine reads back to an equal machine
[[nodiscard]] std::string document_machine();  // Markdown reference of all keys

}  // namespace bspike::arch
