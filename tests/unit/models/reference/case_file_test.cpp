// Owns the tests of strictness: what a reference case may lack or distort, and what is said then.
#include "models/reference/case_file.hpp"

#include <gtest/gtest.h>

#include "models/learning/learning_tables.hpp"
#include "tests/support/table_names.hpp"
#include "tests/unit/models/json_file.hpp"

namespace bspike::models {
namespace {

using nlohmann::json;

const json& tiny() {
  static const json kCase = test::read_json("reference/snntorch/s01_leaky_sub_tiny.json");
  return kCase;
}

std::string message_of(const std::string& text) {
  try {
    (void)parse_case(text, "c.json");
  } catch (const arch::base::DiagnosedError& error) {
    return tests::with_model_lists_named(error.what());
  }
  return "no error";
}

std::string message_of(const json& document) { return message_of(document.dump()); }

TEST(CaseFile, ReadsTheTinyCase) {
  const ReferenceCase the_case = parse_case(tiny().dump(), "c.json");
  EXPECT_EQ(the_case.name, "s01_leaky_sub_tiny");
  EXPECT_EQ(the_case.network.time_steps, 4u);
  EXPECT_EQ(the_case.network.batch, 1u);
  EXPECT_EQ(the_case.network.layer(1).size, 2u);
  EXPECT_EQ(the_case.network.layer(0).parameters.at("beta"), static_cast<double>(0.9f));
  EXPECT_EQ(the_case.network.layer(0).surrogate.arguments.at("slope"), 25);
  EXPECT_EQ(the_case.input.ids[1], (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(the_case.parameters.at("fc0.weight")[5], 1.37644005f);
  EXPECT_EQ(optimizer_table()[the_case.adam.row].name, "Adam");
  EXPECT_EQ(the_case.adam.arguments.at("beta2"), 0.999);
  EXPECT_EQ(the_case.expected.spikes[0][5 + 3], 1);  // step 1, neuron 3
  EXPECT_EQ(the_case.expected.traced_samples, (std::vector<std::uint32_t>{1, 1}));
  EXPECT_FALSE(the_case.expected.multi_step.has_value());
}

// The case with one JSON pointer set to a value (null removes it), and the message for that.
struct BadCase {
  const char* pointer;
  json value;
  const char* message;
};
void PrintTo(const BadCase& bad, std::ostream* out) { *out << bad.pointer << " = " << bad.value; }

class BadCaseFile : public testing::TestWithParam<BadCase> {};

TEST_P(BadCaseFile, IsRefusedAtItsPath) {
  json document = tiny();
  const json::json_pointer pointer(GetParam().pointer);
  if (GetParam().value.is_null())
    document[pointer.parent_pointer()].erase(pointer.back());
  else
    document[pointer] = GetParam().value;
  EXPECT_EQ(message_of(document), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Table, BadCaseFile,
    testing::Values(
        BadCase{"/format", nullptr, "c.json: format: missing"},
        BadCase{"/format", "snn-reference-2",
                "c.json: format: expected \"snn-reference-1\", found \"snn-reference-2\""},
        BadCase{"/T", nullptr, "c.json: T: missing"},
        BadCase{"/T", 0, "c.json: T: expected a whole number from 1 to 1048576, found 0"},
        BadCase{"/T", 4.5, "c.json: T: expected a whole number from 1 to 1048576, found 4.5"},
        BadCase{"/batch", "1",
                "c.json: batch: expected a whole number from 1 to 1048576, found string"},
        BadCase{"/layer_sizes", json::array({3}),
                "c.json: layer_sizes: expected an input size and at least one layer"},
        BadCase{"/layer_sizes/1", 6,
                "c.json: layers[0].out: layer_sizes says 6\nc.json: layers[1].in: layer_sizes says "
                "6"},
        BadCase{"/layers/0/model", "Izhikevich",
                "c.json: layers[0].model: the model \"Izhikevich\" is not supported\n"
                "  hint: supported: NEURONS"},
        BadCase{"/layers/0/reset", "half",
                "c.json: layers[0].reset: the reset \"half\" of Leaky is not supported"},
        BadCase{"/layers/1/recurrent", "all_to_all",
                "c.json: layers[1].recurrent: Leaky does not hear itself"},
        BadCase{"/layers/1/sparse", json::object(), "c.json: layers[1].sparse.rule: missing"},
        BadCase{"/layers/1/sparse",
                {{"rule", "loudest"}},
                "c.json: layers[1].sparse.rule: the rule \"loudest\" is not supported"},
        BadCase{"/layers/1/sparse",
                {{"rule", "listed"}, {"max_active", 2}, {"order", "ascending_index"}},
                "c.json: layers[1].sparse.second_threshold: missing"},
        BadCase{"/layers/1/sparse",
                {{"rule", "dense"}, {"max_active", 0}, {"order", "random"}, {"seed", 1}},
                "c.json: layers[1].sparse.max_active: expected a whole number from 1 to 1048576, "
                "found 0\n"
                "c.json: layers[1].sparse.order: the order \"random\" is not supported\n"
                "c.json: layers[1].sparse.seed: this key is not supported here"},
        BadCase{"/layers/0/learn", json::array({"beta"}),
                "c.json: params.n0.beta: missing\nc.json: expected.grads.n0.beta: missing\n"
                "c.json: expected.grads_f64.n0.beta: missing\n"
                "c.json: expected.after_sgd.n0.beta: missing\n"
                "c.json: expected.after_adam.n0.beta: missing"},
        BadCase{"/layers/0/learn", json::array({"gamma"}),
                "c.json: layers[0].learn[0]: \"gamma\" of Leaky is not trained"},
        BadCase{"/layers/0/beta", nullptr, "c.json: layers[0].beta: missing"},
        BadCase{"/layers/0/beta", 2, "c.json: layers[0].beta: out of range"},
        BadCase{"/layers/0/alpha", 0.5, "c.json: layers[0].alpha: this key is not supported here"},
        BadCase{"/layers/0/bias", 1,
                "c.json: layers[0].bias: expected true or false, found number"},
        BadCase{"/layers/0/surrogate/name", "square",
                "c.json: layers[0].surrogate.name: the surrogate \"square\" is not supported\n"
                "  hint: supported: SURROGATES"},
        BadCase{"/layers/0/surrogate/alpha", 2,
                "c.json: layers[0].surrogate.alpha: this key is not supported here"},
        BadCase{"/loss/name", "hinge",
                "c.json: loss.name: the loss \"hinge\" is not supported\n"
                "  hint: supported: LOSSES"},
        BadCase{"/loss/num_classes", 3,
                "c.json: loss.num_classes: 2 outputs are not that many equal blocks"},
        BadCase{"/loss",
                {{"name", "ce_rate"}, {"num_classes", 2}},
                "c.json: loss.num_classes: this loss has no population code"},
        BadCase{"/optimizers/sgd/foreach", true,
                "c.json: optimizers.sgd.foreach: this key is not supported here"},
        BadCase{"/optimizers/adam/betas", json::array({0.9}),
                "c.json: optimizers.adam.betas: expected the two factors of Adam"},
        BadCase{"/optimizers/adam/betas/1", 1, "c.json: optimizers.adam.betas[1]: out of range"},
        BadCase{"/targets/0", 2, "c.json: targets[0]: class 2 of 2"},
        BadCase{"/targets", json::array({0, 1}), "c.json: targets: expected 1 targets, found 2"},
        BadCase{"/input_spikes/0/0", json::array({2, 1}),
                "c.json: input_spikes[0][0][1]: expected ascending indices"},
        BadCase{"/input_spikes/0/0", json::array({3}),
                "c.json: input_spikes[0][0][0]: neuron 3 of 3"},
        BadCase{"/input_spikes/3", json::array(),
                "c.json: input_spikes[3]: expected 1 samples, found 0"},
        BadCase{"/params/fc0.bias", nullptr, "c.json: params.fc0.bias: missing"},
        BadCase{"/params/fc2.bias", json::object(),
                "c.json: params.fc2.bias: the network has no such tensor"},
        BadCase{"/params/fc0.bias/shape", json::array({1, 5}),
                "c.json: params.fc0.bias.shape: expected [5], found [1, 5]"},
        BadCase{"/params/fc0.bias/data", json::array({1, 2}),
                "c.json: params.fc0.bias.data: expected 5 values, found 2"},
        BadCase{"/params/fc0.bias/data/2", "x",
                "c.json: params.fc0.bias.data[2]: expected a number, found string"},
        BadCase{"/expected", nullptr, "c.json: expected: missing"},
        BadCase{"/expected/output/kind", "first_spike",
                "c.json: expected.output.kind: the output \"first_spike\" is not supported"},
        BadCase{"/expected/layers/0/mem", nullptr, "c.json: expected.layers[0].mem: missing"},
        BadCase{"/expected/adam_sensitive/fc1.bias", json::array({2}),
                "c.json: expected.adam_sensitive.fc1.bias[0]: neuron 2 of 2"}));

TEST(CaseFile, RefusesWhatIsNotJson) {
  EXPECT_EQ(message_of(std::string()), "c.json:1:1: this is not JSON");
  EXPECT_EQ(message_of(std::string("{\n  \"a\": 1,\n  b\n}")), "c.json:3:3: this is not JSON");
  EXPECT_EQ(message_of(std::string("{\"a\": 1, \"a\": 2}")),
            "c.json: an object has the key \"a\" twice");
  EXPECT_EQ(message_of(std::string("[1e999]")), "c.json: a number is too large for a double");
  EXPECT_EQ(message_of(std::string("[]")), "c.json: expected an object, found array");
}

}  // namespace
}  // namespace bspike::models
