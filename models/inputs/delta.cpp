// Owns reading a picture as a signal: its pixels are cut into as many pieces as there are time
// steps, so that of a square picture with as many steps as rows a row comes at a time. Falls, which
// snnTorch marks by -1, are inputs of their own, behind all others.
#include "models/inputs/delta.hpp"

#include <string>

namespace bspike::models {
namespace {

using arch::base::FieldVisitor;
using arch::base::Unit;

std::uint32_t inputs(const EncoderSpec& spec, std::uint32_t places, std::uint32_t time_steps) {
  if (places % time_steps != 0)
    arch::base::raise<arch::base::ConfigError>(
        {}, "dataset.encoding",
        "the encoding \"delta\" cuts a picture into time steps, but " + std::to_string(places) +
            " pixels do not divide by " + std::to_string(time_steps),
        "set network.time_steps to the picture's rows");
  return places / time_steps * (spec.delta.off_spike ? 2 : 1);
}

SpikeTrain encode(const EncodeRequest& request) {
  const DeltaCoding& coding = request.delta;
  const auto threshold = static_cast<float>(coding.threshold);
  const std::size_t width = request.picture.size() / request.time_steps;
  SpikeTrain train(request.time_steps);
  std::vector<float> before(width, 0);
  for (std::uint32_t t = 0; t < request.time_steps; ++t) {
    std::vector<std::uint32_t> falls;
    for (std::size_t i = 0; i < width; ++i) {
      const float value = brightness(request.picture[t * width + i], request.level_bits);
      const float change = value - (t == 0 && coding.padding ? value : before[i]);
      if (change >= threshold) train[t].push_back(static_cast<std::uint32_t>(i));
      if (coding.off_spike && change <= -threshold)
        falls.push_back(static_cast<std::uint32_t>(width + i));
      before[i] = value;
    }
    train[t].insert(train[t].end(), falls.begin(), falls.end());
  }
  return train;
}

void describe_delta(FieldVisitor& visit, EncoderSpec& spec) {
  visit.option("threshold", spec.delta.threshold, Unit::kNone, {0, 1},
               "A change of at least so much, of brightnesses from 0 to 1, is a spike.");
  visit.flag("padding", spec.delta.padding,
             "Whether the first time step follows itself, not darkness.");
  visit.flag("off_spike", spec.delta.off_spike,
             "Whether falls spike too, as inputs of their own behind the others.");
}

}  // namespace

EncoderRow delta_row() {
  return {.name = "delta",
          .wants = SampleKind::kPicture,
          .encode = encode,
          .describe = describe_delta,
          .doc =
              "Delta modulation, as snnTorch's spikegen.delta has it, of pictures cut into as "
              "many pieces as there are time steps.",
          .inputs = inputs};
}

}  // namespace bspike::models
