// Owns the emission of Leaky's forward and backward steps.
#pragma once

#include <string>

#include "kernels/codelets/surrogates/surrogate_emitters.hpp"
#include "kernels/emit/builder.hpp"

namespace bspike::kernels {

void emit_leaky_forward(Builder& b, const std::string& reset);
void emit_leaky_forward_half(Builder& b, const std::string& reset);
void emit_leaky_backward(Builder& b, const std::string& reset, const SurrogateEmitter& surrogate,
                         bool half_states);

}  // namespace bspike::kernels
