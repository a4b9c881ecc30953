// Owns the surrogate derivative of a Boltzmann-like escape rate.
#pragma once

#include "models/learning/learning_tables.hpp"

namespace bspike::models {

[[nodiscard]] SurrogateRow spike_rate_escape_row();

}  // namespace bspike::models
