// Owns the draw: a pixel of value v spikes at step t iff the top level_bits bits of
// h(stream, counter, t, pixel) are below v. So 0 never spikes; of 16 levels 16 always does, of
// bytes 255 does in 255 of 256 steps.
#include "models/inputs/rate.hpp"

#include "arch/base/random.hpp"

namespace bspike::models {
namespace {

SpikeTrain encode(const EncodeRequest& request) {
  SpikeTrain train(request.time_steps);
  const auto& image = request.picture;
  for (std::uint32_t t = 0; t < request.time_steps; ++t)
    for (std::size_t i = 0; i < image.size(); ++i) {
      if (image[i] == 0) continue;
      const std::uint64_t draw = arch::base::random_bits(request.stream, request.counter, t, i);
      if (draw >> (64 - request.level_bits) < image[i])
        train[t].push_back(static_cast<std::uint32_t>(i));
    }
  return train;
}

}  // namespace

EncoderRow rate_row() {
  return {.name = "rate",
          .wants = SampleKind::kPicture,
          .encode = encode,
          .describe = nullptr,
          .doc = "A pixel spikes at each time step with the probability of its brightness."};
}

}  // namespace bspike::models
