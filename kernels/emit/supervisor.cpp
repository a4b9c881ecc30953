// Owns the supervisor's program: a walk over the launch table.
// Timing: loads stand one instruction ahead of their use where the table allows it.
#include "kernels/codelets/matrix/matrix_codelets.hpp"
#include "kernels/emit/program_builder.hpp"

namespace bspike::kernels {

namespace isa = arch::isa;

namespace {

using Op = isa::Opcode;

// Registers of the supervisor.
constexpr std::uint8_t kMulti = 0, kSingle = 1, kPointer = 2, kEntry = 3, kBase = 4;
constexpr std::uint8_t kFirstMatrix = 5, kIsMatrix = 6, kPasses = 7, kWeights = 8, kNextBase = 9;
constexpr std::int32_t kHeaderBytes = 8, kPairBytes = 8, kWordBytes = 4;

class SupervisorWriter {
 public:
  std::uint32_t here() const { return static_cast<std::uint32_t>(code_.issues.size()); }

  // Registers and immediates in the order of the assembly text.
  void put(Op op, std::initializer_list<std::int32_t> operands, std::uint32_t target = kNoLabel) {
    PlacedIssue placed;
    placed.issue.first.op = op;
    const auto* value = operands.begin();
    for (const isa::Operand& operand : isa::operands(isa::info(op).format)) {
      if (operand.kind == isa::OperandKind::kTarget) continue;
      if (operand.kind == isa::OperandKind::kImmediate)
        set_immediate(placed.issue.first, operand.slot, *value++);
      else
        set_register(placed.issue.first, operand.slot, static_cast<std::uint8_t>(*value++));
    }
    placed.word = here();
    placed.target = target;
    code_.issues.push_back(placed);
  }

  void load_pair() {
    put(Op::kLd32, {kEntry, kPointer, isa::kMainZero, 0});
    put(Op::kLd32, {kBase, kPointer, isa::kMainZero, 1});
    put(Op::kAddi, {kPointer, kPointer, kPairBytes});
  }

  void land_here(std::uint32_t branch) { code_.issues[branch].target = here(); }

  CompiledCodelet finish() {
    code_.name = "supervisor";
    code_.block_regions = {"supervisor"};
    code_.words = here();
    return std::move(code_);
  }

 private:
  CompiledCodelet code_;
};

// Passes of the vertex at hand. What does not depend on the load before it stands behind it.
void write_matrix_passes(SupervisorWriter& out) {
  out.put(Op::kLd32, {kPasses, kBase, isa::kMainZero, 0});
  out.put(Op::kAddi, {kBase, kBase, kWordBytes});
  out.put(Op::kAddi, {kPasses, kPasses, -1});
  const std::uint32_t head = out.here();
  out.put(Op::kLd32, {kWeights, kBase, isa::kMainZero, 0});
  out.put(Op::kAddi, {kNextBase, kBase, kMatrixPassWords * kWordBytes});
  for (std::int32_t place = 0; place < std::int32_t{kMatrixBlockBytes} / 16; ++place) {
    out.put(Op::kLdw128, {kWeights, place});
  }
  out.put(Op::kRunall, {kEntry, kBase});
  out.put(Op::kLsync, {});
  out.put(Op::kAddi, {kBase, kNextBase, 0});
  out.put(Op::kBrnzdec, {kPasses}, head);
}

void write_multi_worker_part(SupervisorWriter& out, std::uint32_t matrix_entry_bytes) {
  const bool has_passes = matrix_entry_bytes != kNoMatrixPasses;
  const std::uint32_t skip = out.here();
  out.put(Op::kBrz, {kMulti}, 0);
  out.put(Op::kAddi, {kMulti, kMulti, -1});
  if (has_passes) out.put(Op::kSeti, {kFirstMatrix, static_cast<std::int32_t>(matrix_entry_bytes)});
  const std::uint32_t head = out.here();
  out.load_pair();
  std::uint32_t to_passes = 0;
  if (has_passes) {
    out.put(Op::kCmpult, {kIsMatrix, kEntry, kFirstMatrix});
    to_passes = out.here();
    out.put(Op::kBrz, {kIsMatrix}, 0);
  }
  out.put(Op::kRunall, {kEntry, kBase});
  out.put(Op::kLsync, {});
  out.put(Op::kBrnzdec, {kMulti}, head);
  if (has_passes) {
    const std::uint32_t over = out.here();
    out.put(Op::kBr, {}, 0);
    out.land_here(to_passes);
    write_matrix_passes(out);
    out.put(Op::kBrnzdec, {kMulti}, head);
    out.land_here(over);
  }
  out.land_here(skip);
}

void write_single_worker_part(SupervisorWriter& out, std::uint32_t workers) {
  std::vector<std::uint32_t> leaves = {out.here()};
  out.put(Op::kBrz, {kSingle}, 0);
  const std::uint32_t head = out.here();
  for (std::uint32_t worker = 0; worker < workers; ++worker) {
    out.load_pair();
    out.put(Op::kRun, {kEntry, kBase, static_cast<std::int32_t>(worker)});
    out.put(Op::kAddi, {kSingle, kSingle, -1});
    leaves.push_back(out.here());
    out.put(Op::kBrz, {kSingle}, 0);
  }
  out.put(Op::kBr, {}, head);
  for (const std::uint32_t leave : leaves) out.land_here(leave);
}

}  // namespace

CompiledCodelet compile_supervisor(std::uint32_t workers, std::uint32_t matrix_entry_bytes) {
  SupervisorWriter out;
  out.put(Op::kLd32, {kMulti, isa::kVertexBase, isa::kMainZero, 0});
  out.put(Op::kLd32, {kSingle, isa::kVertexBase, isa::kMainZero, 1});
  out.put(Op::kAddi, {kPointer, isa::kVertexBase, kHeaderBytes});
  write_multi_worker_part(out, matrix_entry_bytes);
  write_single_worker_part(out, workers);
  out.put(Op::kLsync, {});
  out.put(Op::kDone, {});
  return out.finish();
}

}  // namespace bspike::kernels
