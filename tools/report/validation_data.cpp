// Owns the data of a validation's page: each suite's JSON file.
#include <nlohmann/json.hpp>

#include "arch/base/diagnostics.hpp"
#include "arch/base/file.hpp"
#include "models/reference/json_cursor.hpp"
#include "tools/report/report_data.hpp"
#include "tools/report/result_folder.hpp"

namespace bspike::tools {

using arch::base::DiagnosticSink;
using models::JsonCursor;
using nlohmann::json;

namespace {

void check_row(const JsonCursor& row) {
  for (const char* key : {"id", "case", "parameter", "unit", "uncertainty", "machine", "source"})
    (void)row.at(key).text();
  for (const char* key : {"measured", "simulated", "error"}) (void)row.at(key).number();
  (void)row.at("relative_error");
}

void check_suite(const json& suite, const std::string& file) {
  DiagnosticSink sink;
  const JsonCursor root(&suite, "", file, sink);
  for (const char* key : {"suite", "title", "data"}) (void)root.at(key).text();
  (void)root.at("mean_absolute_relative_error");
  for (const JsonCursor& row : root.at("rows").items()) check_row(row);
  for (const char* list : {"lines", "ratios", "differences", "assumptions", "no_twin"})
    (void)root.at(list).items();
  for (const JsonCursor& machine : root.at("machines").items()) {
    (void)machine.at("name").text();
    (void)machine.at("constants").items();
    (void)machine.at("not_modelled").items();
  }
  sink.throw_if_any<arch::base::FormatError>();
}

}  // namespace

json validation_data(const std::filesystem::path& folder) {
  json suites = json::array();
  for (const std::filesystem::path& file : suite_files(folder)) {
    json suite = models::parse_json(arch::base::read_text(file), file.string());
    check_suite(suite, file.string());
    suites.push_back(std::move(suite));
  }
  return {{"kind", "validation"}, {"name", name_of(folder)}, {"suites", std::move(suites)}};
}

}  // namespace bspike::tools
