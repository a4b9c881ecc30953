// Holds the generated assembly of every codelet, and docs/codelets.md, against the committed files.
// BSPIKE_REBASE=1 writes them anew.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "kernels/codelets/document.hpp"
#include "kernels/cost/estimate.hpp"

namespace bspike::test {

namespace {

const std::string kSource = BSPIKE_SOURCE_DIR;
const std::string kFolder = kSource + "/tests/golden/codelets";

arch::Machine machine() { return arch::load_machine(kSource + "/configs/machines/bow.yaml"); }

void compare(const std::string& file, const std::string& text) {
  if (std::getenv("BSPIKE_REBASE") != nullptr) std::ofstream(file, std::ios::binary) << text;
  std::ifstream in(file, std::ios::binary);
  ASSERT_TRUE(in) << file << " is missing; run with BSPIKE_REBASE=1 to write it";
  std::ostringstream found;
  found << in.rdbuf();
  EXPECT_EQ(found.str(), text) << file << " differs; run with BSPIKE_REBASE=1 if that is meant";
}

TEST(CodeletGolden, AssemblyIsAsCommitted) {
  const arch::Machine bow = machine();
  for (const kernels::Codelet& codelet : kernels::codelet_table()) {
    if (codelet.one_of_many) continue;
    compare(kFolder + "/" + codelet.name + ".s", kernels::codelet_assembly(codelet, bow));
  }
}

TEST(CodeletGolden, NoFileIsLeftOver) {
  std::set<std::string> names;
  for (const kernels::Codelet& codelet : kernels::codelet_table())
    if (!codelet.one_of_many) names.insert(codelet.name + ".s");
  for (const auto& entry : std::filesystem::directory_iterator(kFolder))
    EXPECT_TRUE(names.contains(entry.path().filename().string())) << entry.path();
}

TEST(CodeletGolden, DocumentIsAsCommitted) {
  compare(kSource + "/docs/codelets.md", kernels::document_codelets(machine()));
}

// Frames of neuron models do not load ahead everywhere, and trained numbers with a reset at once
// leave too few registers, conversions fewer; with the first surrogate they stay within this.
std::uint64_t frame_excess(const std::string& codelet) {
  const auto has = [&](const char* part) { return codelet.find(part) != std::string::npos; };
  const bool half = codelet.ends_with("_f16");
  if (has("_immediate_learned")) return half ? 41 : 35;
  return half && (has("_immediate") || has("_learned")) ? 24 : 15;
}

// An inner loop may miss its bound, but not fall back: these are the ones that do, by slots. The
// sparse step's are as a good compiler makes them, not pipelined.
TEST(CodeletGolden, InnerLoopsMeetTheirBounds) {
  const std::map<std::string, std::uint64_t> excused{
      {"sgd_update", 2},
      {"sgd_update_stateless", 1},
      {"sgd_update_f16_weights", 2},
      {"sgd_update_stateless_f16_weights", 2},
      {"adam_decay_update_f16_weights", 1},
      {"adam_decay_update_f16", 1},
      // Constants are spilled: eight lanes of f32 leave six registers.
      {"leaky_forward_subtract_f16", 2},
      {"leaky_forward_zero_f16", 1},
      {"leaky_forward_none_f16", 2},
      {"narrow_f16", 1},
      {"transpose_f32", 2},
      {"transpose_f16", 2},
      {"ce_count_loss", 2},
      {"ce_count_membrane_loss", 2},
      {"ce_rate_loss", 2},
      {"mse_count_loss", 1},
      {"ce_max_membrane_loss", 2},
      {"ce_membrane_sum_loss", 2},
      {"ce_temporal_loss", 3},
      {"mse_membrane_loss", 1},
      {"mse_temporal_loss", 1},
      {"sum_classes", 1},
      {"spread_classes", 1},
      {"keep_highest", 3},
      {"keep_first_spike", 2},
      {"pick_step", 1},
      {"scatter_spikes", 1},
      {"pool_max_forward", 2},
      {"pool_sum_forward", 1},
      {"spread_number", 2},
      {"number_gradient", 2},
      {"sparse_state_update_pair", 1},
      {"sparse_state_update", 1},
      {"sparse_state_update_scalar", 1},
      {"spike_flags", 1},
      {"state_gradient_sample", 4},
      {"state_gradient_sample_double", 7},
      {"sparse_weight_gradient_pair", 1},
      {"sparse_weight_gradient", 1},
      {"sparse_weight_gradient_scalar", 1},
      {"sparse_input_gradient_pair", 2},
      {"sparse_input_gradient", 1},
      {"sparse_input_gradient_scalar", 1},
      // One place is taken after the other, so a neuron waits for the count of the one before.
      {"list_spikes_first", 3},
      {"list_listed", 3},
      {"list_dense", 2}};
  const arch::Machine bow = machine();
  for (const kernels::Codelet& codelet : kernels::codelet_table()) {
    if (codelet.one_of_many) continue;
    if (codelet.framed) {
      EXPECT_LE(kernels::inner_slots(codelet, bow),
                kernels::minimum_slots(codelet, bow) + frame_excess(codelet.name))
          << codelet.name;
      continue;
    }
    const auto found = excused.find(codelet.name);
    const std::uint64_t excess = found == excused.end() ? 0 : found->second;
    EXPECT_EQ(kernels::inner_slots(codelet, bow), kernels::minimum_slots(codelet, bow) + excess)
        << codelet.name;
  }
}

}  // namespace

}  // namespace bspike::test
