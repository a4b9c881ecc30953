// Owns what a build without a code generator says.
#include <stdexcept>

#include "sim/engine/compiled/compiled_executor.hpp"

namespace bspike::sim {
namespace {

[[noreturn]] void refuse() {
  throw std::runtime_error("this build has no code generator: install llvm-14-dev and build again");
}

}  // namespace

bool has_code_generator() { return false; }

std::unique_ptr<Executor> make_compiled_executor(const CompileOptions&) { refuse(); }

BareResult run_bare_compiled(const arch::TileProgram&, const arch::Machine&, const BareRun&) {
  refuse();
}

}  // namespace bspike::sim
