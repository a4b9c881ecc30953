// Owns the library's session, the passes that run, and how strict floats are kept.
#include "sim/engine/compiled/code_generator.hpp"

#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>

#include <stdexcept>
#include <string>

namespace bspike::sim {
namespace {

namespace orc = llvm::orc;

// Registers become values, checks and masks fold, what does not change leaves loops. Nothing here
// may reorder float arithmetic, and without fast-math flags nothing does.
constexpr const char* kPasses =
    "function(sroa,early-cse,simplifycfg,instcombine,"
    "loop-mssa(licm),early-cse,instcombine,simplifycfg)";

template <class T>
T checked(llvm::Expected<T> result) {
  if (!result) throw std::runtime_error(llvm::toString(result.takeError()));
  return std::move(*result);
}

void checked(llvm::Error error) {
  if (error) throw std::runtime_error(llvm::toString(std::move(error)));
}

orc::JITTargetMachineBuilder host_target() {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto target = checked(orc::JITTargetMachineBuilder::detectHost());
  target.getOptions().AllowFPOpFusion = llvm::FPOpFusion::Strict;
  target.setCodeGenOptLevel(llvm::CodeGenOpt::Default);
  return target;
}

HostFeatures features_of(const llvm::TargetMachine& machine) {
  const llvm::StringRef all = machine.getTargetFeatureString();
  const auto has = [&](const char* name) { return all.contains(std::string("+") + name); };
  return {.fma = has("fma,") || has("fma4"), .f16c = has("f16c"), .sse41 = has("sse4.1")};
}

}  // namespace

struct CodeGenerator::Session {
  Session()
      : target(host_target()),
        machine(checked(target.createTargetMachine())),
        jit(checked(orc::LLJITBuilder().setJITTargetMachineBuilder(target).create())),
        features(features_of(*machine)) {}

  void optimise(llvm::Module& module) {
    llvm::PassBuilder builder(machine.get());
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager calls;
    llvm::ModuleAnalysisManager modules;
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(calls);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, calls, modules);
    llvm::ModulePassManager passes;
    checked(builder.parsePassPipeline(passes, kPasses));
    passes.run(module, modules);
  }

  orc::JITTargetMachineBuilder target;
  std::unique_ptr<llvm::TargetMachine> machine;
  std::unique_ptr<orc::LLJIT> jit;
  HostFeatures features;
  std::mutex mutex;
  std::uint64_t made = 0;
};

CodeGenerator::CodeGenerator() : sessions_{std::make_shared<Session>()} {}
CodeGenerator::~CodeGenerator() = default;

const HostFeatures& CodeGenerator::features() const {
  const std::lock_guard guard(mutex_);
  return sessions_.front()->features;
}

// One that nobody uses, with its lock.
std::shared_ptr<CodeGenerator::Session> CodeGenerator::take_session(
    std::unique_lock<std::mutex>& lock) {
  const std::lock_guard guard(mutex_);
  for (const std::shared_ptr<Session>& session : sessions_) {
    lock = std::unique_lock(session->mutex, std::try_to_lock);
    if (lock.owns_lock()) return session;
  }
  sessions_.push_back(std::make_shared<Session>());
  lock = std::unique_lock(sessions_.back()->mutex);
  return sessions_.back();
}

OwnedCode CodeGenerator::compile(const CodeletAssumptions& assumptions, CodeletParts& parts) {
  std::unique_lock<std::mutex> lock;
  const std::shared_ptr<Session> session = take_session(lock);
  auto context = std::make_unique<llvm::LLVMContext>();
  const std::string name = "codelet" + std::to_string(session->made++);
  auto module = std::make_unique<llvm::Module>(name, *context);
  module->setDataLayout(session->jit->getDataLayout());
  module->setTargetTriple(session->machine->getTargetTriple().str());
  CodeletFunction(*module, name, assumptions, parts).build();
  if (llvm::verifyModule(*module)) throw std::logic_error("an ill-formed translation");
  session->optimise(*module);
  auto tracker = session->jit->getMainJITDylib().createResourceTracker();
  checked(session->jit->addIRModule(tracker,
                                    orc::ThreadSafeModule(std::move(module), std::move(context))));
  const auto symbol = checked(session->jit->lookup(name));
  OwnedCode result;
  result.code = reinterpret_cast<NativeCode>(symbol.getAddress());
  result.owner = std::shared_ptr<void>(nullptr, [session, tracker](void*) {
    const std::lock_guard removing(session->mutex);
    llvm::consumeError(tracker->remove());
  });
  return result;
}

}  // namespace bspike::sim
