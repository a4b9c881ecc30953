// Owns the CSV and JSON forms of a comparison, its files, and the document made of them.
#include <cmath>
#include <nlohmann/json.hpp>

#include "arch/base/atomic_file.hpp"
#include "arch/base/diagnostics.hpp"
#include "arch/base/file.hpp"
#include "tools/driver/version.hpp"
#include "tools/validate/comparison_text.hpp"

namespace bspike::tools {

using Json = nlohmann::ordered_json;

namespace {

constexpr const char* kDocumentHead = R"(# Validation

How far the virtual chip is from real ones. Generated: `bspike validate --document docs/validation.md` runs the simulated twin of every row of
`configs/measured/*.csv` and writes this document.
Constants come from documents or from measurements of single mechanisms, as the machine files say one by one, and none is fitted to a row below.
Errors are simulated less measured. `docs/timing.md` has the laws; [validation_howto.md](validation_howto.md) tells how to add a row or a suite.

)";

Json optional_json(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json row_json(const Comparison& comparison, const ComparedRow& row) {
  const Suite& suite = *comparison.suite;
  Json json{{"id", row.measured->id},
            {"case", row.case_name},
            {"parameter", row.parameter},
            {"metric", row.metric},
            {"unit", row.measured->unit},
            {"measured", row.measured->value},
            {"simulated", row.simulated},
            {"error", row.error()},
            {"relative_error", row.relative_error()},
            {"uncertainty", row.measured->uncertainty},
            {"half_width", optional_json(row.measured->half_width())},
            {"measured_difference", optional_json(row.measured_difference)},
            {"simulated_difference", optional_json(row.simulated_difference)},
            {"compared", row.by_difference ? "difference" : "value"},
            {"machine", row.machine},
            {"clock_hz", row.clock_hz},
            {"measured_on", row.measured->hardware},
            {"source", row.measured->source}};
  Json sensitivity = Json::object();
  for (std::size_t i = 0; i < row.sensitivity.size(); ++i) {
    const std::size_t retimed = suite.sensitivity.size();
    sensitivity[i < retimed ? suite.sensitivity[i].name : suite.variants[i - retimed].name] =
        row.sensitivity[i];
  }
  json["sensitivity"] = std::move(sensitivity);
  Json kinds = Json::array();
  for (const KindCycles& kind : row.kinds) {
    kinds.push_back({{"kind", kind.kind},
                     {"count", kind.count},
                     {"compute_cycles", kind.compute},
                     {"launch_cycles", kind.launch},
                     {"sync_cycles", kind.sync},
                     {"exchange_cycles", kind.exchange},
                     {"mean_wait_cycles", kind.wait},
                     {"pieces", kind.pieces},
                     {"source_changes", kind.source_changes}});
  }
  json["superstep_kinds"] = std::move(kinds);
  return json;
}

Json pairs_json(const std::vector<ComparedPair>& pairs) {
  Json list = Json::array();
  for (const ComparedPair& pair : pairs) {
    list.push_back({{"of", pair.of},
                    {"to", pair.to},
                    {"measured", pair.measured},
                    {"simulated", pair.simulated},
                    {"allowed", optional_json(pair.allowed)}});
  }
  return list;
}

Json lines_json(const std::vector<LineFit>& lines) {
  Json list = Json::array();
  for (const LineFit& line : lines) {
    list.push_back({{"case", line.case_name},
                    {"over", line.abscissa},
                    {"unit", line.unit},
                    {"measured_slope", line.measured.slope},
                    {"simulated_slope", line.simulated.slope},
                    {"measured_intercept", line.measured.intercept},
                    {"simulated_intercept", line.simulated.intercept}});
  }
  return list;
}

Json machines_json(const Comparison& comparison) {
  Json machines = Json::array();
  for (const auto& [name, machine] : comparison.machines) {
    Json constants = Json::array();
    for (const arch::base::ConstantNote& note : machine.constants) {
      constants.push_back({{"key", note.key_path},
                           {"value", note.value},
                           {"provenance", arch::base::name(note.provenance)},
                           {"source", note.source}});
    }
    machines.push_back({{"name", name},
                        {"clock_hz", machine.clock_hz},
                        {"constants", std::move(constants)},
                        {"not_modelled", machine.not_modelled}});
  }
  return machines;
}

std::string quoted_cell(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + '"';
}

std::string number_text(double value) { return Json(value).dump(); }

}  // namespace

std::string short_number(double value) {
  double scale = 1;
  while (std::abs(value) * scale < 1000 && scale < 1e9) scale *= 10;
  const double rounded = std::round(value * scale) / scale;
  if (rounded == std::round(rounded) && std::abs(rounded) < 1e15)
    return std::to_string(static_cast<long long>(rounded));
  return number_text(rounded);
}

std::string comparison_csv(const Comparison& comparison) {
  std::string text =
      "id,case,parameter,metric,unit,measured,simulated,error,relative_error,uncertainty,"
      "measured_difference,simulated_difference,machine,clock_hz,assumptions\n";
  std::string assumptions;
  for (const std::string& sentence : comparison.suite->assumptions)
    assumptions += (assumptions.empty() ? "" : " ") + sentence;
  const auto optional_text = [](const std::optional<double>& value) {
    return value ? number_text(*value) : std::string();
  };
  for (const ComparedRow& row : comparison.rows) {
    text += quoted_cell(row.measured->id) + "," + quoted_cell(row.case_name) + "," +
            quoted_cell(row.parameter) + "," + row.metric + "," + quoted_cell(row.measured->unit) +
            "," + number_text(row.measured->value) + "," + number_text(row.simulated) + "," +
            number_text(row.error()) + "," + number_text(row.relative_error()) + "," +
            quoted_cell(row.measured->uncertainty) + "," + optional_text(row.measured_difference) +
            "," + optional_text(row.simulated_difference) + "," + quoted_cell(row.machine) + "," +
            number_text(row.clock_hz) + "," + quoted_cell(assumptions) + "\n";
  }
  return text;
}

std::string comparison_json(const Comparison& comparison) {
  const Suite& suite = *comparison.suite;
  Json json{{"suite", suite.name},
            {"title", suite.title},
            {"data", suite.data},
            {"data_hash", suite.data_hash},
            {"version", program_version()},
            {"assumptions", suite.assumptions},
            {"conclusions", suite.conclusions},
            {"mean_absolute_relative_error", comparison.mean_absolute_relative_error()}};
  json["rows"] = Json::array();
  for (const ComparedRow& row : comparison.rows) json["rows"].push_back(row_json(comparison, row));
  json["lines"] = lines_json(comparison.lines);
  json["ratios"] = pairs_json(comparison.ratios);
  json["differences"] = pairs_json(comparison.differences);
  json["no_twin"] = Json::array();
  for (const NoTwin& none : suite.no_twin)
    json["no_twin"].push_back({{"ids", none.ids}, {"reason", none.reason}});
  json["machines"] = machines_json(comparison);
  json["simulator"] = {{"wall_seconds", comparison.wall_seconds}};
  return json.dump(2) + "\n";
}

void write_comparison(const Comparison& comparison, const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  const std::string& name = comparison.suite->name;
  const arch::base::NamedText files[] = {{folder / (name + ".md"), comparison_markdown(comparison)},
                                         {folder / (name + ".csv"), comparison_csv(comparison)},
                                         {folder / (name + ".json"), comparison_json(comparison)}};
  arch::base::write_together(files);
}

std::string validation_document(const std::vector<std::string>& suites) {
  std::string text = kDocumentHead;
  for (std::size_t i = 0; i < suites.size(); ++i) text += (i == 0 ? "" : "\n") + suites[i];
  return text;
}

}  // namespace bspike::tools
