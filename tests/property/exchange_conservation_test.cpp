// Tests on random exchanges that bytes are conserved and arrive where the plan says, that each
// tile's time adds up, and that timing never changes a value.
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <span>
#include <vector>

#include "arch/base/random.hpp"
#include "arch/program/image_tools.hpp"
#include "sim/run.hpp"
#include "tests/support/image_builder.hpp"

namespace bspike::sim {
namespace {

using arch::TileId;
using tests::ImageBuilder;

constexpr std::uint32_t kTiles = 8, kSupersteps = 4, kWords = 0x4000 / 4;

const arch::Machine& machine() {
  static const arch::Machine tiny =
      arch::load_machine(std::string(BSPIKE_SOURCE_DIR) + "/configs/machines/tiny.yaml");
  return tiny;
}

// Draws below a bound, in order, from the counter-based source.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : seed_(seed) {}
  std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(arch::base::random_bits(seed_, ++index_) % bound);
  }

 private:
  std::uint64_t seed_;
  std::uint64_t index_ = 0;
};

std::vector<TileId> some_tiles(Draw& draw) {
  std::vector<TileId> tiles;
  for (TileId tile = 0; tile < kTiles; ++tile)
    if (draw.below(2) == 0) tiles.push_back(tile);
  if (tiles.empty()) tiles.push_back(draw.below(kTiles));
  return tiles;
}

// Up to 16 messages from one half of the buffers into the other; each has 512 bytes of its own at
// the destination, so receives never meet.
std::vector<ImageBuilder::Message> random_messages(Draw& draw, bool upwards) {
  const std::uint32_t from = upwards ? 0 : 0x2000, to = upwards ? 0x2000 : 0;
  std::vector<ImageBuilder::Message> messages(draw.below(17));
  for (std::uint32_t i = 0; i < messages.size(); ++i) {
    messages[i].source = draw.below(kTiles);
    messages[i].receivers = some_tiles(draw);
    messages[i].words = 1 + draw.below(128);
    messages[i].source_offset = from + 4 * draw.below(0x2000 / 4 - 128);
    messages[i].destination_offset = to + 512 * i;
  }
  return messages;
}

// Every word of every tile is filled with a number of its own; supersteps exchange back and forth.
arch::Image random_image(std::uint64_t seed) {
  Draw draw(seed);
  ImageBuilder builder(machine(),
                       std::string(".codelet nothing\n  exit\n") + ImageBuilder::kSupervisor);
  for (TileId tile = 0; tile < kTiles; ++tile) {
    std::vector<std::uint32_t> words(kWords);
    for (std::uint32_t i = 0; i < kWords; ++i) words[i] = tile * 0x100000 + i;
    builder.fill(tile, builder.buffer(), words);
    (void)builder.add_tensor("buffers" + std::to_string(tile), tile, builder.buffer(), kWords);
  }
  for (std::uint32_t i = 0; i < kSupersteps; ++i) {
    const std::uint32_t set =
        builder.add_compute_set({{draw.below(kTiles), {{"nothing", true, {}}}}});
    builder.add_superstep(set, builder.add_exchange(random_messages(draw, i % 2 == 0)));
  }
  return builder.image();
}

using Memory = std::vector<std::vector<std::uint32_t>>;  // by tile

std::uint32_t* word_at(Memory& memory, TileId tile, std::uint32_t address) {
  const auto base = static_cast<std::uint32_t>(machine().sram.base_address);
  return memory[tile].data() + (address - base - ImageBuilder::kBufferOffset) / 4;
}

// What the plans do, replayed on plain arrays.
Memory replay(const arch::Image& image) {
  Memory memory(kTiles, std::vector<std::uint32_t>(kWords));
  for (TileId tile = 0; tile < kTiles; ++tile)
    for (std::uint32_t i = 0; i < kWords; ++i) memory[tile][i] = tile * 0x100000 + i;
  for (const arch::ExchangePlan& plan : image.exchanges) {
    Memory sources = memory;
    for (const arch::Transfer& transfer : plan.transfers)
      for (const TileId tile : image.groups[transfer.group])
        std::memcpy(word_at(memory, tile, transfer.destination_address),
                    word_at(sources, transfer.source, transfer.source_address), transfer.bytes);
  }
  return memory;
}

struct NoHost final : arch::HostPort {
  void fill(std::uint32_t, std::uint64_t, std::span<std::byte>) override {}
  void take(std::uint32_t, std::uint64_t, std::span<const std::byte>) override {}
};

struct Outcome {
  RunResult result;
  Memory memory;
};

Outcome run_image(const arch::Image& image, bool timed) {
  Outcome outcome;
  RunOptions options;
  options.timed = timed;
  options.after_step = [&](std::uint64_t, Machinery& machinery) {
    for (std::uint32_t tile = 0; tile < kTiles; ++tile) {
      const std::vector<std::byte> bytes = machinery.read_tensor(tile);
      outcome.memory.emplace_back(kWords);
      std::memcpy(outcome.memory.back().data(), bytes.data(), bytes.size());
    }
  };
  NoHost host;
  outcome.result = run(image, machine(), host, options);
  return outcome;
}

struct Traffic {
  std::uint64_t sent = 0, received = 0;
  bool operator==(const Traffic&) const = default;
};

std::map<TileId, Traffic> planned_traffic(const arch::Image& image) {
  std::map<TileId, Traffic> traffic;
  for (const arch::ExchangePlan& plan : image.exchanges) {
    for (const arch::Transfer& transfer : plan.transfers) {
      traffic[transfer.source].sent += transfer.bytes;
      for (const TileId tile : image.groups[transfer.group])
        traffic[tile].received += transfer.bytes;
    }
  }
  return traffic;
}

class RandomExchange : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomExchange, PlansAreLegal) {
  EXPECT_NO_THROW(arch::verify_image(random_image(GetParam()), machine()));
}

TEST_P(RandomExchange, WordsArriveWhereThePlanSays) {
  const arch::Image image = random_image(GetParam());
  const Memory expected = replay(image);
  EXPECT_EQ(run_image(image, false).memory, expected);
  EXPECT_EQ(run_image(image, true).memory, expected);
}

TEST_P(RandomExchange, BytesSentAreBytesReceived) {
  const arch::Image image = random_image(GetParam());
  const RunResult result = run_image(image, true).result;
  std::uint64_t sent = 0, received = 0;
  for (auto& [tile, planned] : planned_traffic(image)) {
    EXPECT_EQ((Traffic{result.tiles[tile].bytes_sent, result.tiles[tile].bytes_received}), planned);
    sent += planned.sent;
    received += planned.received;
  }
  EXPECT_EQ(result.exchange_bytes_sent, sent);
  EXPECT_EQ(result.exchange_bytes_received, received);
  std::uint64_t by_superstep = 0;
  for (const SuperstepRecord& record : result.supersteps) by_superstep += record.exchange_bytes;
  EXPECT_EQ(by_superstep, sent);
}

TEST_P(RandomExchange, EachTilesTimeAddsUp) {
  const RunResult result = run_image(random_image(GetParam()), true).result;
  EXPECT_GT(result.total_cycles, 0u);
  EXPECT_EQ(result.phases.total(), result.total_cycles);
  for (const TileTimes& tile : result.tiles) {
    const std::uint64_t spent =
        tile.compute_cycles + tile.wait_cycles + tile.sync_cycles + tile.exchange_cycles;
    EXPECT_EQ(spent, tile.active ? result.total_cycles : 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomExchange, testing::Range<std::uint64_t>(1, 13));

}  // namespace
}  // namespace bspike::sim
