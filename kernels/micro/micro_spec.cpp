// Owns the fields of a micro section and their reference.
#include "kernels/micro/micro_spec.hpp"

#include "kernels/micro/micro_workloads.hpp"

namespace bspike::kernels {

using arch::base::FieldVisitor;
using arch::base::Unit;

namespace {

constexpr arch::base::Range kCount{0, 1e9};

const std::vector<std::string>& memory_kind_names() {
  static const std::vector<std::string> kNames{"standard", "interleaved"};
  return kNames;
}

void describe_exchange(FieldVisitor& visit, MicroSpec& spec) {
  visit.option("words", spec.words, Unit::kNone, kCount, "32-bit words of a message.");
  visit.option("source_physical", spec.source_physical, Unit::kNone, kCount,
               "Physical number of the sender, or of the root of a collective.");
  visit.option("receivers_physical", spec.receivers_physical, Unit::kNone, {0, 1e9},
               "Physical numbers of the receivers.");
  visit.option("tiles", spec.tiles, Unit::kNone, kCount,
               "Tiles that take part, from logical tile 0; all if absent.");
}

void describe_local(FieldVisitor& visit, MicroSpec& spec) {
  visit.option("bytes", spec.bytes, Unit::kBytes, kCount, "Bytes copied on each tile.");
  visit.choice("target_memory", spec.target_memory, memory_kind_names(),
               "Kind of memory that is copied to; the source is always standard.", false);
  visit.choice("weights_memory", spec.weights_memory, {"interleaved", "standard"},
               "Kind of memory that the matrix unit's weights lie in.", false);
  visit.option("elements", spec.elements, Unit::kNone, kCount, "Elements on each tile.");
  visit.option("rows", spec.rows, Unit::kNone, kCount, "Rows of the matrix.");
  visit.option("columns", spec.columns, Unit::kNone, kCount, "Columns of the matrix.");
  visit.option("loads", spec.loads, Unit::kNone, kCount, "Loads that follow one another.");
  visit.option("repeats", spec.repeats, Unit::kNone, {0, 100000},
               "Supersteps in a row; 1 if absent.");
}

}  // namespace

void describe(FieldVisitor& visit, MicroSpec& spec) {
  std::vector<std::string> names;
  for (const MicroWorkload& workload : micro_workloads()) names.emplace_back(workload.name);
  visit.choice("workload", spec.workload, names, "What is run.");
  describe_exchange(visit, spec);
  describe_local(visit, spec);
}

std::string document_micro() {
  std::string text = "| workload | needs | may have | what it does |\n|---|---|---|---|\n";
  const auto listed = [](const std::vector<std::string>& names) {
    std::string line;
    for (const std::string& name : names) line += (line.empty() ? "`" : ", `") + name + "`";
    return line;
  };
  for (const MicroWorkload& workload : micro_workloads()) {
    text += std::string("| `") + workload.name + "` | " + listed(workload.needs) + " | " +
            listed(workload.takes) + " | " + workload.sentence + " |\n";
  }
  return text + "\n| key | type | default | range | meaning |\n|---|---|---|---|---|\n" +
         arch::base::document_fields<MicroSpec>("micro");
}

}  // namespace bspike::kernels
