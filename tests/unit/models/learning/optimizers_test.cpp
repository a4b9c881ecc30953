// Owns the proof of the optimisers against torch.optim.
#include <gtest/gtest.h>

#include <cmath>

#include "models/learning/learning_tables.hpp"
#include "tests/unit/models/json_file.hpp"

namespace bspike::models {
namespace {

// Fills the row's defaults, then the file's arguments; nothing if the row lacks one of those.
std::optional<OptimizerSpec> make_spec(const nlohmann::json& entry) {
  OptimizerSpec spec;
  for (; spec.row < optimizer_table().size(); ++spec.row)
    if (optimizer_table()[spec.row].name == entry.at("optimizer")) break;
  if (spec.row == optimizer_table().size()) return std::nullopt;
  for (const ParameterInfo& info : optimizer_table()[spec.row].arguments)
    spec.arguments[std::string(info.name)] = info.fallback;
  nlohmann::json arguments = entry.at("args");
  if (arguments.contains("betas")) {
    arguments["beta1"] = arguments["betas"][0];
    arguments["beta2"] = arguments["betas"][1];
    arguments.erase("betas");
  }
  for (const auto& [key, value] : arguments.items()) {
    if (!spec.arguments.contains(key)) return std::nullopt;
    spec.arguments[key] = value.is_boolean() ? value.get<bool>() : value.get<double>();
  }
  return spec;
}

template <class Real>
void run(const nlohmann::json& file, const OptimizerSpec& spec, const OptimizerFn<Real>& update,
         const std::vector<double>& wanted, double tolerance) {
  // The file's numbers stand for floats, in the double precision run too.
  const auto start = test::tensor<float>(file.at("w0"));
  const auto given = test::tensor<float>(file.at("grads"));
  std::vector<Real> weights(start.begin(), start.end());
  const std::vector<Real> gradients(given.begin(), given.end());
  std::vector<std::vector<Real>> state(optimizer_table()[spec.row].states.size(),
                                       std::vector<Real>(weights.size()));
  const std::size_t size = weights.size();
  for (std::size_t step = 0; step < gradients.size() / size; ++step) {
    const std::span<const Real> gradient(gradients.data() + step * size, size);
    update(spec, step + 1, weights, gradient, state);
    for (std::size_t i = 0; i < size; ++i)
      EXPECT_NEAR(weights[i], wanted[step * size + i], tolerance) << "step " << step << " of " << i;
  }
}

TEST(Optimizers, EqualTorch) {
  const auto file = test::read_json("reference/snntorch/unit_optimizers.json");
  std::map<std::string, int> checked;
  for (const auto& entry : file.at("optimizers")) {
    const auto spec = make_spec(entry);
    if (!spec) continue;
    SCOPED_TRACE(entry.at("optimizer").dump() + entry.at("args").dump());
    const OptimizerRow& row = optimizer_table()[spec->row];
    run<double>(file, *spec, row.f64, test::tensor<double>(entry.at("params_after_step_f64")),
                1e-11);
    // A single precision weight below 1 is known to 6e-8; six steps add up.
    run<float>(file, *spec, row.f32, test::tensor<double>(entry.at("params_after_step")), 4e-7);
    ++checked[std::string(row.name)];
  }
  const std::map<std::string, int> all{{"SGD", 5}, {"Adam", 3}, {"AdamW", 1}};
  EXPECT_EQ(checked, all);
}

TEST(Optimizers, AdamsScalarsCorrectTheBiasOfEachStep) {
  const OptimizerRow& adam = optimizer_table()[test::row_named(optimizer_table(), "Adam")];
  const OptimizerSpec spec{1, {{"lr", 0.01}, {"beta1", 0.5}, {"beta2", 0.75}, {"eps", 1e-8}}};
  // By hand: step 1: 0.01 / 0.5, 1 / sqrt(0.25); step 3: 0.01 / (1 - 0.125), 1 / sqrt(1 -
  // 0.421875).
  EXPECT_EQ(adam.step_scalars(spec, 1), (std::vector<double>{0.02, 2.0}));
  EXPECT_EQ(adam.step_scalars(spec, 3),
            (std::vector<double>{0.01 / 0.875, 1 / std::sqrt(0.578125)}));
  const auto late = adam.step_scalars(spec, 1'000'000'000);
  EXPECT_EQ(late, (std::vector<double>{0.01, 1.0}));
}

TEST(Optimizers, DampeningSparesTheFirstStep) {
  const OptimizerSpec spec{test::row_named(optimizer_table(), "SGD"),
                           {{"lr", 0.5}, {"momentum", 0.25}, {"dampening", 0.75}, {"nesterov", 1}}};
  const OptimizerRow& sgd = optimizer_table()[spec.row];
  EXPECT_EQ(sgd.step_scalars(spec, 1), (std::vector<double>{0.125, 0.5, 1}));
  EXPECT_EQ(sgd.step_scalars(spec, 2), (std::vector<double>{0.125, 0.5, 0.25}));
}

TEST(Optimizers, EveryRowsScalarsHaveOneLength) {
  for (std::uint32_t row = 0; row < optimizer_table().size(); ++row) {
    OptimizerSpec spec{row, {}};
    for (const ParameterInfo& info : optimizer_table()[row].arguments)
      spec.arguments[std::string(info.name)] = info.fallback;
    const auto length = optimizer_table()[row].step_scalars(spec, 1).size();
    EXPECT_GT(length, 0u);
    EXPECT_EQ(optimizer_table()[row].step_scalars(spec, 77).size(), length);
  }
}

}  // namespace
}  // namespace bspike::models
