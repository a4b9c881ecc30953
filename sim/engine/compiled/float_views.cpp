// Owns the search for the widest views.
#include "sim/engine/compiled/float_views.hpp"

#include <algorithm>

#include "arch/isa/formats.hpp"

namespace bspike::sim {

namespace isa = arch::isa;

FloatViews::FloatViews(const std::vector<CodeBlock>& blocks) {
  width_.fill(1);
  for (const CodeBlock& block : blocks) {
    for (const CodeIssue& at : block.issues) {
      widen(at.issue.first);
      if (at.issue.bundled) widen(at.issue.aux);
    }
  }
}

// Views are aligned to their width, so two of them are apart or one holds the other.
void FloatViews::widen(const isa::Instruction& instruction) {
  for (const isa::Operand& operand : isa::operands(isa::info(instruction.op).format)) {
    if (operand.kind != isa::OperandKind::kFloat) continue;
    const std::uint8_t number = isa::register_in(instruction, operand.slot);
    const std::size_t begin = number - number % operand.width;
    if (width_[begin] >= operand.width) continue;
    std::fill_n(width_.begin() + static_cast<std::ptrdiff_t>(begin), operand.width, operand.width);
  }
}

}  // namespace bspike::sim
