// Owns running the comparisons and putting them as text and JSON.
#include "tools/driver/verify.hpp"

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "arch/base/file.hpp"
#include "models/reference/case_file.hpp"
#include "models/reference/json_cursor.hpp"
#include "models/reference/run_case.hpp"
#include "models/reference/unit_file.hpp"
#include "tools/driver/machine_case.hpp"

namespace bspike::tools {

namespace {

std::string short_number(double value) {
  char buffer[32];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, 3);
  return std::string(buffer, end.ptr);
}

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

// Infinity, which stands for a missing or unreadable tensor, never reaches JSON.
nlohmann::ordered_json number_or_null(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

nlohmann::ordered_json row_json(const models::ComparisonRow& row) {
  return {{"tensor", row.tensor},
          {"largest_error", number_or_null(row.largest_error)},
          {"tolerance", row.tolerance},
          {"pass", row.pass}};
}

}  // namespace

std::vector<Verdict> verify_case(const std::filesystem::path& file,
                                 const std::optional<arch::Machine>& machine, sim::Engine engine) {
  const nlohmann::json document = models::parse_json(arch::base::read_text(file), file.string());
  if (const auto rows = models::check_unit_file(document, file.string()))
    return {{file.stem().string(), "reference", *rows}};
  const models::ReferenceCase the_case = models::read_case(document, file.string());
  std::vector<Verdict> verdicts;
  verdicts.push_back({the_case.name, "reference",
                      models::compare_case(the_case, models::run_case<float>(the_case))});
  if (machine) {
    MachineCaseOptions options;
    options.engine = engine;
    const models::CaseResult found = run_case_on_machine(the_case, *machine, options);
    verdicts.push_back({the_case.name, machine->name, models::compare_case(the_case, found)});
  }
  return verdicts;
}

std::string verdict_text(const Verdict& verdict) {
  std::size_t width = 6;
  for (const auto& row : verdict.rows) width = std::max(width, row.tensor.size());
  std::string text = verdict.case_name + " on " + verdict.implementation + ": " +
                     (verdict.pass() ? "pass" : "FAIL") + "\n";
  text += "  " + padded("tensor", width) + "  largest error  tolerance\n";
  for (const auto& row : verdict.rows) {
    text += "  " + padded(row.tensor, width) + "  " + padded(short_number(row.largest_error), 13) +
            "  " + padded(short_number(row.tolerance), 9) + (row.pass ? "" : "  FAIL") + "\n";
  }
  return text;
}

std::string verdicts_json(const std::vector<Verdict>& verdicts) {
  auto list = nlohmann::ordered_json::array();
  for (const Verdict& verdict : verdicts) {
    auto rows = nlohmann::ordered_json::array();
    for (const auto& row : verdict.rows) rows.push_back(row_json(row));
    list.push_back({{"case", verdict.case_name},
                    {"implementation", verdict.implementation},
                    {"pass", verdict.pass()},
                    {"tensors", rows}});
  }
  return nlohmann::ordered_json{{"verdicts", list}}.dump(2) + "\n";
}

}  // namespace bspike::tools
