// Owns what `bspike data inspect` prints: summaries of data sets and of NIR files, as text and
// JSON.
#pragma once

#include <string>
#include <vector>

#include "models/inputs/data_summary.hpp"
#include "models/nir/nir_graph.hpp"

namespace bspike::tools {

struct InspectedPart {
  std::string name;  // "train", "test" of a run file; empty of a lone file
  models::DataSummary summary;
};

struct Inspected {
  std::string file;
  std::string kind;
  bool has_labels = true;
  bool cut = false;  // by Ctrl-C
  std::vector<InspectedPart> parts;
};

[[nodiscard]] std::string inspected_text(const Inspected& inspected);
[[nodiscard]] std::string inspected_json(const Inspected& inspected);
[[nodiscard]] std::string nir_text(const models::NirFile& file);
[[nodiscard]] std::string nir_json(const models::NirFile& file);

}  // namespace bspike::tools
