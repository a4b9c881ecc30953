// Owns what replicas of the network add to a training step. Each replica has an equal share of the
// batch on tiles of its own, laid out alike; of what is trained each updates a part, whose
// gradients it gets from all, and which it sends to all at the start of the next step.
#pragma once

#include <span>

#include "kernels/replicas/trained_regions.hpp"
#include "kernels/training_steps.hpp"

namespace bspike::kernels {

// The same layout on each replica's tiles.
[[nodiscard]] std::vector<Layout> replicated(const Job& job, const Layout& layout);
// The supersteps of all replicas, each of which works at the same time.
[[nodiscard]] TrainingSteps replicated_steps(const Job& job, std::span<const Layout> layouts,
                                             GroupTable& groups);
// The tiles, and those in their place in every other replica.
[[nodiscard]] std::vector<arch::TileId> in_all_replicas(const StepContext& context,
                                                        std::span<const arch::TileId> tiles);
// The optimiser's step on the replica's part of a stretch.
void add_region_update(const StepContext& context, arch::TileId tile, const TrainedRegion& region,
                       WorkTable& work);

}  // namespace bspike::kernels
