// Owns the proof of the losses against snnTorch and against finite differences.
#include <gtest/gtest.h>

#include <cmath>

#include "models/learning/mse_count.hpp"
#include "models/neurons/neuron_table.hpp"
#include "tests/unit/models/json_file.hpp"

namespace bspike::models {
namespace {

LossSpec make_spec(const nlohmann::json& loss) {
  LossSpec spec{test::row_named(loss_table(), loss.at("name")), {}};
  for (const auto& [key, value] : loss.items())
    if (key == "num_classes")
      spec.classes = value;
    else if (key != "name")
      spec.arguments[key] = value;
  return spec;
}

struct Shape {
  std::uint32_t time_steps, batch, outputs;
};
Shape shape_of(const nlohmann::json& record) {
  return {record.at("shape")[0], record.at("shape")[1], record.at("shape")[2]};
}

template <class Real>
LossFn<Real> function_of(const LossRow& row) {
  if constexpr (std::is_same_v<Real, float>)
    return row.f32;
  else
    return row.f64;
}

template <class Real>
void expect_case(const nlohmann::json& entry, double tolerance) {
  const LossSpec spec = make_spec(entry.at("loss"));
  const Shape shape = shape_of(entry.at("record"));
  const auto single =
      test::tensor<float>(entry.at("record"));  // which the file's numbers stand for
  const std::vector<Real> record(single.begin(), single.end());
  const std::vector<std::uint32_t> targets = entry.at("targets");
  std::vector<Real> gradient(record.size());
  const double value = function_of<Real>(loss_table()[spec.row])(
      spec, shape.time_steps, shape.batch, shape.outputs, record, targets, gradient);
  const double wanted_value = entry.at("value_f64");
  EXPECT_NEAR(value, wanted_value, tolerance * wanted_value);
  const auto wanted = test::tensor<double>(entry.at("grad_f64"));
  for (std::size_t i = 0; i < wanted.size(); ++i)
    EXPECT_NEAR(gradient[i], wanted[i], tolerance * test::largest_magnitude(wanted)) << i;
}

TEST(Losses, EqualSnnTorch) {
  std::map<std::string, int> checked;
  const auto file = test::read_json("reference/snntorch/unit_losses.json");
  for (const auto& entry : file.at("cases")) {
    const std::string name = entry.at("loss").at("name");
    SCOPED_TRACE(entry.at("loss").dump());
    expect_case<double>(entry, 1e-11);
    expect_case<float>(entry, 1e-6);
    ++checked[name];
  }
  const std::map<std::string, int> all{{"ce_count", 4},        {"ce_rate", 3},
                                       {"mse_count", 7},       {"ce_max_membrane", 3},
                                       {"ce_membrane_sum", 3}, {"mse_membrane", 3}};
  EXPECT_EQ(checked, all);
}

// The record is soft here (any real numbers), so the loss has a true derivative.
TEST(Losses, GradientsAreFiniteDifferences) {
  const Shape shape{3, 2, 4};
  const std::vector<std::uint32_t> targets{1, 3};
  for (std::uint32_t row = 0; row < loss_table().size(); ++row) {
    if (loss_table()[row].summary == LossSummary::kFirstSpike) continue;  // times are whole steps
    LossSpec spec{row, {}};
    for (const ParameterInfo& info : loss_table()[row].arguments)
      spec.arguments[std::string(info.name)] = info.fallback;
    std::vector<double> record(24), gradient(24), unused(24);
    for (std::size_t i = 0; i < record.size(); ++i)
      record[i] = 0.1 * static_cast<double>(i * 5 % 23);
    const auto loss = [&](std::span<double> to) {
      return loss_table()[row].f64(spec, shape.time_steps, shape.batch, shape.outputs, record,
                                   targets, to);
    };
    (void)loss(gradient);
    for (std::size_t i = 0; i < record.size(); ++i) {
      const double step = 1e-6, value = record[i];
      record[i] = value + step;
      const double above = loss(unused);
      record[i] = value - step;
      const double below = loss(unused);
      record[i] = value;
      EXPECT_NEAR(gradient[i], (above - below) / (2 * step), 1e-8) << loss_table()[row].name;
    }
  }
}

// ce_count handed membranes: two steps, two outputs; their sums are 0.5 + 1.0 and 0.25 - 0.75, so
// the logits differ by 2.
TEST(Losses, CountOfMembranesIsOneCrossEntropyOfTheirSums) {
  const std::vector<double> record{0.5, 0.25, 1.0, -0.75};
  const std::vector<std::uint32_t> targets{1};
  std::vector<double> gradient(4);
  const LossSpec spec{test::row_named(loss_table(), "ce_count_membrane"), {}};
  const double first = 1 / (1 + std::exp(-2.0));  // softmax of the first output
  EXPECT_NEAR(loss_table()[spec.row].f64(spec, 2, 1, 2, record, targets, gradient),
              -std::log(1 - first), 1e-12);
  for (std::size_t t = 0; t < 2; ++t) {
    EXPECT_NEAR(gradient[2 * t], first, 1e-12);
    EXPECT_NEAR(gradient[2 * t + 1], -first, 1e-12);
  }
}

// Two outputs, four steps: spikes at 1 and 3, and none, which counts as the last step.
TEST(Losses, TemporalOnesLookAtTheFirstSpike) {
  const std::vector<double> record{0, 0, 1, 0, 0, 0, 1, 0};
  const std::vector<std::uint32_t> targets{0};
  std::vector<double> gradient(8);
  const LossSpec mse{test::row_named(loss_table(), "mse_temporal"),
                     {{"on_target", 0}, {"off_target", -2}}};
  // ((1 - 0)^2 + (3 - 2)^2) / (4^2 * 2); dL/dS is minus the slope, at the steps 1 and 3 alone.
  EXPECT_EQ(loss_table()[mse.row].f64(mse, 4, 1, 2, record, targets, gradient), 2.0 / 32);
  EXPECT_EQ(gradient, (std::vector<double>{0, 0, -2.0 / 32, 0, 0, 0, 0, -2.0 / 32}));
  const LossSpec ce{test::row_named(loss_table(), "ce_temporal"), {}};
  // Logits -1 and -3.
  const double other = 1 / (1 + std::exp(2.0));
  EXPECT_NEAR(loss_table()[ce.row].f64(ce, 4, 1, 2, record, targets, gradient),
              -std::log(1 - other), 1e-12);
  EXPECT_NEAR(gradient[2], -other, 1e-12);
  EXPECT_NEAR(gradient[7], other, 1e-12);
  EXPECT_EQ(gradient[0], 0);
}

TEST(Losses, TargetCountsAreRoundedDownInDoublePrecision) {
  EXPECT_EQ(target_count(10, 0.7), 7);  // 10 * 0.7f is 6.9999998
  EXPECT_EQ(target_count(25, 0.8), 20);
  EXPECT_EQ(target_count(7, 0.5), 3);
  EXPECT_EQ(target_count(10, 0), 0);
  EXPECT_EQ(target_count(5, 0.3, 5), 7);  // 7.5 spikes of five neurons together
}

}  // namespace
}  // namespace bspike::models
