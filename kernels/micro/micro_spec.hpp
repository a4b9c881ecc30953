// Owns what a micro section of a run file says: a workload and its parameters.
// Contract: each workload takes some of the parameters; 0 and empty mean "not given", and a
// parameter that the workload does not take is refused when it is compiled.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arch/base/fields.hpp"

namespace bspike::kernels {

struct MicroSpec {
  int workload = 0;  // index into micro_workloads()
  std::uint64_t words = 0;
  std::optional<std::uint64_t> source_physical;
  std::vector<std::int64_t> receivers_physical;
  std::uint64_t tiles = 0;
  std::uint64_t bytes = 0;
  int target_memory = 0;   // MemoryKind
  int weights_memory = 0;  // interleaved or standard
  std::uint64_t elements = 0;
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  std::uint64_t loads = 0;
  std::uint64_t repeats = 0;
};
void describe(arch::base::FieldVisitor& visit, MicroSpec& spec);
[[nodiscard]] std::string document_micro();  // Markdown: workloads, then parameters

}  // namespace bspike::kernels
