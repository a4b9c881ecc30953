// Owns the text of docs/codelets.md.
#include "kernels/codelets/document.hpp"

#include <sstream>
#include <string_view>

#include "kernels/cost/estimate.hpp"
#include "kernels/emit/program_builder.hpp"

namespace bspike::kernels {

namespace {

constexpr std::string_view kHeader = R"(# Codelets

Generated from the codelet table by `document_codelets`; a test compares this file with it. Machine: )";

constexpr std::string_view kLoops = R"(.

## Inner loops

Issue slots of one element of each inner loop, as generated, beside the closed-form lower bound: the instructions that the busier pipe
cannot do without, each weighed with the issue slots of its unit. Accesses of 128 bits and paired ones are counted without element
conflicts, as in interleaved memory. A bundle takes as long as its slower half. Code is in 32-bit words, scratch in bytes a worker.

| codelet | element | slots | minimum | the minimum is | code | scratch |
|---|---|---|---|---|---|---|
)";

constexpr std::string_view kArguments = R"(
## Arguments

Words of a vertex's argument block, in order. The backward steps of neuron models other than Leaky's own are shown with one surrogate; the
others differ in its part alone. docs/training_step.md and docs/sparse_step.md say what the codelets do.
)";

std::string_view kind_name(ArgumentKind kind) {
  switch (kind) {
    case ArgumentKind::kAddress:
      return "address";
    case ArgumentKind::kInteger:
      return "integer";
    case ArgumentKind::kFloat:
      break;
  }
  return "f32";
}

void write_loop(std::ostringstream& out, const Codelet& codelet, const arch::Machine& machine) {
  const CompiledCodelet code = compile_codelet(codelet, machine);
  const double elements = codelet.inner.elements;
  out << "| `" << codelet.name << "` | " << codelet.inner.unit << " | "
      << static_cast<double>(inner_slots(codelet, machine)) / elements << " | "
      << static_cast<double>(minimum_slots(codelet, machine)) / elements << " | "
      << codelet.inner.minimum << " | " << code.words << " | " << code.scratch_bytes << " |\n";
}

void write_arguments(std::ostringstream& out, const Codelet& codelet) {
  out << "\n### `" << codelet.name << "`\n\n| argument | kind | meaning |\n|---|---|---|\n";
  for (const ArgumentInfo& argument : codelet.arguments)
    out << "| `" << argument.name << "` | " << kind_name(argument.kind) << " | " << argument.doc
        << " |\n";
}

}  // namespace

std::string document_codelets(const arch::Machine& machine) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out << kHeader << "`" << machine.name << "`" << kLoops;
  for (const Codelet& codelet : codelet_table())
    if (!codelet.one_of_many) write_loop(out, codelet, machine);
  out << kArguments;
  for (const Codelet& codelet : codelet_table())
    if (!codelet.one_of_many) write_arguments(out, codelet);
  return out.str();
}

std::string codelet_assembly(const Codelet& codelet, const arch::Machine& machine) {
  const std::vector<std::string> names{codelet.name};
  const std::string text = build_program("golden", names, machine).source;
  const std::size_t first = text.find(".codelet ");
  return text.substr(first, text.find(".supervisor") - first);
}

}  // namespace bspike::kernels
