// Owns the list of stretches and the arithmetic of shares.
#include "kernels/replicas/trained_regions.hpp"

namespace bspike::kernels {
namespace {

// The gradients of one share, the largest, from all replicas.
std::uint64_t gathered_bytes(const Job& job, const TrainedRegion& region) {
  const std::uint64_t replicas = job.placement.replicas;
  const std::uint64_t grains = region.pairs / region.grain;
  return region.gradient_pair * region.grain * replicas * ((grains + replicas - 1) / replicas);
}

// Of weights.
TrainedRegion typed(const Job& job, TrainedRegion region) {
  region.parameter_pair = job.mapping.types.half_weights() ? 4 : 8;
  region.gradient_pair = job.mapping.types.half_gradients() ? 4 : 8;
  region.grain = share_grain(job);
  return region;
}

}  // namespace

std::uint32_t projection_pairs(const Job& job, const SliceLayout& slice) {
  const bool bias = job.network.projection(slice.slice.layer).bias;
  return word((bias ? slice.parameter_bytes : slice.weight_bytes) / 8);
}

std::uint32_t share_grain(const Job& job) { return job.mapping.types.half_projections() ? 2 : 1; }

PairRange share_of(std::uint32_t pairs, std::uint32_t replicas, std::uint32_t replica,
                   std::uint32_t grain) {
  const auto start = [&](std::uint64_t r) { return word(pairs / grain * r / replicas * grain); };
  return {start(replica), start(replica + 1ull) - start(replica)};
}

std::vector<TrainedRegion> trained_regions(const Job& job, const SliceLayout& slice) {
  std::vector<TrainedRegion> regions;
  regions.push_back(typed(job, {slice.parameters, slice.gradient, slice.optimizer_states,
                                projection_pairs(job, slice), 0}));
  if (slice.recurrent)
    regions.push_back(typed(
        job, {slice.recurrent->parameters, slice.recurrent->gradient,
              slice.recurrent->optimizer_states, word(slice.recurrent->parameter_bytes / 8), 0}));
  for (const NumberLayout& number : slice.numbers)
    if (number.trained && !number.shared)
      regions.push_back(
          {number.value, number.gradient, number.optimizer_states, slice.planes, 0, true});
  std::uint32_t next = slice.replica_gradients;
  for (TrainedRegion& region : regions) {
    region.replica_gradients = next;
    next += word((gathered_bytes(job, region) + 7) / 8 * 8);
  }
  return regions;
}

std::uint64_t replica_gradient_bytes(const Job& job, const SliceLayout& slice) {
  std::uint64_t bytes = 0;
  for (const TrainedRegion& region : trained_regions(job, slice))
    bytes += (gathered_bytes(job, region) + 7) / 8 * 8;
  return bytes;
}

}  // namespace bspike::kernels
