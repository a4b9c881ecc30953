// Owns writing a refusal as JSON.
#include "tools/driver/refusal_file.hpp"

#include <nlohmann/json.hpp>

#include "arch/base/file.hpp"

namespace bspike::tools {

void write_refusal(const kernels::DoesNotFit& refusal, const std::filesystem::path& folder) {
  nlohmann::ordered_json largest = nlohmann::ordered_json::array();
  for (const kernels::DoesNotFit::Tensor& tensor : refusal.largest)
    largest.push_back({{"name", tensor.name}, {"bytes", tensor.bytes}});
  const nlohmann::ordered_json root = {{"memory",
                                        {{"peak_tile", refusal.tile},
                                         {"peak_tile_bytes", refusal.bytes},
                                         {"budget_tile_bytes", refusal.budget},
                                         {"largest", largest}}}};
  arch::base::write_atomically(folder / kRefusalFile, root.dump(2) + "\n");
}

}  // namespace bspike::tools
