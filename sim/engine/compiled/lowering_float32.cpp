// Owns the native forms of the f32 instructions.
#include <array>

#include "arch/base/fp_math.hpp"
#include "sim/engine/compiled/float_forms.hpp"

namespace bspike::sim {

using llvm::Value;

namespace float_forms {

llvm::Type* integers_like(Value* floats) {
  llvm::Type* one = llvm::Type::getInt32Ty(floats->getContext());
  if (!floats->getType()->isVectorTy()) return one;
  return llvm::VectorType::get(one, llvm::cast<llvm::VectorType>(floats->getType()));
}

Value* mask(Ir& ir, Value* condition, llvm::Type* integers) {
  return ir.CreateSExt(condition, integers);
}

namespace {

// Where a = b only the signs of zeros differ: `joined` puts them together.
Value* extreme(Ir& ir, Value* a, Value* b, Value* a_wins, bool any_sign) {
  llvm::Type* bits = integers_like(a);
  Value* of_a = ir.CreateBitCast(a, bits);
  Value* of_b = ir.CreateBitCast(b, bits);
  Value* joined = any_sign ? ir.CreateOr(of_a, of_b) : ir.CreateAnd(of_a, of_b);
  Value* first = ir.CreateOr(a_wins, ir.CreateFCmpUNO(b, b));
  Value* differing = ir.CreateSelect(first, a, b);
  return ir.CreateSelect(ir.CreateFCmpOEQ(a, b), ir.CreateBitCast(joined, a->getType()), differing);
}

}  // namespace

Value* smaller(Ir& ir, Value* a, Value* b) {
  return extreme(ir, a, b, ir.CreateFCmpOLT(a, b), true);
}

Value* larger(Ir& ir, Value* a, Value* b) {
  return extreme(ir, a, b, ir.CreateFCmpOGT(a, b), false);
}

}  // namespace float_forms

namespace {

using namespace float_forms;
using enum arch::isa::Opcode;
using In = const ReadOperands&;

Value* one(Ir& ir) { return llvm::ConstantFP::get(ir.getFloatTy(), 1.0); }

Value* fused(Ir& ir, Value* d, Value* a, Value* b) {
  return ir.CreateIntrinsic(llvm::Intrinsic::fma, {d->getType()}, {a, b, d});
}

Value* root(Ir& ir, Value* a) { return ir.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, a); }

Value* lanes(Ir& ir, unsigned count, Value* a) { return ir.CreateVectorSplat(count, a); }

// A pure function of the host, called with and giving one float.
Value* called(Ir& ir, float (*function)(float), Value* a) {
  llvm::FunctionType* type = llvm::FunctionType::get(ir.getFloatTy(), {ir.getFloatTy()}, false);
  Value* address = ir.CreateIntToPtr(ir.getInt64(reinterpret_cast<std::uintptr_t>(function)),
                                     type->getPointerTo());
  llvm::CallInst* call = ir.CreateCall(type, address, {a});
  call->setDoesNotAccessMemory();
  call->setDoesNotThrow();
  call->addFnAttr(llvm::Attribute::WillReturn);
  return call;
}

constexpr Form kAddForm = [](Ir& ir, In in) { return ir.CreateFAdd(in.number(0), in.number(1)); };
constexpr Form kSubForm = [](Ir& ir, In in) { return ir.CreateFSub(in.number(0), in.number(1)); };
constexpr Form kMulForm = [](Ir& ir, In in) { return ir.CreateFMul(in.number(0), in.number(1)); };
constexpr Form kMacForm = [](Ir& ir, In in) {
  return ir.CreateFAdd(in.number(0), ir.CreateFMul(in.number(1), in.number(2)));
};
constexpr Form kFmaForm = [](Ir& ir, In in) {
  return fused(ir, in.number(0), in.number(1), in.number(2));
};
constexpr Form kMinForm = [](Ir& ir, In in) { return smaller(ir, in.number(0), in.number(1)); };
constexpr Form kMaxForm = [](Ir& ir, In in) { return larger(ir, in.number(0), in.number(1)); };
constexpr Form kLessForm = [](Ir& ir, In in) {
  Value* a = in.number(0);
  return mask(ir, ir.CreateFCmpOLT(a, in.number(1)), integers_like(a));
};
constexpr Form kLessEqualForm = [](Ir& ir, In in) {
  Value* a = in.number(0);
  return mask(ir, ir.CreateFCmpOLE(a, in.number(1)), integers_like(a));
};
constexpr Form kEqualForm = [](Ir& ir, In in) {
  Value* a = in.number(0);
  return mask(ir, ir.CreateFCmpOEQ(a, in.number(1)), integers_like(a));
};
constexpr Form kAbsForm = [](Ir& ir, In in) -> Value* {
  return ir.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, in.number(0));
};
constexpr Form kNegForm = [](Ir& ir, In in) { return ir.CreateFNeg(in.number(0)); };

