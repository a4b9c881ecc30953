// Owns the rounding: brightness in f32, then to the f16 in which it travels to the chip.
#include "models/inputs/constant.hpp"

#include "arch/base/half.hpp"

namespace bspike::models {
namespace {

std::vector<float> values(const EncodeRequest& request) {
  std::vector<float> result;
  result.reserve(request.picture.size());
  for (const std::uint8_t pixel : request.picture) {
    const float value = brightness(pixel, request.level_bits);
    result.push_back(arch::base::float_from_half(arch::base::half_from_float(value)));
  }
  return result;
}

}  // namespace

EncoderRow constant_row() {
  return {.name = "constant",
          .wants = SampleKind::kPicture,
          .encode = nullptr,
          .describe = nullptr,
          .doc =
              "A pixel's brightness from 0 to 1, rounded to f16, is its input at every time "
              "step; for networks whose input has the signal constant.",
          .values = values};
}

}  // namespace bspike::models
