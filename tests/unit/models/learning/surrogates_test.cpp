// Owns the proof of the surrogate derivatives against snnTorch and against their primitives.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "models/learning/learning_tables.hpp"
#include "models/neurons/neuron_table.hpp"
#include "tests/unit/models/json_file.hpp"

namespace bspike::models {
namespace {

// The file's names where ours differ; surrogates that no row has are skipped by name.
std::string our_name(const std::string& name) {
  return name == "straight_through_estimator" ? "straight_through" : name;
}

bool has_row(const std::string& name) {
  for (const SurrogateRow& row : surrogate_table())
    if (row.name == name) return true;
  return false;
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
    if (!has_row(name)) continue;
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
      {"fast_sigmoid", 3}, {"atan", 2}, {"sigmoid", 2}, {"straight_through", 1}};
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
  for (const SurrogateRow& row : surrogate_table()) {
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

TEST(Surrogates, SigmoidFarFromTheThresholdIsZeroAndNeverNaN) {
  const SurrogateSpec spec = make_spec("sigmoid", {{"slope", 25.0}});
  const SurrogateRow& row = surrogate_table()[spec.row];
  for (const float x : {-1e6f, -100.0f, 100.0f, 1e6f}) EXPECT_EQ(row.derivative_f32(spec, x), 0.0f);
  EXPECT_EQ(row.derivative_f32(spec, 0.0f), 6.25f);
}

}  // namespace
}  // namespace bspike::models
