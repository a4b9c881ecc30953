// Owns the proof of the surrogate derivatives against snnTorch and against their primitives.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "models/learning/learning_tables.hpp"
#include "models/neurons/neuron_table.hpp"
#include "tests/unit/models/json_file.hpp"

namespace bspike::models {
namespace {

// Our name of a surrogate of the file.
std::string our_name(const std::string& name) {
  for (const SurrogateRow& row : surrogate_table())
    if (row.upstream_name == name) return std::string(row.name);
  return name;
}

SurrogateSpec make_spec(const std::string& name, const nlohmann::json& arguments) {
  SurrogateSpec spec{test::row_named(surrogate_table(), name), {}};
  for (const auto& [key, value] : arguments.items()) spec.arguments[key] = value;
  return spec;
}

TEST(Surrogates, EqualSnnTorchOnItsGrid) {
  const auto file = test::read_json("reference/snntorch/unit_surrogates.json");
  const auto x = test::tensor<float>(file.at("x"));
  const auto upstream = test::tensor<float>(file.at("upstream"));
  std::map<std::string, int> checked;
  for (const auto& entry : file.at("surrogates")) {
    const std::string name = our_name(entry.at("name"));
    const SurrogateSpec spec = make_spec(name, entry.at("args"));
    const SurrogateRow& row = surrogate_table()[spec.row];
    const auto wanted = test::tensor<double>(entry.at("grad_f64"));
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double exact = row.derivative(spec, static_cast<double>(x[i])) * upstream[i];
      EXPECT_NEAR(exact, wanted[i], 1e-11 * std::abs(wanted[i])) << name << " at " << x[i];
      const float single = row.derivative_f32(spec, x[i]) * upstream[i];
      EXPECT_NEAR(single, wanted[i], 4e-6 * std::abs(wanted[i])) << name << " at " << x[i];
    }
    ++checked[name];
  }
  const std::map<std::string, int> all{
      {"fast_sigmoid", 3}, {"atan", 2},       {"sigmoid", 2},           {"straight_through", 1},
      {"heaviside", 1},    {"triangular", 1}, {"spike_rate_escape", 1}, {"sparse_fast_sigmoid", 1}};
  EXPECT_EQ(checked, all);
}

// Smooth functions whose derivative the surrogate is.
double primitive(const std::string& name, double argument, double x) {
  if (name == "fast_sigmoid") return x / (1 + argument * std::abs(x));
  if (name == "atan") return std::atan(std::numbers::pi * argument * x / 2) / std::numbers::pi;
  if (name == "sigmoid") return 1 / (1 + std::exp(-argument * x));
  return x;
}

TEST(Surrogates, AreTheDerivativesOfTheirPrimitives) {
  for (const std::string name : {"fast_sigmoid", "atan", "sigmoid", "straight_through"}) {
    const SurrogateRow& row = surrogate_table()[test::row_named(surrogate_table(), name)];
    SurrogateSpec spec{test::row_named(surrogate_table(), std::string(row.name)), {}};
    const double argument = 3;
    for (const ParameterInfo& info : row.arguments)
      spec.arguments[std::string(info.name)] = argument;
    for (const double x : {-2.0, -0.6, -0.05, 0.04, 0.3, 1.5}) {
      const double step = 1e-6;
      const double slope = (primitive(std::string(row.name), argument, x + step) -
                            primitive(std::string(row.name), argument, x - step)) /
                           (2 * step);
      EXPECT_NEAR(row.derivative(spec, x), slope, 1e-8) << row.name << " at " << x;
      EXPECT_GT(row.derivative(spec, x), 0) << row.name;
    }
  }
}

double derivative_at(const std::string& name, const nlohmann::json& arguments, double x) {
  const SurrogateSpec spec = make_spec(name, arguments);
  return surrogate_table()[spec.row].derivative(spec, x);
}

TEST(Surrogates, WithoutAPrimitiveTakeTheirSideOfTheThreshold) {
  EXPECT_EQ(derivative_at("heaviside", {}, 0), 0);
  EXPECT_EQ(derivative_at("heaviside", {}, 1e-9), 1);
  EXPECT_EQ(derivative_at("triangular", {{"threshold", 3.0}}, -1e-9), 3);
  EXPECT_EQ(derivative_at("triangular", {{"threshold", 3.0}}, 0), -3);
  EXPECT_EQ(derivative_at("spike_rate_escape", {{"beta", 2.0}, {"slope", 5.0}}, 1), 5);
  EXPECT_NEAR(derivative_at("spike_rate_escape", {{"beta", 2.0}, {"slope", 5.0}}, -0.5),
              5 * std::exp(-3.0), 1e-14);
  EXPECT_EQ(derivative_at("sparse_fast_sigmoid", {{"slope", 2.0}, {"B", -0.5}}, -0.5), 0);
  EXPECT_EQ(derivative_at("sparse_fast_sigmoid", {{"slope", 2.0}, {"B", -0.5}}, -0.25), 1 / 2.25);
}

// A surrogate whose derivative is 0 on all of the grid would stop training without a word.
TEST(Surrogates, NoneIsZeroEverywhere) {
  for (const SurrogateRow& row : surrogate_table()) {
    SurrogateSpec spec{test::row_named(surrogate_table(), std::string(row.name)), {}};
    for (const ParameterInfo& info : row.arguments)
      spec.arguments[std::string(info.name)] = info.fallback;
    double largest = 0;
    for (double x = -2; x <= 2; x += 0.25)
      largest = std::max(largest, std::abs(row.derivative(spec, x)));
    EXPECT_GT(largest, 0) << row.name;
  }
}

TEST(Surrogates, SigmoidFarFromTheThresholdIsZeroAndNeverNaN) {
  const SurrogateSpec spec = make_spec("sigmoid", {{"slope", 25.0}});
  const SurrogateRow& row = surrogate_table()[spec.row];
  for (const float x : {-1e6f, -100.0f, 100.0f, 1e6f}) EXPECT_EQ(row.derivative_f32(spec, x), 0.0f);
  EXPECT_EQ(row.derivative_f32(spec, 0.0f), 6.25f);
}

}  // namespace
}  // namespace bspike::models
