// Owns the sentences of fault reports.
#include "sim/fault_report.hpp"

#include <charconv>

#include "sim/source_lines.hpp"

namespace bspike::sim {

namespace {

std::string hex(std::uint32_t value) {
  char digits[8];
  const auto end = std::to_chars(digits, digits + sizeof digits, value, 16).ptr;
  return "0x" + std::string(digits, end);
}

void append_label(std::string& path, const arch::Image& image, std::uint32_t label) {
  if (label == arch::kNoIndex) return;
  if (!path.empty()) path += '/';
  path += image.labels.at(label);
}

std::string sentence(const Fault& fault) {
  const std::string address = hex(fault.address);
  switch (fault.kind) {
    case FaultKind::kNone:
      return {};
    case FaultKind::kOutOfRange:
      return "an access at " + address + " lies outside the tile's memory";
    case FaultKind::kMisaligned:
      return "an access at " + address + " is not aligned to its size";
    case FaultKind::kCodeAccess:
      return "an access at " + address + " touches the tile's code";
    case FaultKind::kIllegalInstruction:
      return "the word is no legal instruction here";
    case FaultKind::kRepeatLimit:
      return "a repeat asks for more trips than the machine allows";
    case FaultKind::kTrap:
      return "the program trapped with code " + std::to_string(fault.code);
    case FaultKind::kElementConflict:
      return "both halves of the access at " + address + " lie in one memory element";
    case FaultKind::kNoProgress:
      return "a worker reached the limit of issue slots without ending its vertex";
    case FaultKind::kRace:
      return "workers of one compute set touch the same bytes at " + address;
    case FaultKind::kSupervisor:
      return "the supervisor broke a rule: a busy worker, a wrong number, or an end too early";
  }
  return {};
}

}  // namespace

std::string superstep_name(const arch::Image& image, const arch::ScheduleNode& node) {
  std::string path;
  append_label(path, image, node.phase_label);
  append_label(path, image, node.layer_label);
  append_label(path, image, node.kind_label);
  return path;
}

std::string codelet_at(const arch::TileProgram& program, std::uint32_t word) {
  for (const arch::CodeletEntry& codelet : program.codelets)
    if (word >= codelet.entry_word && word < codelet.end_word) return codelet.name;
  return "supervisor";
}

std::string source_line_at(const arch::TileProgram& program, std::uint32_t word) {
  const SourceLines lines(program);
  const std::uint32_t line = lines.line_of(word);
  const std::string text = lines.text_of(line);
  return text.empty() ? std::string{} : std::to_string(line) + ": " + text;
}

FaultReport describe_fault(const Fault& fault, const arch::TileProgram& program,
                           arch::TileId tile) {
  FaultReport report;
  report.kind = std::string(name(fault.kind));
  report.message = sentence(fault);
  report.codelet = codelet_at(program, fault.pc_word);
  report.source_line = source_line_at(program, fault.pc_word);
  report.tile = tile;
  report.worker = fault.worker;
  report.pc_word = fault.pc_word;
  return report;
}

}  // namespace bspike::sim
