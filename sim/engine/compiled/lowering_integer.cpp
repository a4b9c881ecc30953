// Owns the native forms of the integer instructions and of those that move and mask float
// registers.
#include <array>

#include "sim/engine/compiled/lowering.hpp"

namespace bspike::sim {
namespace {

using llvm::Value;
using enum arch::isa::Opcode;

Value* shift_count(Ir& ir, Value* count) { return ir.CreateAnd(count, ir.getInt32(31)); }

Value* truth(Ir& ir, Value* condition) { return ir.CreateZExt(condition, ir.getInt32Ty()); }

Value* pick(Ir& ir, Value* condition, Value* a, Value* b) {
  return ir.CreateSelect(condition, a, b);
}

Value* selected(Ir& ir, Value* mask, Value* a, Value* b) {
  return ir.CreateOr(ir.CreateAnd(a, mask), ir.CreateAnd(b, ir.CreateNot(mask)));
}

// Both zero counts are defined at 0.
Value* counted(Ir& ir, llvm::Intrinsic::ID which, Value* value) {
  return ir.CreateBinaryIntrinsic(which, value, ir.getFalse());
}

using In = const ReadOperands&;

constexpr Form kAddForm = [](Ir& ir, In in) { return ir.CreateAdd(in.bits(0), in.bits(1)); };
constexpr Form kMulForm = [](Ir& ir, In in) { return ir.CreateMul(in.bits(0), in.bits(1)); };
constexpr Form kAndForm = [](Ir& ir, In in) { return ir.CreateAnd(in.bits(0), in.bits(1)); };
constexpr Form kOrForm = [](Ir& ir, In in) { return ir.CreateOr(in.bits(0), in.bits(1)); };
constexpr Form kAndcForm = [](Ir& ir, In in) {
  return ir.CreateAnd(in.bits(0), ir.CreateNot(in.bits(1)));
};
constexpr Form kShlForm = [](Ir& ir, In in) {
  return ir.CreateShl(in.bits(0), shift_count(ir, in.bits(1)));
};
constexpr Form kShrForm = [](Ir& ir, In in) {
  return ir.CreateLShr(in.bits(0), shift_count(ir, in.bits(1)));
};
constexpr Form kSraForm = [](Ir& ir, In in) {
  return ir.CreateAShr(in.bits(0), shift_count(ir, in.bits(1)));
};
constexpr Form kEqualForm = [](Ir& ir, In in) {
  return truth(ir, ir.CreateICmpEQ(in.bits(0), in.bits(1)));
};
constexpr Form kLessForm = [](Ir& ir, In in) {
  return truth(ir, ir.CreateICmpSLT(in.bits(0), in.bits(1)));
};
constexpr Form kCopyForm = [](Ir&, In in) { return in.bits(0); };
constexpr Form kSelectForm = [](Ir& ir, In in) {
  return selected(ir, in.bits(0), in.bits(1), in.bits(2));
};

constexpr auto kForms = std::to_array<FormRow>({
    {kAdd, kAddForm},
    {kSub, [](Ir& ir, In in) { return ir.CreateSub(in.bits(0), in.bits(1)); }},
    {kMul, kMulForm},
    {kAnd, kAndForm},
    {kOr, kOrForm},
    {kXor, [](Ir& ir, In in) { return ir.CreateXor(in.bits(0), in.bits(1)); }},
    {kAndc, kAndcForm},
    {kShl, kShlForm},
    {kShr, kShrForm},
    {kSra, kSraForm},
    {kCmpeq, kEqualForm},
    {kCmpne, [](Ir& ir, In in) { return truth(ir, ir.CreateICmpNE(in.bits(0), in.bits(1))); }},
    {kCmpslt, kLessForm},
    {kCmpult, [](Ir& ir, In in) { return truth(ir, ir.CreateICmpULT(in.bits(0), in.bits(1))); }},
    {kSmin,
     [](Ir& ir, In in) {
       return pick(ir, ir.CreateICmpSLT(in.bits(0), in.bits(1)), in.bits(0), in.bits(1));
     }},
    {kSmax,
     [](Ir& ir, In in) {
       return pick(ir, ir.CreateICmpSGT(in.bits(0), in.bits(1)), in.bits(0), in.bits(1));
     }},
    {kUmin,
     [](Ir& ir, In in) {
       return pick(ir, ir.CreateICmpULT(in.bits(0), in.bits(1)), in.bits(0), in.bits(1));
     }},
    {kUmax,
     [](Ir& ir, In in) {
       return pick(ir, ir.CreateICmpUGT(in.bits(0), in.bits(1)), in.bits(0), in.bits(1));
     }},
    {kMovnz,
     [](Ir& ir, In in) {
       return pick(ir, ir.CreateICmpNE(in.bits(2), ir.getInt32(0)), in.bits(1), in.bits(0));
     }},
    {kMovz,
     [](Ir& ir, In in) {
       return pick(ir, ir.CreateICmpEQ(in.bits(2), ir.getInt32(0)), in.bits(1), in.bits(0));
     }},
    {kClz, [](Ir& ir, In in) { return counted(ir, llvm::Intrinsic::ctlz, in.bits(0)); }},
    {kCtz, [](Ir& ir, In in) { return counted(ir, llvm::Intrinsic::cttz, in.bits(0)); }},
    {kPopc,
     [](Ir& ir, In in) -> Value* {
       return ir.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, in.bits(0));
     }},
    {kAddi, kAddForm},
    {kMuli, kMulForm},
    {kAndi, kAndForm},
    {kShli, kShlForm},
    {kShri, kShrForm},
    {kSrai, kSraForm},
    {kCmpslti, kLessForm},
    {kCmpeqi, kEqualForm},
    {kSeti, kCopyForm},
    {kSethi,
     [](Ir& ir, In in) {
       return ir.CreateOr(ir.CreateShl(in.bits(1), ir.getInt32(18)),
                          ir.CreateAnd(in.bits(0), ir.getInt32(0x3ffff)));
     }},
    {kAtom, kCopyForm},
    {kMov32, kCopyForm},
    {kMov64, kCopyForm},
    {kAseti, [](Ir& ir, In in) { return ir.CreateShl(in.bits(0), ir.getInt32(14)); }},
    {kAorlo, kOrForm},
    {kAnd32, kAndForm},
    {kAndc32, kAndcForm},
    {kOr32, kOrForm},
    {kAnd64, kAndForm},
    {kAndc64, kAndcForm},
    {kOr64, kOrForm},
    {kSel32, kSelectForm},
    {kSel64, kSelectForm},
    {kSwap32, [](Ir& ir, In in) -> Value* { return ir.CreateShuffleVector(in.bits(0), {1, 0}); }},
    {kBcast32, [](Ir& ir, In in) { return ir.CreateVectorSplat(2, in.bits(0)); }},
});

}  // namespace

std::span<const FormRow> integer_forms() { return kForms; }

}  // namespace bspike::sim
