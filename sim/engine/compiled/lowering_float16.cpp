// Owns the native forms of the f16 instructions: the processor's own conversions, four lanes at a
// time, with f32 arithmetic between them as in arch/isa/semantics/float16.hpp.
#include <llvm/IR/IntrinsicsX86.h>

#include <array>

#include "arch/isa/semantics/values.hpp"
#include "sim/engine/compiled/float_forms.hpp"

namespace bspike::sim {
namespace {

using namespace float_forms;
using llvm::Value;
using enum arch::isa::Opcode;
using In = const ReadOperands&;

llvm::Type* vector(llvm::Type* lane, unsigned count) {
  return llvm::FixedVectorType::get(lane, count);
}

Value* zero(llvm::Type* type) { return llvm::Constant::getNullValue(type); }

// Of two or four halves in integer lanes: four floats, with zeros behind two.
Value* widen(Ir& ir, Value* bits) {
  if (!bits->getType()->isVectorTy()) {
    bits = ir.CreateInsertElement(zero(vector(ir.getInt32Ty(), 2)), bits, std::uint64_t{0});
  }
  Value* halves = ir.CreateBitCast(bits, vector(ir.getHalfTy(), 4));
  return ir.CreateFPExt(halves, vector(ir.getFloatTy(), 4));
}

// Halves of four floats as two integer lanes; canonical.
Value* narrow(Ir& ir, Value* floats) {
  Value* nan = ir.CreateBitCast(ir.CreateVectorSplat(4, ir.getInt32(arch::isa::semantics::kNan)),
                                floats->getType());
  Value* clean = ir.CreateSelect(ir.CreateFCmpUNO(floats, floats), nan, floats);
  constexpr std::uint32_t kToNearest = 0;
  Value* halves =
      ir.CreateIntrinsic(llvm::Intrinsic::x86_vcvtps2ph_128, {}, {clean, ir.getInt32(kToNearest)});
  Value* lanes = ir.CreateBitCast(halves, vector(ir.getInt32Ty(), 4));
  return ir.CreateShuffleVector(lanes, {0, 1});
}

Value* low_pair(Ir& ir, Value* lanes) { return ir.CreateExtractElement(lanes, std::uint64_t{0}); }

Value* low_half_everywhere(Ir& ir, Value* a) {
  Value* low = ir.CreateTrunc(a, ir.getInt16Ty());
  return ir.CreateBitCast(ir.CreateVectorSplat(4, low), vector(ir.getInt32Ty(), 2));
}

Value* product_then_sum(Ir& ir, Value* d, Value* a, Value* b) {
  Value* product = narrow(ir, ir.CreateFMul(widen(ir, a), widen(ir, b)));
  return narrow(ir, ir.CreateFAdd(widen(ir, d), widen(ir, product)));
}

Value* less_mask(Ir& ir, Value* a, Value* b) {
  Value* less = ir.CreateFCmpOLT(widen(ir, a), widen(ir, b));
  Value* lanes = ir.CreateSExt(less, vector(ir.getInt16Ty(), 4));
  return ir.CreateBitCast(lanes, vector(ir.getInt32Ty(), 2));
}

constexpr Form kAddForm = [](Ir& ir, In in) {
  return narrow(ir, ir.CreateFAdd(widen(ir, in.bits(0)), widen(ir, in.bits(1))));
};
constexpr Form kSubForm = [](Ir& ir, In in) {
  return narrow(ir, ir.CreateFSub(widen(ir, in.bits(0)), widen(ir, in.bits(1))));
};
constexpr Form kMulForm = [](Ir& ir, In in) {
  return narrow(ir, ir.CreateFMul(widen(ir, in.bits(0)), widen(ir, in.bits(1))));
};
constexpr Form kMacForm = [](Ir& ir, In in) {
  return product_then_sum(ir, in.bits(0), in.bits(1), in.bits(2));
};
constexpr Form kMinForm = [](Ir& ir, In in) {
  return narrow(ir, smaller(ir, widen(ir, in.bits(0)), widen(ir, in.bits(1))));
};
constexpr Form kMaxForm = [](Ir& ir, In in) {
  return narrow(ir, larger(ir, widen(ir, in.bits(0)), widen(ir, in.bits(1))));
};
constexpr Form kLessForm = [](Ir& ir, In in) { return less_mask(ir, in.bits(0), in.bits(1)); };

// The same with two lanes.
template <auto form>
Value* two(Ir& ir, In in) {
  return low_pair(ir, form(ir, in));
}

constexpr auto kForms = std::to_array<FormRow>({
    {kF16v2add, two<kAddForm>, Needs::kF16c},
    {kF16v2sub, two<kSubForm>, Needs::kF16c},
    {kF16v2mul, two<kMulForm>, Needs::kF16c},
    {kF16v2mac, two<kMacForm>, Needs::kF16c},
    {kF16v2min, two<kMinForm>, Needs::kF16c},
    {kF16v2max, two<kMaxForm>, Needs::kF16c},
    {kF16v2cmplt, two<kLessForm>, Needs::kF16c},
    {kF16v4add, kAddForm, Needs::kF16c},
    {kF16v4sub, kSubForm, Needs::kF16c},
    {kF16v4mul, kMulForm, Needs::kF16c},
    {kF16v4mac, kMacForm, Needs::kF16c},
    {kF16v4min, kMinForm, Needs::kF16c},
    {kF16v4max, kMaxForm, Needs::kF16c},
    {kF16v4cmplt, kLessForm, Needs::kF16c},
    {kF16v4mulb,
     [](Ir& ir, In in) {
       Value* a = widen(ir, low_half_everywhere(ir, in.bits(0)));
       return narrow(ir, ir.CreateFMul(a, widen(ir, in.bits(1))));
     },
     Needs::kF16c},
    {kF16v4macb,
     [](Ir& ir, In in) {
       Value* a = low_half_everywhere(ir, in.bits(1));
       return product_then_sum(ir, in.bits(0), a, in.bits(2));
     },
     Needs::kF16c},
    {kF16v4acc, [](Ir& ir, In in) { return ir.CreateFAdd(in.number(0), widen(ir, in.bits(1))); },
     Needs::kF16c},
    {kF16v4dot,
     [](Ir& ir, In in) {
       Value* product = ir.CreateFMul(widen(ir, in.bits(1)), widen(ir, in.bits(2)));
       return ir.CreateFAdd(in.number(0), product);
     },
     Needs::kF16c},
    {kF16v2tof32,
     [](Ir& ir, In in) -> Value* {
       return ir.CreateShuffleVector(widen(ir, in.bits(0)), {0, 1});
     },
     Needs::kF16c},
    {kF32v2tof16,
     [](Ir& ir, In in) {
       return low_pair(
           ir, narrow(ir, ir.CreateShuffleVector(in.number(0), zero(in.number(0)->getType()),
                                                 std::array{0, 1, 2, 3})));
     },
     Needs::kF16c},
    {kF16v4tof32, [](Ir& ir, In in) { return widen(ir, in.bits(0)); }, Needs::kF16c},
    {kF32v4tof16, [](Ir& ir, In in) { return narrow(ir, in.number(0)); }, Needs::kF16c},
});

}  // namespace

std::span<const FormRow> float16_forms() { return kForms; }

}  // namespace bspike::sim
