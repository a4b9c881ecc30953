// Owns the making of random projections.
#include "tests/codelets/projection_case.hpp"

#include <algorithm>

namespace bspike::test {

Blocks::Blocks(std::vector<std::uint32_t> pairs_of_blocks, std::uint32_t batch)
    : pairs(std::move(pairs_of_blocks)) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const std::uint32_t p = pairs[i];
    offsets.push_back(floats);
    const bool starts = i == 0 || pairs[i - 1] != p;
    if (starts) segments.push_back({0, 8 * p * batch, 16 * p, p, 8, 16, 4 * floats, 8 * rows});
    ++segments.back()[0];
    rows += 2 * p;
    floats += 2 * p * batch;
  }
  for (auto& s : segments)  // the longer loop is the inner one
    if (s[0] > s[3])
      for (int k = 0; k < 3; ++k) std::swap(s[k], s[k + 3]);
}

std::size_t Blocks::at(std::uint32_t row, std::uint32_t sample) const {
  std::size_t block = 0;
  while (row >= 2 * pairs[block]) row -= 2 * pairs[block++];
  return offsets[block] + std::size_t{sample} * 2 * pairs[block] + row;
}

Projection::Projection(Numbers& numbers, std::uint32_t rows_, std::uint32_t planes_)
    : rows(rows_), planes(planes_), parameters(numbers.reals(2 * planes * (rows + 1))) {}

Lists::Lists(Numbers& numbers, std::uint32_t rows, std::uint32_t batch, std::uint32_t one_in)
    : capacity((rows + 1) / 2 * 2), ids(std::size_t{capacity} * batch, 0), counts(batch, 0) {
  for (std::uint32_t b = 0; b < batch; ++b)
    for (std::uint32_t row = 0; row < rows; ++row)
      if (numbers.below(one_in) == 0)
        ids[std::size_t{b} * capacity + counts[b]++] = static_cast<std::uint16_t>(row);
}

void Lists::add_to(CodeletRun& run) const {
  run.region("ids", ids);
  run.region("counts", counts);
  run.region_argument("ids", "ids");
  run.region_argument("counts", "counts");
  run.argument("ids_stride", 2 * capacity);
  run.work.list_counts = counts;
}

std::uint32_t batch_of(std::uint64_t seed) {
  static const std::vector<std::uint32_t> kBatches{1, 2, 3, 5, 6, 7, 8, 13};
  return kBatches[seed % kBatches.size()];
}

std::uint32_t planes_of(std::uint64_t seed) {
  static const std::vector<std::uint32_t> kPlanes{1, 2, 3, 1, 7, 4};
  return kPlanes[seed % kPlanes.size()];
}

std::vector<std::uint32_t> block_pairs_of(std::uint64_t seed) {
  static const std::vector<std::vector<std::uint32_t>> kBlocks{
      {1}, {2}, {9}, {1, 1, 1, 1, 1, 1}, {3, 3}, {2, 2, 2, 1, 1}, {1, 1, 4}, {5, 5, 4}};
  return kBlocks[seed % kBlocks.size()];
}

}  // namespace bspike::test
