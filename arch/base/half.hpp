// Owns IEEE binary16: conversion to and from binary32, round to nearest even. NaN becomes the
// canonical quiet NaN (0x7e00, 0x7fc00000). The software twin and the host's F16C give the same
// bits; the fast one is chosen at run time.
#pragma once

#include <cstdint>

namespace bspike::arch::base {

[[nodiscard]] std::uint16_t half_from_float(float value);
[[nodiscard]] float float_from_half(std::uint16_t half);

// Four at once; lane i of the halves is bits 16 i + 15 .. 16 i.
using Float4 = float __attribute__((vector_size(16)));
[[nodiscard]] Float4 floats_from_halves(std::uint64_t halves);
[[nodiscard]] std::uint64_t halves_from_floats(Float4 values);
// d + a b, the product rounded to halves, then the sum.
[[nodiscard]] std::uint64_t halves_product_sum(std::uint64_t d, std::uint64_t a, std::uint64_t b);

// Rounds a double once, to the nearest half.
[[nodiscard]] std::uint16_t half_from_double(double value);

// The software forms, for tests and hosts without F16C.
[[nodiscard]] std::uint16_t half_from_float_software(float value);
[[nodiscard]] float float_from_half_software(std::uint16_t half);

}  // namespace bspike::arch::base
