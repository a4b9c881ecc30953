// Tests that every strategy places legally, whatever the sizes: each neuron once, pairs whole, no
// tile twice in a layer, all within the mapping's tiles, no slice twice as large as need be.
#include <gtest/gtest.h>

#include <set>

#include "arch/base/random.hpp"
#include "kernels/compile.hpp"
#include "kernels/placement/partitioner_table.hpp"
#include "tests/support/machines.hpp"
#include "tests/support/small_network.hpp"

namespace bspike::kernels {
namespace {

class RandomShape {
 public:
  explicit RandomShape(std::uint64_t seed) : seed_(seed) {}
  std::uint32_t between(std::uint32_t low, std::uint32_t high) {
    return low + static_cast<std::uint32_t>(arch::base::random_bits(seed_, 77, index_++) %
                                            (high - low + 1));
  }

 private:
  std::uint64_t seed_;
  std::uint64_t index_ = 0;
};

void expect_layer(const std::vector<Slice>& slices, std::uint32_t neurons, const Mapping& mapping) {
  std::set<arch::TileId> tiles;
  std::uint32_t next = 0;
  for (const Slice& slice : slices) {
    EXPECT_EQ(slice.first_neuron, next);
    EXPECT_EQ(slice.first_neuron % 2, 0U);
    EXPECT_GT(slice.neurons, 0U);
    EXPECT_GE(slice.tile, mapping.first_tile);
    EXPECT_LT(slice.tile, mapping.first_tile + mapping.tiles);
    EXPECT_TRUE(tiles.insert(slice.tile).second);
    next += slice.neurons;
  }
  EXPECT_EQ(next, neurons);
  const std::size_t pairs = (neurons + 1) / 2;
  EXPECT_LE((slices.front().neurons + 1) / 2, (pairs + slices.size() - 1) / slices.size());
}

void expect_legal(const Placement& placement, const tests::NetworkShape& shape,
                  const Mapping& mapping) {
  ASSERT_EQ(placement.layers.size() + 1, shape.sizes.size());
  for (std::size_t layer = 0; layer < placement.layers.size(); ++layer) {
    expect_layer(placement.layers[layer], shape.sizes[layer + 1], mapping);
  }
  const std::set<arch::TileId> inputs(placement.input_tiles.begin(), placement.input_tiles.end());
  EXPECT_EQ(inputs.size(), placement.input_tiles.size());
  EXPECT_EQ(inputs.size(), std::min(shape.time_steps, mapping.tiles));
  EXPECT_GE(placement.loss_tile, mapping.first_tile);
  EXPECT_LT(placement.loss_tile, mapping.first_tile + mapping.tiles);
}

TEST(Placement, IsLegalForEveryStrategyAndSize) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    RandomShape random(seed);
    tests::NetworkShape shape;
    shape.sizes.assign(1 + random.between(1, 5), 0);
    for (std::uint32_t& size : shape.sizes) size = random.between(1, seed % 2 == 0 ? 9 : 400);
    shape.time_steps = random.between(1, 40);
    const arch::Machine machine = tests::machine_with_grid(random.between(1, 200), 1, 1, 1);
    Mapping mapping;
    mapping.first_tile = random.between(0, machine.chip.tiles - 1);
    mapping.tiles = random.between(1, machine.chip.tiles - mapping.first_tile);
    for (std::size_t row = 0; row < partitioner_table().size(); ++row) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", " +
                   std::string(partitioner_table()[row].name));
      mapping.strategy = static_cast<int>(row);
      expect_legal(place(tests::make_network(shape), machine, mapping), shape, mapping);
    }
  }
}

}  // namespace
}  // namespace bspike::kernels
