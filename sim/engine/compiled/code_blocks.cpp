// Owns where blocks start and end.
#include "sim/engine/compiled/code_blocks.hpp"

#include <set>

#include "arch/isa/formats.hpp"

namespace bspike::sim {
namespace {

namespace isa = arch::isa;
using isa::Family;

std::vector<CodeIssue> issues_of(const arch::TileProgram& program,
                                 const arch::CodeletEntry& codelet) {
  std::vector<CodeIssue> issues;
  for (std::uint32_t word = codelet.entry_word; word < codelet.end_word;) {
    CodeIssue next;
    next.issue = isa::read_issue(program.words, word);
    next.word = word;
    next.next_word = word + (next.issue.bundled ? 2 : 1);
    word = next.next_word;
    issues.push_back(next);
  }
  return issues;
}

bool ends_block(Family family, isa::Opcode op) {
  return family == Family::kBranch || family == Family::kRepeat ||
         (family == Family::kEngine && op != isa::Opcode::kNop);
}

struct Cuts {
  std::set<std::uint32_t> starts;
  std::set<std::uint32_t> bodies;  // starts of repeat bodies
};

Cuts find_cuts(const std::vector<CodeIssue>& issues) {
  Cuts cuts;
  for (const CodeIssue& at : issues) {
    const isa::Instruction& main = at.issue.first;
    const Family family = isa::family_of(main.op);
    if (family == Family::kBranch) cuts.starts.insert(static_cast<std::uint32_t>(main.imm));
    if (ends_block(family, main.op)) cuts.starts.insert(at.next_word);
    if (family != Family::kRepeat) continue;
    cuts.bodies.insert(at.next_word);
    cuts.starts.insert(at.next_word + 2 * static_cast<std::uint32_t>(main.imm2));
  }
  return cuts;
}

}  // namespace

std::vector<CodeBlock> cut_into_blocks(const arch::TileProgram& program,
                                       const arch::CodeletEntry& codelet,
                                       const MicroProgram& micro) {
  const std::vector<CodeIssue> issues = issues_of(program, codelet);
  const Cuts cuts = find_cuts(issues);
  std::vector<CodeBlock> blocks;
  for (const CodeIssue& at : issues) {
    if (blocks.empty() || cuts.starts.contains(at.word)) {
      CodeBlock& block = blocks.emplace_back();
      block.begin_word = at.word;
      block.is_body = cuts.bodies.contains(at.word);
    }
    CodeBlock& block = blocks.back();
    block.issues.push_back(at);
    block.end_word = at.next_word;
    block.slots = micro.slots_before[block.end_word] - micro.slots_before[block.begin_word];
    block.instructions =
        micro.instructions_before[block.end_word] - micro.instructions_before[block.begin_word];
  }
  return blocks;
}

}  // namespace bspike::sim
