// Owns the consistency rules of machine descriptions.
#include "arch/machine/machine_check.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace bspike::arch {
namespace {

class Checker {
 public:
  Checker(const base::Node& section, base::DiagnosticSink& sink) : section_(section), sink_(sink) {}

  void require(bool holds, std::string_view path, std::string message, std::string hint = {}) {
    if (holds) return;
    const base::Node& node = locate(path);
    sink_.add({node.where, node.key_path, std::move(message), std::move(hint)});
  }

 private:
  [[nodiscard]] const base::Node& locate(std::string_view path) const {
    const base::Node* node = &section_;
    while (!path.empty()) {
      const std::size_t dot = path.find('.');
      const base::Node* child = node->find(path.substr(0, dot));
      if (child == nullptr) return *node;
      node = child;
      path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
    }
    return *node;
  }

  const base::Node& section_;
  base::DiagnosticSink& sink_;
};

std::string number(std::uint64_t value) { return std::to_string(value); }

void check_grid(const Machine& machine, Checker& check) {
  const ChipGeometry& chip = machine.chip;
  const std::uint64_t places = std::uint64_t{chip.columns} * chip.rows * chip.tiles_per_supertile;
  check.require(chip.tiles <= places, "chip.tiles",
                "found " + number(chip.tiles) + " tiles, but the grid of " + number(chip.columns) +
                    " columns, " + number(chip.rows) + " rows and " +
                    number(chip.tiles_per_supertile) + " tiles a supertile holds " + number(places),
                "raise chip.rows or chip.columns");
}

void check_sram_layout(const SramSection& sram, Checker& check) {
  check.require(sram.bytes % 8 == 0, "sram.size",
                "found " + number(sram.bytes) + " bytes, expected a multiple of 8");
  check.require(sram.base_address % 16 == 0, "sram.base_address",
                "found " + number(sram.base_address) + ", expected a multiple of 16");
  check.require(sram.base_address + sram.bytes <= (std::uint64_t{1} << 32), "sram.size",
                "memory ends beyond 32-bit addresses");
  check.require(sram.element_bytes % 8 == 0, "sram.element",
                "found " + number(sram.element_bytes) + " bytes, expected a multiple of 8");
  check.require(sram.interleaved_bytes <= sram.bytes, "sram.interleaved",
                "found " + number(sram.interleaved_bytes) + " bytes, more than the " +
                    number(sram.bytes) + " of the memory",
                "lower sram.interleaved; 0B switches interleaving off");
  check.require(sram.interleaved_bytes % (2 * sram.element_bytes) == 0, "sram.interleaved",
                "found " + number(sram.interleaved_bytes) + " bytes, expected whole pairs of the " +
                    number(sram.element_bytes) + "-byte elements");
}

void check_sram_use(const Machine& machine, Checker& check) {
  const SramSection& sram = machine.sram;
  check.require(sram.reserved_bytes < sram.bytes, "sram.reserved",
                "found " + number(sram.reserved_bytes) + " bytes, expected fewer than the " +
                    number(sram.bytes) + " of the memory");
  check.require(sram.reserved_bytes % 8 == 0, "sram.reserved",
                "found " + number(sram.reserved_bytes) + " bytes, expected a multiple of 8");
  const std::uint64_t stacks = machine.worker.contexts * machine.worker.stack_bytes;
  const bool fits = sram.reserved_bytes >= sram.bytes || stacks < machine.usable_sram_bytes();
  check.require(fits, "worker.stack",
                "the stacks of all workers take " + number(stacks) + " bytes, the memory has " +
                    number(sram.bytes - std::min(sram.bytes, sram.reserved_bytes)));
  check.require(
      machine.worker.stack_bytes % 16 == 0, "worker.stack",
      "found " + number(machine.worker.stack_bytes) + " bytes, expected a multiple of 16");
}

void check_sync(const Machine& machine, Checker& check) {
  const std::size_t offsets = machine.sync.skew_column_cycles.size();
  check.require(offsets == machine.chip.columns, "sync.skew_by_column",
                "found " + number(offsets) + " offsets, expected one for each of the " +
                    number(machine.chip.columns) + " columns");
}

}  // namespace

void check_machine(const Machine& machine, const base::Node& section, base::DiagnosticSink& sink) {
  Checker check(section, sink);
  check.require(!machine.name.empty(), "name", "found an empty name");
  check_grid(machine, check);
  check_sram_layout(machine.sram, check);
  check_sram_use(machine, check);
  check_sync(machine, check);
  check.require(machine.exchange.bytes_per_cycle % 4 == 0, "exchange.bandwidth",
                "found " + number(machine.exchange.bytes_per_cycle) +
                    " bytes a cycle, expected whole 4-byte words");
}

}  // namespace bspike::arch
