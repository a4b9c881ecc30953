// Owns the keys of a machine file, and its reading, writing and reference.
#include "arch/machine/machine.hpp"

#include "arch/base/document.hpp"
#include "arch/exchange/topology.hpp"
#include "arch/machine/machine_check.hpp"

namespace bspike::arch {

using base::FieldVisitor;
using base::Unit;

namespace {

// Numbers beyond these are slips; nothing in the simulator depends on them.
constexpr double kMostTiles = 65536;
constexpr double kMostCycles = 1e6;
constexpr double kMostBytes = 1073741824;  // 1GiB

// The issue slots of each execution unit, as a section of its own.
struct UnitSlots {
  std::array<std::uint32_t, isa::kExecUnitCount>& slots;
};

void describe(FieldVisitor& visit, UnitSlots& units) {
  for (std::size_t i = 0; i < units.slots.size(); ++i) {
    const auto unit = static_cast<isa::ExecUnit>(i);
    if (unit == isa::ExecUnit::kSupervisor) continue;  // priced by the supervisor section
    visit.constant(isa::key(unit), units.slots[i], Unit::kSlots, {1, 10000}, isa::sentence(unit));
  }
}

}  // namespace

void describe(FieldVisitor& visit, ChipGeometry& chip) {
  visit.constant("tiles", chip.tiles, Unit::kNone, {1, kMostTiles}, "Usable tiles of the chip.");
  visit.constant("columns", chip.columns, Unit::kNone, {1, kMostTiles},
                 "Columns of the physical grid.");
  visit.constant("rows", chip.rows, Unit::kNone, {1, kMostTiles}, "Rows of the physical grid.");
  visit.constant("tiles_per_supertile", chip.tiles_per_supertile, Unit::kNone, {1, 64},
                 "Tiles at one crossing of the grid.");
}

void describe(FieldVisitor& visit, SramSection& sram) {
  visit.constant("base_address", sram.base_address, Unit::kNone, {0, 4294967295.0},
                 "First byte address of tile memory.");
  visit.constant("size", sram.bytes, Unit::kBytes, {8, kMostBytes}, "Memory of a tile.");
  visit.constant("element", sram.element_bytes, Unit::kBytes, {8, kMostBytes},
                 "Size of a memory element; each serves one 64-bit access a cycle.");
  visit.constant("interleaved", sram.interleaved_bytes, Unit::kBytes, {0, kMostBytes},
                 "Upper part of the memory whose elements pair and alternate by 8-byte words.");
  visit.constant("reserved", sram.reserved_bytes, Unit::kBytes, {0, kMostBytes},
                 "Bytes at the end that the loader keeps.");
  visit.flag("conflict_faults", sram.conflict_faults,
             "Fault when the halves of a wide access meet in one element, instead of taking "
             "worker.element_conflict more slots.");
}

void describe(FieldVisitor& visit, WorkerSection& worker) {
  visit.constant("contexts", worker.contexts, Unit::kNone, {1, 64}, "Worker threads of a tile.");
  visit.constant("issue_period", worker.issue_period_cycles, Unit::kCycles, {1, 1000},
                 "From one issue of a worker to its next.");
  visit.constant("repeat_limit", worker.repeat_limit, Unit::kNone, {1, 4294967295.0},
                 "Largest trip count of a hardware loop.");
  visit.constant("stack", worker.stack_bytes, Unit::kBytes, {16, kMostBytes},
                 "Scratch memory of one worker.");
  visit.constant("element_conflict", worker.element_conflict_slots, Unit::kSlots, {0, 1000},
                 "Added when the halves of a wide access meet in one element.");
}

void describe(FieldVisitor& visit, SupervisorSection& supervisor) {
  const base::Range range{0, kMostCycles};
  visit.constant("straight", supervisor.straight_cycles, Unit::kCycles, range,
                 "An ordinary instruction.");
  visit.constant("branch", supervisor.branch_cycles, Unit::kCycles, range,
                 "A taken branch or the way back of a loop.");
  visit.constant("load_use", supervisor.load_use_cycles, Unit::kCycles, range,
                 "An instruction that uses the result of the load just before it.");
  visit.constant("run", supervisor.run_cycles, Unit::kCycles, range, "Starting workers.");
  visit.constant("local_sync", supervisor.local_sync_cycles, Unit::kCycles, range,
                 "Waiting for the workers, after the last has ended.");
  visit.constant("entry", supervisor.entry_cycles, Unit::kCycles, range,
                 "Call and return of a compute set.");
  visit.constant("repeat", supervisor.repeat_cycles, Unit::kCycles, range,
                 "One trip of a schedule loop: load, add, store, branch.");
}

void describe(FieldVisitor& visit, ExchangeSection& exchange) {
  const base::Range cycles{0, kMostCycles};
  visit.choice("topology", exchange.topology, topology_names(), "Law of the route latency.");
  visit.choice("mode", exchange.mode, exchange_mode_names(),
               "static_schedule: all laws; ideal: words alone take time.");
  visit.constant("bandwidth", exchange.bytes_per_cycle, Unit::kBytesPerCycle, {1, 65536},
                 "Into a tile, and out of it.");
  visit.constant("route_offset", exchange.route_offset_cycles, Unit::kCycles, cycles,
                 "Constant term of the route latency; in a flat topology all of it.");
  visit.constant("listen_setup", exchange.listen_setup_cycles, Unit::kCycles, cycles,
                 "How long before a word arrives its receiver must be told, in row 0.");
  visit.constant("listen_setup_per_row", exchange.listen_setup_cycles_per_row, Unit::kCycles,
                 cycles, "Added to listen_setup for each row.");
  visit.constant("message_tail", exchange.message_tail_cycles, Unit::kCycles, cycles,
                 "From the last word of a message to its end.");
  visit.constant("source_change_dead", exchange.source_change_dead_cycles, Unit::kCycles, cycles,
                 "Lost by a receiver at each change of source.");
  visit.constant("first_send_words", exchange.first_send_words, Unit::kNone, {1, 1e6},
                 "Words of the first send of a phase at most.");
  visit.constant("send_words", exchange.send_words, Unit::kNone, {1, 1e6},
                 "Words of a later send at most.");
  visit.constant("instruction_size", exchange.instruction_bytes, Unit::kBytes, {0, 64},
                 "Code memory of one exchange instruction.");
}

void describe(FieldVisitor& visit, SyncSection& sync) {
  visit.constant("barrier", sync.barrier_cycles, Unit::kCycles, {0, kMostCycles},
                 "From the last arrival to the first release.");
  visit.constant("skew_per_row", sync.skew_cycles_per_row, Unit::kCycles, {0, kMostCycles},
                 "Later release of each further row.");
  visit.constant("skew_by_column", sync.skew_column_cycles, Unit::kCycles,
                 {-kMostCycles, kMostCycles}, "Offset of the release of each column.");
}

void describe(FieldVisitor& visit, HostSection& host) {
  visit.constant("bandwidth", host.bytes_per_second, Unit::kBytesPerSecond, {1, 1e15},
                 "Between host and chip, each way.");
  visit.constant("rendezvous", host.rendezvous_seconds, Unit::kSeconds, {0, 10},
                 "Fixed time of each host phase.");
}

void describe(FieldVisitor& visit, Machine& machine) {
  visit.text("name", machine.name, "Name of the machine in reports.");
  visit.text("description", machine.description, "One sentence for people.", false);
  visit.constant("clock", machine.clock_hz, Unit::kHertz, {1, 1e12}, "Clock of the tiles.");
  visit.section("chip", machine.chip, "Number and place of the tiles.");
  visit.section("sram", machine.sram, "Memory of a tile.");
  visit.section("worker", machine.worker, "Worker threads of a tile.");
  visit.section("supervisor", machine.supervisor, "Costs of the supervisor thread.");
  UnitSlots units{machine.unit_slots};
  visit.section("unit_slots", units, "Issue slots of one instruction, by execution unit.");
  visit.section("exchange", machine.exchange, "The exchange fabric.");
  visit.section("sync", machine.sync, "The barrier between compute and exchange.");
  visit.section("host", machine.host, "The connection to the host.");
  visit.texts("not_modelled", machine.not_modelled,
              "What the description leaves out, in sentences.", false);
}

const std::vector<std::string>& exchange_mode_names() {
  static const std::vector<std::string> names{"static_schedule", "ideal"};
  return names;
}

Machine build_machine(const base::Node& section) {
  base::DiagnosticSink sink;
  std::vector<base::ConstantNote> constants;
  auto machine = base::read_fields<Machine>(section, sink, &constants);
  machine.constants = std::move(constants);
  sink.throw_if_any<base::ConfigError>();
  check_machine(machine, section, sink);
  sink.throw_if_any<base::ConfigError>();
  return machine;
}

Machine load_machine(const std::string& file) { return build_machine(*base::load_extended(file)); }

std::string dump_machine(const Machine& machine) {
  return base::dump_fields(machine, 0, &machine.constants);
}

std::string document_machine() {
  std::string text =
      "A machine is a YAML mapping. `extends: other.yaml` takes another file as its base; the keys "
      "that follow replace those of the base.\n"
      "A constant is written `{value: 30cycles, provenance: assumed, source: \"why\"}`, with "
      "provenance measured, documented, derived or assumed; a bare value counts as the user's "
      "own.\n"
      "\n"
      "| key | type | default | range | meaning |\n"
      "|---|---|---|---|---|\n";
  return text + base::document_fields<Machine>("");
}

}  // namespace bspike::arch
