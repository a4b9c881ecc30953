// Owns what an Image of the sparse program holds besides supersteps: schedule, streams, tensors,
// series, initial data.
#pragma once

#include "kernels/image_writer.hpp"
#include "kernels/sparse/sparse_steps.hpp"

namespace bspike::kernels::sparse {

// Supersteps as schedule nodes.
struct SparseNodes {
  std::vector<arch::ScheduleNode> start, forward, loss, backward_start, backward, update;
  std::size_t backward_reductions = 0;
};
[[nodiscard]] arch::Schedule sparse_schedule(const SparseContext& context, const SparseNodes& nodes,
                                             const std::vector<arch::StreamInfo>& streams);

void add_streams(const SparseContext& context, arch::Image& image);
void add_tensors(const SparseContext& context, arch::Image& image);
void add_series(const SparseContext& context, arch::Image& image);  // after the tensors
void add_data(const SparseContext& context, const models::ParameterSet& parameters,
              ImageWriter& writer);

}  // namespace bspike::kernels::sparse
