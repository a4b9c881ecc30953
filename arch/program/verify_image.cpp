// Owns verifying an Image as a whole, and the checks of its head: target, groups, programs.
#include <cmath>
#include <map>

#include "arch/isa/assembly.hpp"
#include "arch/program/image_tools.hpp"
#include "arch/program/verify.hpp"

namespace bspike::arch {

namespace {

void expect_equal(ImageCheck& check, const char* what, std::uint64_t image, std::uint64_t machine) {
  if (image != machine)
    check.breach(what, "the image has " + std::to_string(image) + ", machine " +
                           check.machine.name + " has " + std::to_string(machine));
}

void check_group(ImageCheck& check, const std::string& where, const std::vector<TileId>& group) {
  if (group.empty()) check.breach(where, "has no tile");
  for (std::size_t i = 0; i < group.size(); ++i) {
    if (group[i] >= check.image.tiles)
      return check.breach(where, "tile " + std::to_string(group[i]) + " is beyond the chip");
    if (i > 0 && group[i] <= group[i - 1]) return check.breach(where, "tiles do not ascend");
  }
}

// Only what check_program relies on; that the codelets fill the program is its business.
bool check_codelets(ImageCheck& check, const std::string& where, const TileProgram& program) {
  for (const CodeletEntry& codelet : program.codelets) {
    if (codelet.entry_word < codelet.end_word && codelet.end_word <= program.words.size()) continue;
    check.breach(where, "codelet " + codelet.name + " has words " +
                            std::to_string(codelet.entry_word) + " to " +
                            std::to_string(codelet.end_word) + ", which leave the program");
    return false;
  }
  return true;
}

bool check_lines(ImageCheck& check, const std::string& where, const TileProgram& program) {
  for (std::size_t i = 0; i < program.lines.size(); ++i) {
    const bool ascends = i == 0 || program.lines[i].word >= program.lines[i - 1].word;
    if (ascends && program.lines[i].word < program.words.size()) continue;
    check.breach(where, "source lines are not sorted by word, or leave the program");
    return false;
  }
  return true;
}

void check_code(ImageCheck& check, const std::string& where, const TileProgram& program) {
  base::DiagnosticSink problems;
  isa::check_program(program, problems);
  for (const base::Diagnostic& problem : problems.diagnostics())
    check.breach(where, problem.render());
}

}  // namespace

void check_target(ImageCheck& check) {
  const Image& image = check.image;
  const Machine& machine = check.machine;
  if (image.machine_name != machine.name)
    check.breach("machine",
                 "the image was compiled for " + image.machine_name + ", not for " + machine.name);
  expect_equal(check, "tiles", image.tiles, machine.chip.tiles);
  expect_equal(check, "sram_base", image.sram_base, machine.sram.base_address);
  expect_equal(check, "sram_bytes", image.sram_bytes, machine.sram.bytes);
  expect_equal(check, "workers", image.workers, machine.worker.contexts);
  constexpr std::uint64_t kAddressSpace = std::uint64_t{1} << 32;
  if (image.sram_base > kAddressSpace || image.sram_bytes > kAddressSpace - image.sram_base)
    check.breach("sram_bytes", "tile memory ends beyond 32-bit addresses");
  if (!std::isfinite(image.samples_per_step) || image.samples_per_step < 0)
    check.breach("samples_per_step", "is no number of samples");
}

void check_groups(ImageCheck& check) {
  std::map<std::vector<TileId>, std::size_t> seen;
  for (std::size_t i = 0; i < check.image.groups.size(); ++i) {
    const std::string where = "group " + std::to_string(i);
    check_group(check, where, check.image.groups[i]);
    const auto [first, is_new] = seen.emplace(check.image.groups[i], i);
    if (!is_new)
      check.breach(where, "has the same tiles as group " + std::to_string(first->second));
  }
}

void check_programs(ImageCheck& check) {
  for (std::size_t i = 0; i < check.image.programs.size(); ++i) {
    const TileProgram& program = check.image.programs[i];
    const std::string where = "program " + std::to_string(i) + " '" + program.name + "'";
    const bool inside = program.supervisor_entry_word < program.words.size();
    if (!inside) check.breach(where, "the supervisor's entry is outside the code");
    const bool tables = check_codelets(check, where, program) && check_lines(check, where, program);
    if (inside && tables) check_code(check, where, program);
  }
}

void verify_image(const Image& image, const Machine& machine) {
  ImageCheck check(image, machine);
  check_target(check);
  check_groups(check);
  check_programs(check);
  check_memory(check);
  check_compute_sets(check);
  check_exchanges(check);
  check_schedules(check);
  check_streams(check);
  check_tensors(check);
  check_series(check);
  check.throw_if_any();
}

}  // namespace bspike::arch
