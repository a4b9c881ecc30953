// Tests re-timing: the same machine gives the same report, another one what a run on it gives, and
// constants that counts depend on are refused.
#include "sim/retime.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "arch/base/diagnostics.hpp"
#include "sim/report/report.hpp"
#include "sim/run.hpp"
#include "tests/support/image_builder.hpp"

namespace bspike::sim {
namespace {

using arch::kNoIndex;
using tests::ImageBuilder;

arch::Machine tiny() {
  return arch::load_machine(std::string(BSPIKE_SOURCE_DIR) + "/configs/machines/tiny.yaml");
}

constexpr const char* kCodelets = R"(
.codelet few
  nop
  exit
.codelet many
  nop
  nop
  nop
  nop
  exit
)";

struct Host final : arch::HostPort {
  void fill(std::uint32_t, std::uint64_t, std::span<std::byte> bytes) override {
    std::memset(bytes.data(), 0, bytes.size());
  }
  void take(std::uint32_t, std::uint64_t, std::span<const std::byte>) override {}
};

// Host words, then three trips of unequal work and a transfer, then a superstep without exchange.
arch::Image image() {
  ImageBuilder builder(tiny(), std::string(kCodelets) + ImageBuilder::kSupervisor);
  const auto here = builder.add_group({0});
  const ImageBuilder::Vertex few{"few", true, {}}, many{"many", true, {}};
  const auto uneven = builder.add_compute_set({{0, {few}}, {3, {many}}, {5, {few, few}}});
  const auto even = builder.add_compute_set({{0, {few}}, {5, {few}}});
  const auto exchange = builder.add_exchange({{0, {5}, 6, 0x1000, 0x1000}});
  builder.add_host(true, "in", {{here, builder.buffer(0), 24}});
  const auto repeat = builder.add_repeat(3, {0, 3, 5});
  builder.add_superstep(uneven, exchange, "uneven", repeat);
  builder.add_superstep(even, kNoIndex, "even");
  return builder.image();
}

RunResult run_on(const arch::Image& image, const arch::Machine& machine) {
  Host host;
  RunOptions options;
  options.steps = 2;
  options.record_work = true;
  return run(image, machine, host, options);
}

void expect_same_reports(const arch::Image& image, const arch::Machine& machine, const RunResult& a,
                         RunResult b) {
  b.simulator = a.simulator;
  EXPECT_EQ(report_json(a, machine, image, {}), report_json(b, machine, image, {}));
  EXPECT_EQ(supersteps_csv(a, image), supersteps_csv(b, image));
  EXPECT_EQ(tiles_csv(a, machine), tiles_csv(b, machine));
}

TEST(Retime, SameMachineGivesTheSameReport) {
  const arch::Image compiled = image();
  const arch::Machine machine = tiny();
  const RunResult result = run_on(compiled, machine);
  ASSERT_GT(result.total_cycles, 0u);
  expect_same_reports(compiled, machine, result, retime(compiled, machine, machine, result));
}

TEST(Retime, OtherConstantsGiveWhatARunGives) {
  const arch::Image compiled = image();
  arch::Machine other = tiny();
  other.clock_hz *= 2;
  other.worker.issue_period_cycles = 4;
  other.supervisor.entry_cycles = 3;
  other.supervisor.repeat_cycles = 40;
  other.sync.barrier_cycles = 150;
  other.sync.skew_column_cycles = {9, 0};
  other.exchange.message_tail_cycles = 17;
  other.host.rendezvous_seconds = 1;
  const RunResult first = run_on(compiled, tiny());
  const RunResult retimed = retime(compiled, tiny(), other, first);
  EXPECT_NE(retimed.total_cycles, first.total_cycles);
  expect_same_reports(compiled, other, run_on(compiled, other), retimed);
}

TEST(Retime, RefusesWhatCountsDependOn) {
  const arch::Image compiled = image();
  arch::Machine other = tiny();
  other.supervisor.run_cycles += 1;
  other.unit_slots[0] += 1;
  const RunResult result = run_on(compiled, tiny());
  try {
    (void)retime(compiled, tiny(), other, result);
    FAIL() << "not refused";
  } catch (const arch::base::ConfigError& error) {
    ASSERT_EQ(error.diagnostics().size(), 2u);
    EXPECT_EQ(error.diagnostics()[0].key_path, "unit_slots");
    EXPECT_EQ(error.diagnostics()[1].key_path, "supervisor.run");
  }
}

// Laid on the kinds one after the other, a change adds up to what it does on all of them.
TEST(Retime, ConfinedChangesAddUp) {
  const arch::Image compiled = image();
  arch::Machine other = tiny();
  other.supervisor.entry_cycles += 1000;
  other.exchange.message_tail_cycles += 500;
  const RunResult first = run_on(compiled, tiny());
  const auto added = [&](const std::vector<std::string>& kinds) {
    return retime(compiled, tiny(), other, first, kinds).total_cycles - first.total_cycles;
  };
  std::vector<std::string> kinds;
  std::uint64_t sum = 0;
  for (const SuperstepKindRow& row : first.kinds) {
    if (std::find(kinds.begin(), kinds.end(), row.kind) != kinds.end()) continue;
    kinds.push_back(row.kind);
    EXPECT_GT(added({row.kind}), 0u) << row.kind;
    sum += added({row.kind});
  }
  ASSERT_GE(kinds.size(), 2u);
  EXPECT_EQ(added(kinds), added({}));
  EXPECT_EQ(sum, added({}));
}

TEST(Retime, RefusesToConfineWhatBelongsToNoKind) {
  const arch::Image compiled = image();
  arch::Machine other = tiny();
  other.sync.barrier_cycles += 1;
  const RunResult result = run_on(compiled, tiny());
  EXPECT_THROW((void)retime(compiled, tiny(), other, result, {result.kinds.front().kind}),
               arch::base::ConfigError);
  EXPECT_THROW((void)retime(compiled, tiny(), tiny(), result, {"no such kind"}),
               arch::base::ConfigError);
}

TEST(Retime, NeedsRecordedWork) {
  const arch::Image compiled = image();
  Host host;
  const RunResult result = run(compiled, tiny(), host, {});
  EXPECT_EQ(result.work, nullptr);
  EXPECT_THROW((void)retime(compiled, tiny(), tiny(), result), std::invalid_argument);
}

}  // namespace
}  // namespace bspike::sim
