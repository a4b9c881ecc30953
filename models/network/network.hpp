// Owns the network: what is computed, with no idea of tiles or cycles. Populations are vertices,
// projections are edges of a graph. Contract: a built Network is consistent: one input population,
// every projection's sizes agree, names are unique, every model, surrogate, loss and optimiser
// resolved to a table row.
#pragma once

#include <boost/graph/adjacency_list.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arch/base/fields.hpp"
#include "models/network/convolution.hpp"

namespace bspike::models {

enum class Reset : std::uint8_t { kSubtract, kZero, kNone };

// One argument set of a surrogate derivative; which arguments mean something is the surrogate
// table's business.
struct SurrogateSpec {
  std::uint32_t row = 0;                    // index into surrogate_table()
  std::map<std::string, double> arguments;  // e.g. slope
};

// Whether a neuron hears the spikes of its own population, one time step late: of all, through a
// weight matrix with a bias, or its own alone, through one weight V.
enum class Recurrence : std::uint8_t { kNone, kAllToAll, kOneToOne };

// Of a number that is trained: one value for all neurons of the population, or one each.
enum class Scope : std::uint8_t { kLayer, kNeuron };

// Who comes on a population's list of a sample and time step (models/neurons/spike_list.hpp).
enum class ListRule : std::uint8_t { kSpikesFirst, kListed, kDense };

// A population with a list sends at most `capacity` spikes a sample and time step; later ones in
// neuron order are dropped. The list may also name neurons that carry gradient alone: those above
// the second threshold.
struct ListSpec {
  ListRule rule = ListRule::kSpikesFirst;
  std::uint32_t capacity = 0;
  double second_threshold = 0;  // unused by the rule dense
};

// What the input sends: spikes by time step, or one real number an input, the same at every step.
enum class InputSignal : std::uint8_t { kSpikes, kConstant };

// A population of neurons (or the network's input, whose model is "input").
struct Population {
  std::string name;
  std::uint32_t size = 0;
  MapShape shape;  // of the input, if it says so, and of neurons behind a convolution
  bool is_input = false;
  std::uint32_t model = 0;                   // index into neuron_table(); unused for the input
  std::map<std::string, double> parameters;  // the model's numbers by name: beta, threshold, ...
  Reset reset = Reset::kSubtract;
  bool reset_delay = true;
  Recurrence recurrence = Recurrence::kNone;
  std::map<std::string, Scope> learned;  // which of the parameters are trained; V always is
  SurrogateSpec surrogate;
  std::optional<ListSpec> list;      // none: every spike is sent
  std::uint32_t input_capacity = 0;  // of the input alone; 0: as many ids as it has neurons
  InputSignal signal = InputSignal::kSpikes;  // of the input alone

  // Whether the reset acts in the time step of the spike itself.
  [[nodiscard]] bool resets_at_once() const { return !reset_delay && reset != Reset::kNone; }
  // The most ids that are sent of one sample and time step.
  [[nodiscard]] std::uint32_t capacity() const {
    if (is_input) return input_capacity == 0 ? size : input_capacity;
    return list ? list->capacity : size;
  }
};

// Fully connected, or the same small kernel at every place of a map.
enum class ProjectionKind : std::uint8_t { kDense, kConv2d };

struct Projection {
  std::string name;  // "fc0", "conv1", ...: the kind and the layer's number
  ProjectionKind kind = ProjectionKind::kDense;
  Convolution convolution;  // of a conv2d
  bool bias = true;
  std::uint32_t delay = 0;  // time steps that a spike takes

  [[nodiscard]] bool is_conv() const { return kind == ProjectionKind::kConv2d; }
};

using Graph =
    boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS, Population, Projection>;

struct LossSpec {
  std::uint32_t row = 0;                    // index into loss_table()
  std::map<std::string, double> arguments;  // e.g. correct_rate
  std::uint32_t classes = 0;                // of a population code; 0: each output is a class
};

struct OptimizerSpec {
  std::uint32_t row = 0;                    // index into optimizer_table()
  std::map<std::string, double> arguments;  // lr, beta1, beta2, eps, momentum, weight_decay
};

// Initial weights are uniform: within +-scale * sqrt(6 / inputs of the neuron), or, without a
// scale, within +-1 / sqrt(inputs); then the offset is added to weights, not to biases.
struct InitSpec {
  std::optional<double> scale;
  double offset = 0;
};

// The NIR file that a network comes from (models/nir), which also gives its initial weights.
struct NirSource {
  std::string file;  // empty: none
  std::optional<double> dt_seconds;
};

struct Network {
  Graph graph;
  std::uint32_t time_steps = 0;
  std::uint32_t batch = 0;
  LossSpec loss;
  OptimizerSpec optimizer;
  std::uint64_t init_seed = 0;
  InitSpec init;
  NirSource nir;

  // The stack in order: layer i is population i + 1, fed by projection i. Only stacks exist so far.
  [[nodiscard]] std::uint32_t layers() const {
    return static_cast<std::uint32_t>(boost::num_vertices(graph)) - 1;
  }
  [[nodiscard]] const Population& input() const { return graph[0]; }
  [[nodiscard]] bool constant_input() const { return input().signal == InputSignal::kConstant; }
  [[nodiscard]] const Population& layer(std::uint32_t index) const { return graph[index + 1]; }
  [[nodiscard]] const Projection& projection(std::uint32_t layer_index) const;
  // Neurons or inputs below the layer.
  [[nodiscard]] std::uint32_t sources(std::uint32_t layer_index) const {
    return graph[layer_index].size;
  }
  // Rows of the layer's weights: its neurons or, of a convolution, its channels; and weights a row.
  [[nodiscard]] std::uint32_t weight_rows(std::uint32_t layer_index) const;
  [[nodiscard]] std::uint32_t fan_in(std::uint32_t layer_index) const;
  [[nodiscard]] std::uint32_t classes() const {
    return loss.classes == 0 ? layer(layers() - 1).size : loss.classes;
  }
};

// Builds and checks a network from its section of a run file. Throws ConfigError with every
// problem.
[[nodiscard]] Network build_network(const arch::base::Node& section);
[[nodiscard]] std::string dump_network(
    const Network& network);  // YAML that build_network reads back
[[nodiscard]] std::string
document_network();  // Markdown reference of all keys, models, losses, ...

// What is trained, row-major: "fc0.weight" [out][in], "fc0.bias" [out], "conv0.weight"
// [channels][input channels][rows][columns], "conv0.bias" [channels], "n0.recurrent.weight"
// [N][N], "n0.recurrent.bias" [N], and the trained numbers of a neuron model, "n0.beta", [N] or one
// value.
struct TrainedTensor {
  std::string name;
  std::vector<std::uint32_t> shape;  // empty: one value
  std::uint32_t layer = 0;

  [[nodiscard]] std::uint64_t elements() const;
};
[[nodiscard]] std::vector<TrainedTensor> trained_tensors(const Network& network);

// "n0.beta".
[[nodiscard]] std::string number_name(std::uint32_t layer, const std::string& number);

// Values by name. The initial weights: uniform as InitSpec says, from random_bits(init_seed, tensor
// index, element index); recurrent ones within +-1 / sqrt(N); numbers as their section has them.
using ParameterSet = std::map<std::string, std::vector<float>>;
[[nodiscard]] ParameterSet initial_parameters(const Network& network);

}  // namespace bspike::models
