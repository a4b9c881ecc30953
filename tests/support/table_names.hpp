// Owns placeholders for the lists of names in messages, so that a new row of a table changes no
// expected message.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/learning/learning_tables.hpp"
#include "models/network/described.hpp"
#include "models/neurons/neuron_table.hpp"

namespace bspike::tests {

[[nodiscard]] inline std::string replaced(std::string text, const std::string& what,
                                          const std::string& with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size()) {
    text.replace(at, what.size(), with);
  }
  return text;
}

// The whole list, where a message says what there is, becomes NAME.
[[nodiscard]] inline std::string with_list_as(std::string text, std::span<const std::string> list,
                                              const std::string& name) {
  std::string words;
  for (const std::string& word : list) words += (words.empty() ? "" : ", ") + word;
  for (const std::string before : {"expected one of: ", "hint: supported: "}) {
    text = replaced(text + '\n', before + words + '\n', before + name + '\n');
    text.pop_back();
  }
  return text;
}

// The lists of neuron models, surrogates, losses and optimisers as NEURONS, SURROGATES, LOSSES and
// OPTIMISERS.
[[nodiscard]] inline std::string with_model_lists_named(std::string text) {
  using models::row_names;
  text = with_list_as(text, row_names(models::neuron_table()), "NEURONS");
  text = with_list_as(text, row_names(models::surrogate_table()), "SURROGATES");
  text = with_list_as(text, row_names(models::loss_table()), "LOSSES");
  return with_list_as(text, row_names(models::optimizer_table()), "OPTIMISERS");
}

}  // namespace bspike::tests
