// Owns reading the three kinds of unit files and running their parts.
#include "models/reference/unit_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <span>

#include "models/learning/learning_tables.hpp"
#include "models/reference/json_cursor.hpp"

namespace bspike::models {

namespace {

// Single precision: a derivative takes a handful of operations, a loss sums a few outputs, and six
// updates of weights below 1 add up.
constexpr double kSurrogateTolerance = 4e-6;
constexpr double kLossTolerance = 1e-6;
constexpr double kParameterTolerance = 4e-7;

using Arguments = std::map<std::string, double>;

std::vector<double> numbers(const JsonCursor& tensor) {
  std::vector<double> values;
  for (const JsonCursor& item : tensor.at("data").items()) values.push_back(item.number());
  return values;
}

std::vector<float> singles(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

// The row with this name; 0 after a problem.
template <class Row>
std::uint32_t find_row(std::span<const Row> table, const JsonCursor& name, const char* what) {
  const std::string wanted = name.text();
  for (std::uint32_t row = 0; row < table.size(); ++row) {
    if (table[row].name == wanted) return row;
    if constexpr (requires { table[row].upstream_name; })
      if (table[row].upstream_name == wanted) return row;
  }
  if (name.exists()) name.fail("there is no " + std::string(what) + " \"" + wanted + "\"");
  return 0;
}

Arguments defaults(const std::vector<ParameterInfo>& known) {
  Arguments arguments;
  for (const ParameterInfo& info : known) arguments[std::string(info.name)] = info.fallback;
  return arguments;
}

void set_argument(Arguments& arguments, const std::string& key, const JsonCursor& value) {
  const auto known = arguments.find(key);
  if (known == arguments.end()) return value.fail("there is no argument of this name");
  known->second = value.number();
}

std::string call_text(const std::string& name, const JsonCursor& node,
                      const std::vector<std::string>& keys) {
  std::string text;
  for (const std::string& key : keys) {
    const nlohmann::json number = node.at(key.c_str()).number();
    text += (text.empty() ? "" : ", ") + key + "=" + number.dump();
  }
  return text.empty() ? name : name + "(" + text + ")";
}

void require_size(const JsonCursor& node, std::size_t found, std::size_t wanted) {
  if (node.exists() && found != wanted)
    node.fail("expected " + std::to_string(wanted) + " numbers, found " + std::to_string(found));
}

ComparisonRow judged(std::string tensor, double error, double tolerance) {
  return {std::move(tensor), error, tolerance, error <= tolerance};
}

// Infinite if anything is no number.
double largest_error(std::span<const float> found, std::span<const double> wanted) {
  double largest = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const double error = std::abs(static_cast<double>(found[i]) - wanted[i]);
    largest =
        std::max(largest, std::isnan(error) ? std::numeric_limits<double>::infinity() : error);
  }
  return largest;
}

double largest_magnitude(std::span<const double> values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

class UnitFile {
 public:
  UnitFile(const nlohmann::json& document, const std::string& name)
      : root_(&document, "", name, sink_) {}

  std::vector<ComparisonRow> surrogates() {
    const std::vector<double> x = numbers(root_.at("x"));
    const std::vector<double> upstream = numbers(root_.at("upstream"));
    require_size(root_.at("upstream"), upstream.size(), x.size());
    for (const JsonCursor& entry : root_.at("surrogates").items())
      check_surrogate(entry, singles(x), singles(upstream));
    return std::move(rows_);
  }

  std::vector<ComparisonRow> losses() {
    for (const JsonCursor& entry : root_.at("cases").items()) check_loss(entry);
    return std::move(rows_);
  }

  std::vector<ComparisonRow> optimizers() {
    const std::vector<double> weights = numbers(root_.at("w0"));
    const std::vector<double> gradients = numbers(root_.at("grads"));
    if (weights.empty() || gradients.size() % weights.size() != 0)
      root_.at("grads").fail("expected as many numbers a step as w0 has");
    stop_if_bad();
    for (const JsonCursor& entry : root_.at("optimizers").items())
      check_optimizer(entry, singles(weights), singles(gradients));
    return std::move(rows_);
  }

 private:
  void stop_if_bad() const { sink_.throw_if_any<arch::base::ConfigError>(); }

  void check_surrogate(const JsonCursor& entry, const std::vector<float>& x,
                       const std::vector<float>& upstream) {
    SurrogateSpec spec{find_row(surrogate_table(), entry.at("name"), "surrogate"), {}};
    const SurrogateRow& row = surrogate_table()[spec.row];
    spec.arguments = defaults(row.arguments);
    const JsonCursor arguments = entry.at("args");
    for (const std::string& key : arguments.keys())
      set_argument(spec.arguments, key, arguments.at(key.c_str()));
    const std::vector<double> spikes = numbers(entry.at("spike"));
    const std::vector<double> wanted = numbers(entry.at("grad_f64"));
    require_size(entry.at("spike"), spikes.size(), x.size());
    require_size(entry.at("grad_f64"), wanted.size(), x.size());
    stop_if_bad();
    double error = 0, different = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      different += (x[i] > 0) != (spikes[i] > 0) ? 1 : 0;
      const double found = row.derivative_f32(spec, x[i]) * upstream[i];
      if (found != wanted[i]) error = std::max(error, std::abs(found / wanted[i] - 1));
    }
    const std::string name =
        entry.path() + " " + call_text(entry.at("name").text(), arguments, arguments.keys());
    rows_.push_back(judged(name + ".spike", different, 0));
    rows_.push_back(judged(name + ".grad", error, kSurrogateTolerance));
  }

  void check_loss(const JsonCursor& entry) {
    const JsonCursor loss = entry.at("loss");
    LossSpec spec{find_row(loss_table(), loss.at("name"), "loss"), {}};
    const LossRow& row = loss_table()[spec.row];
    spec.arguments = defaults(row.arguments);
    std::vector<std::string> given;
    for (const std::string& key : loss.keys()) {
      if (key == "name") continue;
      given.push_back(key);
      if (key == "num_classes")
        spec.classes = loss.at("num_classes").count(1);
      else
        set_argument(spec.arguments, key, loss.at(key.c_str()));
    }
    add_loss(spec, entry, entry.path() + " " + call_text(loss.at("name").text(), loss, given));
  }

  void add_loss(const LossSpec& spec, const JsonCursor& entry, const std::string& name) {
    const JsonCursor record = entry.at("record");
    std::vector<std::uint32_t> shape;
    for (const JsonCursor& extent : record.at("shape").items())
      shape.push_back(extent.count(1, 1U << 16));
    if (shape.size() != 3) record.fail("expected the shape [steps, samples, outputs]");
    stop_if_bad();
    const std::vector<float> values = singles(numbers(record));
    const std::vector<double> wanted = numbers(entry.at("grad_f64"));
    require_size(record, values.size(), std::size_t{shape[0]} * shape[1] * shape[2]);
    require_size(entry.at("grad_f64"), wanted.size(), values.size());
    const std::uint32_t classes = spec.classes == 0 ? shape[2] : spec.classes;
    if (shape[2] % classes != 0) record.fail("the classes do not divide its outputs");
    std::vector<std::uint32_t> targets;
    for (const JsonCursor& target : entry.at("targets").items())
      targets.push_back(target.count(0, classes - 1));
    require_size(entry.at("targets"), targets.size(), shape[1]);
    const double value = entry.at("value_f64").number();
    stop_if_bad();
    std::vector<float> gradient(values.size());
    const double found =
        loss_table()[spec.row].f32(spec, shape[0], shape[1], shape[2], values, targets, gradient);
    const double error = found == value ? 0 : std::abs(found / value - 1);
    const double scale = largest_magnitude(wanted);
    const double absolute = largest_error(gradient, wanted);
    rows_.push_back(judged(name + ".value", error, kLossTolerance));
    rows_.push_back(judged(name + ".grad", absolute == 0 ? 0 : absolute / scale, kLossTolerance));
  }

  void check_optimizer(const JsonCursor& entry, std::vector<float> weights,
                       const std::vector<float>& gradients) {
    OptimizerSpec spec{find_row(optimizer_table(), entry.at("optimizer"), "optimiser"), {}};
    const OptimizerRow& row = optimizer_table()[spec.row];
    spec.arguments = defaults(row.arguments);
    set_optimizer_arguments(spec.arguments, entry.at("args"));
    const std::vector<double> wanted = numbers(entry.at("params_after_step"));
    require_size(entry.at("params_after_step"), wanted.size(), gradients.size());
    stop_if_bad();
    const std::size_t size = weights.size();
    std::vector<std::vector<float>> state(row.states.size(), std::vector<float>(size));
    double error = 0;
    for (std::size_t step = 0; step < gradients.size() / size; ++step) {
      row.f32(spec, step + 1, weights, std::span(gradients).subspan(step * size, size), state);
      error = std::max(error, largest_error(weights, std::span(wanted).subspan(step * size, size)));
    }
    rows_.push_back(judged(entry.path() + " " + std::string(row.name), error, kParameterTolerance));
  }

  static void set_optimizer_arguments(Arguments& arguments, const JsonCursor& given) {
    for (const std::string& key : given.keys()) {
      const JsonCursor value = given.at(key.c_str());
      if (key == "betas") {
        const std::vector<JsonCursor> betas = value.items();
        if (betas.size() != 2) return value.fail("expected two numbers");
        arguments["beta1"] = betas[0].number();
        arguments["beta2"] = betas[1].number();
      } else if (key == "nesterov") {
        arguments[key] = value.flag() ? 1 : 0;
      } else {
        set_argument(arguments, key, value);
      }
    }
  }

  arch::base::DiagnosticSink sink_;
  JsonCursor root_;
  std::vector<ComparisonRow> rows_;
};

struct UnitFormat {
  const char* name;
  std::vector<ComparisonRow> (UnitFile::*check)();
};

constexpr std::array kFormats{
    UnitFormat{"snn-reference-1-surrogates", &UnitFile::surrogates},
    UnitFormat{"snn-reference-1-losses", &UnitFile::losses},
    UnitFormat{"snn-reference-1-optimizers", &UnitFile::optimizers},
};

}  // namespace

std::optional<std::vector<ComparisonRow>> check_unit_file(const nlohmann::json& document,
                                                          const std::string& name) {
  if (!document.is_object() || !document.contains("format")) return std::nullopt;
  for (const UnitFormat& format : kFormats) {
    if (document.at("format") != format.name) continue;
    UnitFile file(document, name);
    return (file.*format.check)();
  }
  return std::nullopt;
}

}  // namespace bspike::models
