// Owns the cross entropy of the spike counts, mean over the batch.
#include "models/learning/ce_count.hpp"

#include "models/learning/record.hpp"

namespace bspike::models {

LossRow ce_count_row() {
  return {.name = "ce_count",
          .arguments = {},
          .timing = LossTiming::kFinal,
          .population_code = true,
          .f32 = cross_entropy_of_sums<float>,
          .f64 = cross_entropy_of_sums<double>,
          .doc = "Cross entropy of the spike counts over all time steps."};
}

}  // namespace bspike::models
