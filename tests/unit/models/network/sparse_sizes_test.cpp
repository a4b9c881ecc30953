// Owns the published sizes as tests of the rule, and that every shipped sparse network follows it.
#include "models/network/sparse_sizes.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <numeric>

#include "models/learning/learning_tables.hpp"
#include "models/network/network.hpp"

namespace bspike::models {
namespace {

using Sizes = std::vector<std::uint32_t>;

SparseSizes log_sizes(std::uint32_t hidden, double activity = 0.1) {
  return sparse_sizes({1472, 2, hidden, 10, activity});
}

std::uint64_t weights(std::uint64_t inputs, const Sizes& neurons) {
  std::uint64_t total = 0;
  for (const std::uint64_t size : neurons) {
    total += inputs * size;
    inputs = size;
  }
  return total;
}

TEST(SparseSizes, AreThePublishedOnesForNmnist) {
  EXPECT_EQ(log_sizes(2).neurons, (Sizes{1466, 1466, 10}));
  EXPECT_EQ(log_sizes(3).neurons, (Sizes{978, 978, 976, 10}));
  EXPECT_EQ(log_sizes(4).neurons, (Sizes{734, 734, 732, 732, 10}));
  EXPECT_EQ(log_sizes(5).neurons, (Sizes{588, 586, 586, 586, 586, 10}));
  EXPECT_EQ(log_sizes(2).tiles, (Sizes{733, 733, 5}));
  EXPECT_EQ(log_sizes(3).tiles, (Sizes{489, 489, 488, 5}));
  EXPECT_EQ(log_sizes(4).tiles, (Sizes{367, 367, 366, 366, 5}));
  EXPECT_EQ(log_sizes(5).tiles, (Sizes{294, 293, 293, 293, 293, 5}));
  // 5.55, 4.18, 3.32 and 2.74 million.
  EXPECT_EQ((weights(2312, log_sizes(2).neurons) + 5000) / 10000, 555u);
  EXPECT_EQ((weights(2312, log_sizes(3).neurons) + 5000) / 10000, 418u);
  EXPECT_EQ((weights(2312, log_sizes(4).neurons) + 5000) / 10000, 332u);
  EXPECT_EQ((weights(2312, log_sizes(5).neurons) + 5000) / 10000, 274u);
}

TEST(SparseSizes, AreThePublishedOnesForOtherDataSets) {
  EXPECT_EQ(sparse_sizes({1472, 2, 3, 20, 0.05}).neurons, (Sizes{974, 974, 974, 20}));
  EXPECT_EQ(sparse_sizes({1472, 2, 3, 11, 0.05}).neurons, (Sizes{978, 976, 976, 11}));
  const Sizes largest = sparse_sizes({1472, 32, 48, 10, 0.05}).neurons;
  EXPECT_EQ(largest.size(), 49u);
  EXPECT_EQ(largest.front(), 992u);  // 1470 tiles: 31 for each of the first 30 layers, then 30
  EXPECT_EQ(largest[47], 960u);
}

// Neurons, and weights in units of 10,000, of the benchmark by neurons a tile.
TEST(SparseSizes, AreThePublishedOnesByNeuronsATile) {
  struct Published {
    std::uint32_t neurons_per_tile, neurons;
    std::uint64_t weights;
  };
  for (const Published& published :
       {Published{2, 2942, 260}, Published{4, 5884, 548}, Published{8, 11764, 1124}}) {
    const std::uint32_t n = published.neurons_per_tile;
    const Sizes sizes = sparse_sizes({1472, n, 3 * n / 2, 20, 0.05}).neurons;
    EXPECT_EQ(std::accumulate(sizes.begin(), sizes.end(), 0u), published.neurons);
    EXPECT_EQ((weights(700, sizes) + 5000) / 10000, published.weights) << n;
  }
}

TEST(SparseSizes, CapacitiesAreThePublishedOnes) {
  const auto first = [](std::uint32_t hidden, double activity) {
    return log_sizes(hidden, activity).capacities.back() == 2
               ? log_sizes(hidden, activity).capacities[hidden - 1]
               : 0;
  };
  EXPECT_EQ(first(2, 0.01), 14u);
  EXPECT_EQ(first(2, 0.05), 72u);
  EXPECT_EQ(first(2, 0.1), 146u);
  EXPECT_EQ(first(5, 0.01), 4u);
  EXPECT_EQ(first(5, 0.05), 28u);
  EXPECT_EQ(first(5, 0.1), 58u);
}

TEST(SparseSizes, RefuseAChipThatIsTooSmall) {
  EXPECT_THROW((void)sparse_sizes({8, 2, 3, 10, 0.1}), arch::base::ConfigError);
  EXPECT_EQ(sparse_sizes({9, 2, 3, 10, 0.1}).neurons, (Sizes{2, 2, 2, 10}));
}

// "log_2hid_10" -> the number before `word`.
std::uint32_t number_before(const std::string& name, const std::string& word) {
  const std::size_t end = name.find(word);
  if (end == std::string::npos) return 0;
  const std::size_t start = name.find_last_not_of("0123456789", end - 1) + 1;
  return static_cast<std::uint32_t>(std::stoul(name.substr(start, end - start)));
}

void expect_follows_rule(const std::string& name, const Network& network) {
  const std::uint32_t neurons_per_tile = std::max(number_before(name, "npt"), 2u);
  const double activity = std::stod(name.substr(name.rfind('_') + 1)) / 100;
  const std::uint32_t hidden = network.layers() - 1;
  const std::uint32_t outputs = network.layer(hidden).size;
  const SparseSizes sizes = sparse_sizes({1472, neurons_per_tile, hidden, outputs, activity});
  if (const auto named = number_before(name, "hid"); named != 0) {
    EXPECT_EQ(hidden, named) << name;
  }
  for (std::uint32_t l = 0; l < network.layers(); ++l) {
    EXPECT_EQ(network.layer(l).size, sizes.neurons[l]) << name << " layer " << l;
    ASSERT_TRUE(network.layer(l).list) << name;
    EXPECT_EQ(network.layer(l).list->capacity, sizes.capacities[l]) << name << " layer " << l;
    EXPECT_EQ(network.projection(l).delay, l == 0 ? 0u : 1u) << name << " layer " << l;
    EXPECT_FALSE(network.projection(l).bias) << name;
  }
}

TEST(SparseNetworks, FollowTheRule) {
  std::uint32_t measured = 0, files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(BSPIKE_SOURCE_DIR "/configs/networks/sparse")) {
    const std::string name = entry.path().stem().string();
    const Network network = build_network(*arch::base::load_extended(entry.path()));
    expect_follows_rule(name, network);
    ++files;
    if (!name.starts_with("log_")) continue;
    ++measured;
    EXPECT_EQ(network.input().size, 2312u) << name;
    EXPECT_EQ(network.input().capacity(), 32u) << name;
    EXPECT_EQ(network.time_steps, 100u) << name;
    EXPECT_EQ(network.batch, 48u) << name;
    EXPECT_EQ(network.init.scale, 4.0) << name;
    EXPECT_EQ(network.layer(network.layers() - 1).list->second_threshold, -100) << name;
    EXPECT_EQ(optimizer_table()[network.optimizer.row].name, "Adam") << name;
  }
  EXPECT_EQ(measured, 12u);
  EXPECT_EQ(files, 240u);
}

}  // namespace
}  // namespace bspike::models
