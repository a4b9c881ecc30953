// Owns the bad network sections and what a user is told about each.
#include <gtest/gtest.h>

#include "models/network/network.hpp"
#include "tests/support/table_names.hpp"
#include "tests/unit/models/network/bad_sections.hpp"

namespace bspike::models {
namespace {

// A good section, one line a key, so that a bad one differs in one line.
const std::map<std::string, std::string> kGood{
    {"input", "{size: 4}"},
    {"time_steps", "5"},
    {"batch", "2"},
    {"layers", "[{size: 3, neuron: {model: Leaky, beta: 0.9, surrogate: {name: atan}}}]"},
    {"loss", "{name: ce_rate}"},
    {"optimizer", "{name: SGD, lr: 0.1}"}};

std::string message_of(const std::string& text) {
  try {
    (void)build_network(*arch::base::load_text(text, "n.yaml"));
  } catch (const arch::base::ConfigError& error) {
    return tests::with_model_lists_named(error.what());
  }
  return "no error";
}

std::string with(const std::string& key, const std::string& value) {
  auto section = kGood;
  section[key] = value;
  std::string text;
  for (const auto& [name, entry] : section)
    if (!entry.empty()) text += name + ": " + entry + "\n";
  return text;
}

using test::BadSection;

class BadNetworkSection : public testing::TestWithParam<BadSection> {};

TEST_P(BadNetworkSection, IsRefusedAtItsPlace) {
  EXPECT_EQ(message_of(with(GetParam().key, GetParam().value)), GetParam().message);
}

TEST(NetworkErrors, TheGoodSectionIsGood) { EXPECT_EQ(message_of(with("batch", "2")), "no error"); }

TEST(NetworkErrors, AllProblemsAreReportedTogether) {
  const std::string text =
      message_of(with("layers", "[{size: 0, neuron: {model: Leeky}}]") + "colour: red\n");
  for (const char* key : {"layers[0].size", "layers[0].neuron.model", "colour"})
    EXPECT_NE(text.find(key), std::string::npos) << text;
}

TEST(NetworkErrors, AConstantInputHasNothingToDelay) {
  const std::string layers =
      "[{size: 3, projection: {delay: 1}, neuron: {model: Leaky, beta: 0.9, surrogate: {name: "
      "atan}}}]";
  std::string text = with("layers", layers);
  EXPECT_EQ(message_of(text), "no error");
  text.replace(text.find("{size: 4}"), 9, "{size: 4, signal: constant}");
  EXPECT_EQ(message_of(text),
            "n.yaml:3:10: layers[0]: a constant input has no spikes that a delay could hold back");
}

INSTANTIATE_TEST_SUITE_P(Table, BadNetworkSection, testing::ValuesIn(test::kBadSections));

}  // namespace
}  // namespace bspike::models
