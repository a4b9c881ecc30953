// Tests what a trace refuses before its run begins.
#include "sim/trace/trace.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <numeric>

#include "arch/base/diagnostics.hpp"
#include "tests/support/image_builder.hpp"

namespace bspike::sim {
namespace {

constexpr std::uint32_t kTiles = 8000;

// Tile 0 sends to all others of a chip that is larger than any shipped one.
tests::ImageBuilder one_multicast(const arch::Machine& machine) {
  tests::ImageBuilder builder(machine, tests::ImageBuilder::kSupervisor);
  std::vector<arch::TileId> receivers(kTiles - 1);
  std::iota(receivers.begin(), receivers.end(), 1u);
  (void)builder.add_superstep(arch::kNoIndex, builder.add_exchange({{0, receivers}}));
  return builder;
}

TEST(Trace, ALimitThatDoesNotHoldTheNamesIsRefused) {
  arch::Machine machine = arch::load_machine(BSPIKE_SOURCE_DIR "/configs/machines/tiny.yaml");
  machine.chip.tiles = kTiles;
  tests::ImageBuilder builder = one_multicast(machine);
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / ("bspike-limit-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  TraceRequest request;
  request.file = folder / "t.json";
  request.limit_bytes = TraceRequest::kLeastLimitBytes;
  try {
    const Trace trace(request, builder.image(), machine, 1);
    FAIL() << "8000 names of more than 100 bytes are more than 1 MB";
  } catch (const arch::base::ConfigError& error) {
    EXPECT_NE(std::string(error.what()).find("--trace-limit"), std::string::npos) << error.what();
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  request.tiles = {{0, 99}};
  EXPECT_NO_THROW(Trace(request, builder.image(), machine, 1));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace bspike::sim
