// Owns the list of the micro workloads' codelets.
#include "kernels/codelets/micro/micro_codelets.hpp"

namespace bspike::kernels {

std::vector<Codelet> micro_codelets() {
  return {nothing_codelet(),   load_chain_codelet(), copy_scalar_codelet(), copy_paced_codelet(),
          triad_f32_codelet(), triad_f16_codelet(),  matvec_f32_codelet()};
}

}  // namespace bspike::kernels
