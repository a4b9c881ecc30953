// Owns the composition of codelets and supervisor into one tile program.
#include "kernels/emit/program_builder.hpp"

#include <algorithm>

#include "kernels/emit/builder.hpp"

namespace bspike::kernels {

EmitContext emit_context(const arch::Machine& machine) {
  return {machine.worker.contexts, machine.worker.repeat_limit, machine.sram.bytes};
}

CompiledCodelet compile_codelet(const Codelet& codelet, const arch::Machine& machine) {
  const EmitContext context = emit_context(machine);
  Builder builder(codelet.name, codelet.arguments, context);
  codelet.emit(builder, context);
  return lay_out(allocate_registers(builder.finish(), machine.worker.stack_bytes));
}

arch::TileProgram build_program(const std::string& name, std::span<const std::string> codelets,
                                const arch::Machine& machine) {
  arch::TileProgram program;
  program.name = name;
  std::uint32_t matrix_entry = kNoMatrixPasses;
  for (const std::string& codelet : codelets) {
    const Codelet& row = find_codelet(codelet);
    const CompiledCodelet compiled = compile_codelet(row, machine);
    const auto entry = static_cast<std::uint32_t>(program.words.size());
    if (row.matrix_passes) {
      matrix_entry = std::min(matrix_entry, 4 * entry);
    } else if (matrix_entry != kNoMatrixPasses) {
      fail_codelet(codelet, "stands behind a codelet of matrix passes");
    }
    append_words(compiled, program.words);
    program.codelets.push_back({codelet, entry, static_cast<std::uint32_t>(program.words.size())});
  }
  program.supervisor_entry_word = static_cast<std::uint32_t>(program.words.size());
  append_words(compile_supervisor(machine.worker.contexts, matrix_entry), program.words);
  // Reading the disassembly back gives every word its line of source.
  return arch::isa::assemble(arch::isa::disassemble(program), name);
}

}  // namespace bspike::kernels
