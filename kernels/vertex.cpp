// Owns the binding of arguments and the words of vertex state.
#include "kernels/vertex.hpp"

#include <algorithm>
#include <bit>

#include "arch/base/diagnostics.hpp"

namespace bspike::kernels {
namespace {

std::uint32_t argument_word(const Codelet& codelet, const ArgumentInfo& argument,
                            const std::vector<NamedWord>& words, const NamedNumbers* numbers) {
  const auto word = std::find_if(words.begin(), words.end(), [&](const NamedWord& candidate) {
    return candidate.name == argument.name;
  });
  if (word != words.end()) return static_cast<std::uint32_t>(word->value);
  const auto number = numbers == nullptr ? std::nullopt : find_number(*numbers, argument.name);
  if (!number) {
    arch::base::raise<arch::base::CompileError>(
        {}, codelet.name,
        "the compiler knows no value for argument '" + argument.name + "' of this codelet",
        "name it as docs/training_step.md does");
  }
  if (argument.kind == ArgumentKind::kFloat) {
    return std::bit_cast<std::uint32_t>(static_cast<float>(*number));
  }
  return static_cast<std::uint32_t>(*number);
}

}  // namespace

Call call_of(const std::string& codelet, const std::vector<NamedWord>& words,
             const NamedNumbers* numbers) {
  const Codelet& row = find_codelet(codelet);
  Call call{row.name, {}, row.multi_worker};
  call.words.reserve(row.arguments.size());
  for (const ArgumentInfo& argument : row.arguments) {
    call.words.push_back(argument_word(row, argument, words, numbers));
  }
  return call;
}

std::uint32_t VertexState::add(const std::vector<std::uint32_t>& words) {
  const auto [entry, added] = offsets_.emplace(words, bytes());
  if (added) {
    words_.insert(words_.end(), words.begin(), words.end());
    if (words_.size() % 2 != 0) words_.push_back(0);
  }
  return entry->second;
}

}  // namespace bspike::kernels
