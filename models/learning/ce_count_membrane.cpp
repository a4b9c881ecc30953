// Owns that loss's row.
#include "models/learning/ce_count_membrane.hpp"

#include "models/learning/record.hpp"

namespace bspike::models {

LossRow ce_count_membrane_row() {
  return {.name = "ce_count_membrane",
          .arguments = {},
          .timing = LossTiming::kFinal,
          .record = LossRecord::kMembranes,
          .population_code = true,
          .f32 = cross_entropy_of_sums<float>,
          .f64 = cross_entropy_of_sums<double>,
          .doc = "Cross entropy of the sums of the output's membranes over all time steps."};
}

}  // namespace bspike::models
