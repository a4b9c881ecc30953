// Owns the compiling executor: codelets become native code once a program, not once a tile.
// Contract: what it promises is what the interpreter does: memory, counts, faults. Where a program
// or an option has no native form, it interprets.
#pragma once

#include <memory>

#include "sim/engine/bare_run.hpp"
#include "sim/engine/executor.hpp"

namespace bspike::sim {

// Whether this build has a code generator.
[[nodiscard]] bool has_code_generator();

// When a codelet is worth translating.
enum class TranslatePolicy : std::uint8_t {
  kAtOnce,
  kWhenBusy,  // once it has run for about as long as translating it takes
};

struct CompileOptions {
  TranslatePolicy policy = TranslatePolicy::kAtOnce;
  bool prefetch = true;  // what lists name, ahead of its use; changes no answer
};

// Throws std::runtime_error without a code generator.
[[nodiscard]] std::unique_ptr<Executor> make_compiled_executor(const CompileOptions& options = {});

// run_bare, compiled; the registers at the end are kept.
[[nodiscard]] BareResult run_bare_compiled(const arch::TileProgram& program,
                                           const arch::Machine& machine, const BareRun& run);

}  // namespace bspike::sim
