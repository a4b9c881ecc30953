// Owns the squared error of spike counts against target counts.
#pragma once

#include "models/learning/learning_tables.hpp"

namespace bspike::models {

[[nodiscard]] LossRow mse_count_row();

// The spike count that a rate asks of so many neurons together: whole spikes, rounded down in
// double precision. Compilers must take their constants from here, since a product in single
// precision can fall below the integer.
[[nodiscard]] double target_count(std::uint32_t time_steps, double rate, double neurons = 1);

}  // namespace bspike::models
