// Owns the proof of the losses against snnTorch and against finite differences.
#include <gtest/gtest.h>

#include "models/learning/mse_count.hpp"
#include "models/neurons/neuron_table.hpp"
#include "tests/unit/models/json_file.hpp"

namespace bspike::models {
namespace {

bool has_row(const std::string& name) {
  for (const LossRow& row : loss_table())
    if (row.name == name) return true;
  return false;
}

LossSpec make_spec(const nlohmann::json& loss) {
  LossSpec spec{test::row_named(loss_table(), loss.at("name")), {}};
  for (const auto& [key, value] : loss.items())
    if (key != "name") spec.arguments[key] = value;
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
  const auto record = test::tensor<Real>(entry.at("record"));
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
    if (!has_row(name) || entry.at("loss").contains("num_classes")) continue;
    SCOPED_TRACE(entry.at("loss").dump());
    expect_case<double>(entry, 1e-11);
    expect_case<float>(entry, 1e-6);
    ++checked[name];
  }
  EXPECT_EQ(checked.size(), loss_table().size());
}

// The record is soft here (any real numbers), so the loss has a true derivative.
TEST(Losses, GradientsAreFiniteDifferences) {
  const Shape shape{3, 2, 4};
  const std::vector<std::uint32_t> targets{1, 3};
  for (std::uint32_t row = 0; row < loss_table().size(); ++row) {
    LossSpec spec{row, {}};
    for (const ParameterInfo& info : loss_table()[row].arguments)
      spec.arguments[std::string(info.name)] = info.fallback;
    std::vector<double> record(24), gradient(24), unused(24);
    for (std::size_t i = 0; i < record.size(); ++i) record[i] = 0.1 * static_cast<double>(i % 7);
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

TEST(Losses, TargetCountsAreRoundedDownInDoublePrecision) {
  EXPECT_EQ(target_count(10, 0.7), 7);  // 10 * 0.7f is 6.9999998
  EXPECT_EQ(target_count(25, 0.8), 20);
  EXPECT_EQ(target_count(7, 0.5), 3);
  EXPECT_EQ(target_count(10, 0), 0);
}

}  // namespace
}  // namespace bspike::models