constexpr auto kForms = std::to_array<FormRow>({
    {kF32add, kAddForm},
    {kF32sub, kSubForm},
    {kF32mul, kMulForm},
    {kF32mac, kMacForm},
    {kF32fma, kFmaForm, Needs::kFma},
    {kF32min, kMinForm},
    {kF32max, kMaxForm},
    {kF32cmplt, kLessForm},
    {kF32cmple, kLessEqualForm},
    {kF32cmpeq, kEqualForm},
    {kF32div, [](Ir& ir, In in) { return ir.CreateFDiv(in.number(0), in.number(1)); }},
    {kF32abs, kAbsForm},
    {kF32neg, kNegForm},
    {kF32exp, [](Ir& ir, In in) { return called(ir, arch::base::exp_f32, in.number(0)); }},
    {kF32ln, [](Ir& ir, In in) { return called(ir, arch::base::ln_f32, in.number(0)); }},
    {kF32tanh, [](Ir& ir, In in) { return called(ir, arch::base::tanh_f32, in.number(0)); }},
    {kF32sigm, [](Ir& ir, In in) { return called(ir, arch::base::sigmoid_f32, in.number(0)); }},
    {kF32sqrt, [](Ir& ir, In in) { return root(ir, in.number(0)); }},
    {kF32rsqrt, [](Ir& ir, In in) { return ir.CreateFDiv(one(ir), root(ir, in.number(0))); }},
    {kF32rcp, [](Ir& ir, In in) { return ir.CreateFDiv(one(ir), in.number(0)); }},
    {kF32toi32,
     [](Ir& ir, In in) -> Value* {
       return ir.CreateIntrinsic(llvm::Intrinsic::fptosi_sat, {ir.getInt32Ty(), ir.getFloatTy()},
                                 {in.number(0)});
     }},
    {kI32tof32, [](Ir& ir, In in) { return ir.CreateSIToFP(in.bits(0), ir.getFloatTy()); }},
    {kU32tof32, [](Ir& ir, In in) { return ir.CreateUIToFP(in.bits(0), ir.getFloatTy()); }},
    {kF32floor,
     [](Ir& ir, In in) -> Value* {
       return ir.CreateUnaryIntrinsic(llvm::Intrinsic::floor, in.number(0));
     },
     Needs::kSse41},
    {kF32v2add, kAddForm},
    {kF32v2sub, kSubForm},
    {kF32v2mul, kMulForm},
    {kF32v2mac, kMacForm},
    {kF32v2fma, kFmaForm, Needs::kFma},
    {kF32v2min, kMinForm},
    {kF32v2max, kMaxForm},
    {kF32v2cmplt, kLessForm},
    {kF32v2cmple, kLessEqualForm},
    {kF32v2cmpeq, kEqualForm},
    {kF32v2addb,
     [](Ir& ir, In in) { return ir.CreateFAdd(lanes(ir, 2, in.number(0)), in.number(1)); }},
    {kF32v2subb,
     [](Ir& ir, In in) { return ir.CreateFSub(lanes(ir, 2, in.number(0)), in.number(1)); }},
    {kF32v2mulb,
     [](Ir& ir, In in) { return ir.CreateFMul(lanes(ir, 2, in.number(0)), in.number(1)); }},
    {kF32v2macb,
     [](Ir& ir, In in) {
       Value* product = ir.CreateFMul(lanes(ir, 2, in.number(1)), in.number(2));
       return ir.CreateFAdd(in.number(0), product);
     }},
    {kF32v2cmpltb,
     [](Ir& ir, In in) {
       Value* a = lanes(ir, 2, in.number(0));
       return mask(ir, ir.CreateFCmpOLT(a, in.number(1)), integers_like(a));
     }},
    {kF32v2abs, kAbsForm},
    {kF32v2neg, kNegForm},
    {kF32v4add, kAddForm},
    {kF32v4macb,
     [](Ir& ir, In in) {
       Value* product = ir.CreateFMul(lanes(ir, 4, in.number(1)), in.number(2));
       return ir.CreateFAdd(in.number(0), product);
     }},
});

}  // namespace

std::span<const FormRow> float32_forms() { return kForms; }

}  // namespace bspike::sim
