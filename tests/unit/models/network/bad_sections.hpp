// Owns the table of bad network sections: a key of an otherwise good section, its bad value, and
// the message that a user reads, with the lists of tests/support/table_names.hpp by their names.
#pragma once

#include <string>
#include <vector>

namespace bspike::models::test {

struct BadSection {
  std::string key;
  std::string value;  // empty: the key is left out
  std::string message;
};

inline const std::vector<BadSection> kBadSections{
    {"input", R"()", R"(n.yaml:1:1: missing key "input"
  hint: What the first layer listens to.)"},
    {"input", R"(4)", R"(n.yaml:2:8: input: found "4", expected a mapping
  hint: What the first layer listens to.)"},
    {"input", R"({})", R"(n.yaml:2:8: input: missing key "size"
  hint: Number of input neurons.)"},
    {"input", R"({size: 0})", R"(n.yaml:2:15: input.size: found "0", expected 1 to 1048576
  hint: Number of input neurons.)"},
    {"input", R"({size: 4, kind: image})", R"(n.yaml:2:18: input.kind: unknown key "kind"
  hint: keys here: size, shape, capacity, signal)"},
    {"time_steps", R"()", R"(n.yaml:1:1: missing key "time_steps"
  hint: Time steps of a sample.)"},
    {"time_steps", R"(2.5)",
     R"(n.yaml:6:13: time_steps: found "2.5", which is not whole, expected a whole number)"},
    {"time_steps", R"(many)", R"(n.yaml:6:13: time_steps: found "many", expected a whole number)"},
    {"batch", R"(0)", R"(n.yaml:1:8: batch: found "0", expected 1 to 1048576
  hint: Samples of a training step.)"},
    {"batch", R"(-1)", R"(n.yaml:1:8: batch: found "-1", expected 1 to 1048576
  hint: Samples of a training step.)"},
    {"batch", R"([2])", R"(n.yaml:1:8: batch: found a list, expected a whole number)"},
    {"seed", R"(-3)", R"(n.yaml:6:7: seed: found "-3", expected 0 to 9000000000000000
  hint: Of the initial weights, uniform in +-1/sqrt(inputs of the neuron).)"},
    {"input", R"({size: 4, capacity: -1})",
     R"(n.yaml:2:28: input.capacity: found "-1", expected 0 to 1048576
  hint: Most spikes of a sample in a time step; 0: as many as there are inputs.)"},
    {"init", R"({scale: -4})", R"(n.yaml:2:15: init.scale: found "-4", expected 0 to 1000000
  hint: Weights are within +-scale sqrt(6/inputs) instead.)"},
    {"sede", R"(3)", R"(n.yaml:6:1: sede: unknown key "sede"
  hint: did you mean "seed"?)"},
    {"layers", R"()", R"(n.yaml:1:1: missing key "layers"
  hint: The layers, from the input to the output.)"},
    {"layers", R"([])", R"(n.yaml:3:9: layers: expected a list of at least one layer)"},
    {"layers", R"({size: 3})", R"(n.yaml:3:9: layers: expected a list of at least one layer)"},
    {"layers", R"([3])", R"(n.yaml:3:10: layers[0]: found "3", expected a mapping)"},
    {"layers",
     R"([{size: 3, colour: red, neuron: {model: Leaky, beta: 0.9, surrogate: {name: atan}}}])",
     R"(n.yaml:3:20: layers[0].colour: unknown key "colour"
  hint: keys here: name, size, projection, neuron, list)"},
    {"layers", R"([{name: a, neuron: {model: Leaky, beta: 0.9, surrogate: {name: atan}}}])",
     R"(n.yaml:3:10: layers[0]: missing key "size"
  hint: Number of neurons.)"},
    {"layers", R"([{size: 3}])", R"(n.yaml:3:10: layers[0]: missing key "neuron"
  hint: The neuron model with its parameters.)"},
    {"layers",
     R"([{size: 3, projection: {kind: sparse}, neuron: {model: Leaky, beta: 0.9, surrogate: {name: atan}}}])",
     R"(n.yaml:3:39: layers[0].projection.kind: found "sparse", expected one of: dense, conv2d)"},
    {"layers",
     R"([{size: 3, projection: {biass: true}, neuron: {model: Leaky, beta: 0.9, surrogate: {name: atan}}}])",
     R"(n.yaml:3:33: layers[0].projection.biass: unknown key "biass"
  hint: did you mean "bias"?)"},
    {"layers",
     R"([{size: 3, projection: {bias: 1}, neuron: {model: Leaky, beta: 0.9, surrogate: {name: atan}}}])",
     R"(n.yaml:3:39: layers[0].projection.bias: found "1", expected true or false)"},
    {"layers", R"([{size: 3, neuron: Leaky}])",
     R"(n.yaml:3:28: layers[0].neuron: found "Leaky", expected a mapping)"},
    {"layers", R"([{size: 3, neuron: {beta: 0.9, surrogate: {name: atan}}}])",
     R"(n.yaml:3:28: layers[0].neuron: missing key "model"
  hint: The neuron model.)"},
    {"layers", R"([{size: 3, neuron: {model: Leeky, beta: 0.9, surrogate: {name: atan}}}])",
     R"(n.yaml:3:36: layers[0].neuron.model: found "Leeky", expected one of: NEURONS
  hint: did you mean "Leaky"?)"},
    {"layers", R"([{size: 3, neuron: {model: Leaky, surrogate: {name: atan}}}])",
     R"(n.yaml:3:28: layers[0].neuron: missing key "beta"
  hint: Share of the membrane that is left after a time step.)"},
    {"layers", R"([{size: 3, neuron: {model: Leaky, beta: 1.5, surrogate: {name: atan}}}])",
     R"(n.yaml:3:49: layers[0].neuron.beta: found "1.5", expected 0 to 1
  hint: Share of the membrane that is left after a time step.)"},
    {"layers", R"([{size: 3, neuron: {model: Leaky, beta: .nan, surrogate: {name: atan}}}])",
     R"(n.yaml:3:49: layers[0].neuron.beta: found ".nan", expected a number)"},
    {"layers", R"([{size: 3, neuron: {model: Leaky, beta: "0.9", surrogate: {name: atan}}}])",
     R"(n.yaml:3:49: layers[0].neuron.beta: found the text "0.9", expected a number
  hint: write it without quotes)"},
    {"layers",
     R"([{size: 3, neuron: {model: Leaky, beta: 0.9, treshold: 1, surrogate: {name: atan}}}])",
     R"(n.yaml:3:54: layers[0].neuron.treshold: unknown key "treshold"
  hint: did you mean "threshold"?)"},
    {"layers",
     R"([{size: 3, neuron: {model: Leaky, beta: 0.9, reset: half, surrogate: {name: atan}}}])",
     R"(n.yaml:3:61: layers[0].neuron.reset: found "half", expected one of: subtract, zero, none)"},
    {"layers",
     R"([{size: 3, neuron: {model: Alpha, alpha: 0.9, beta: 0.8, reset_delay: false, surrogate: {name: atan}}}])",
     R"(n.yaml:3:79: layers[0].neuron.reset_delay: Alpha has no reset_delay: false: its resets act one time step after the spike
  hint: set reset_delay to true or leave it out)"},
    {"layers", R"([{size: 3, neuron: {model: Leaky, beta: 0.9}}])",
     R"(n.yaml:3:28: layers[0].neuron: missing key "surrogate"
  hint: The surrogate derivative.)"},
    {"layers", R"([{size: 3, neuron: {model: Leaky, beta: 0.9, surrogate: {name: atn}}}])",
     R"(n.yaml:3:72: layers[0].neuron.surrogate.name: found "atn", expected one of: SURROGATES
  hint: did you mean "atan"?)"},
    {"layers",
     R"([{size: 3, neuron: {model: Leaky, beta: 0.9, surrogate: {name: atan, slope: 25}}}])",
     R"(n.yaml:3:78: layers[0].neuron.surrogate.slope: unknown key "slope"
  hint: keys here: name, alpha)"},
    {"layers",
     R"([{size: 3, neuron: {model: Leaky, beta: 0.9, surrogate: {name: atan, alpha: -1}}}])",
     R"(n.yaml:3:85: layers[0].neuron.surrogate.alpha: found "-1", expected 0 to 1000000
  hint: Twice the derivative at the threshold.)"},
    {"layers",
     R"([{size: 3, name: a, neuron: {model: Leaky, beta: 0.9, surrogate: {name: atan}}}, {size: 2, name: a, neuron: {model: Leaky, beta: 0.9, surrogate: {name: atan}}}])",
     R"(n.yaml:3:90: layers[1]: two populations are named "a")"},
    {"layers",
     R"([{size: 3, name: input, neuron: {model: Leaky, beta: 0.9, surrogate: {name: atan}}}])",
     R"(n.yaml:3:10: layers[0]: two populations are named "input")"},
    {"layers",
     R"([{size: 1048576, neuron: {model: Leaky, beta: 0.9, surrogate: {name: atan}}}, {size: 1048576, neuron: {model: Leaky, beta: 0.9, surrogate: {name: atan}}}])",
     R"(n.yaml:3:87: layers[1]: a projection of 1048576 x 1048576 weights is more than the 268435456 that are supported)"},
    {"layers",
     R"([{size: 3, list: {capacity: 2}, neuron: {model: Leaky, beta: 0.9, surrogate: {name: atan}}}])",
     R"(n.yaml:3:26: layers[0].list: missing key "rule"
  hint: Who comes on the list.)"},
    {"layers",
     R"([{size: 3, list: {rule: loudest, capacity: 2}, neuron: {model: Leaky, beta: 0.9, surrogate: {name: atan}}}])",
     R"(n.yaml:3:33: layers[0].list.rule: found "loudest", expected one of: spikes_first, listed, dense)"},
    {"layers",
     R"([{size: 3, list: {rule: dense}, neuron: {model: Leaky, beta: 0.9, surrogate: {name: atan}}}])",
     R"(n.yaml:3:26: layers[0].list: missing key "capacity"
  hint: Most entries of a sample in a time step; later ones in neuron order are dropped.)"},
    {"layers",
     R"([{size: 3, list: {rule: dense, capacity: 2, second_threshold: 0.5}, neuron: {model: Leaky, beta: 0.9, surrogate: {name: atan}}}])",
     R"(n.yaml:3:53: layers[0].list.second_threshold: unknown key "second_threshold"
  hint: keys here: rule, capacity)"},
    {"layers",
     R"([{size: 3, list: {rule: listed, capacity: 2}, neuron: {model: Leaky, beta: 0.9, surrogate: {name: atan}}}])",
     R"(n.yaml:3:26: layers[0].list: missing key "second_threshold"
  hint: Neurons above it that do not spike carry gradient.)"},
    {"layers",
     R"([{size: 3, list: {rule: listed, capacity: 2, second_threshold: 1}, neuron: {model: Leaky, beta: 0.9, surrogate: {name: atan}}}])",
     R"(n.yaml:3:26: layers[0].list: the second threshold is not below the threshold of the neurons)"},
    {"layers",
     R"([{size: 3, projection: {delay: -1}, neuron: {model: Leaky, beta: 0.9, surrogate: {name: atan}}}])",
     R"(n.yaml:3:40: layers[0].projection.delay: found "-1", expected 0 to 65535
  hint: Time steps that a spike takes.)"},
    {"layers",
     R"([{size: 3, neuron: {model: SparseLeaky, beta: 0.9, reset: subtract, surrogate: {name: atan}}}])",
     R"(n.yaml:3:67: layers[0].neuron.reset: found "subtract", expected one of: zero)"},
    {"defaults", R"([1])", R"(n.yaml:2:11: defaults: expected a mapping of layer keys)"},
    {"loss", R"()", R"(n.yaml:1:1: missing key "loss"
  hint: The loss with its arguments.)"},
    {"loss", R"(ce_rate)", R"(n.yaml:4:7: loss: found "ce_rate", expected a mapping)"},
    {"loss", R"({name: ce})", R"(n.yaml:4:14: loss.name: found "ce", expected one of: LOSSES)"},
    {"loss", R"({name: ce_rate, correct_rate: 1})",
     R"(n.yaml:4:23: loss.correct_rate: unknown key "correct_rate"
  hint: keys here: name)"},
    {"loss", R"({name: mse_count, correct_rate: 80%})",
     R"(n.yaml:4:39: loss.correct_rate: found "80%", expected a number
  hint: write the number without a unit)"},
    {"optimizer", R"({lr: 0.1})", R"(n.yaml:5:12: optimizer: missing key "name"
  hint: Which of them.)"},
    {"optimizer", R"({name: SGD})", R"(n.yaml:5:12: optimizer: missing key "lr"
  hint: Learning rate.)"},
    {"optimizer", R"({name: adam, lr: 0.1})",
     R"(n.yaml:5:19: optimizer.name: found "adam", expected one of: OPTIMISERS
  hint: did you mean "Adam"?)"},
    {"optimizer", R"({name: SGD, lr: -1})",
     R"(n.yaml:5:28: optimizer.lr: found "-1", expected 0 to 1000000
  hint: Learning rate.)"},
    {"optimizer", R"({name: Adam, lr: 0.1, beta2: 1})",
     R"(n.yaml:5:41: optimizer.beta2: found "1", expected 0 to 0.999999
  hint: Share of the squared gradient's running mean that is kept.)"},
};

}  // namespace bspike::models::test
