// Tests that results whose accounts do not close are refused.
#include "sim/stats/accounting_check.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>

namespace bspike::sim {
namespace {

RunResult closed() {
  RunResult result;
  result.total_cycles = 100;
  result.phases = {60, 10, 30, 10};
  result.tiles.resize(3);
  result.tiles[0] = {true, 60, 10, 0, 30, 10, 5, 6, 8, 0};
  result.tiles[2] = {true, 20, 10, 40, 30, 10, 5, 6, 0, 16};
  result.exchange_bytes_sent = 8;
  result.exchange_bytes_received = 16;
  result.instructions = 12;
  result.supersteps_total = 1;
  return result;
}

TEST(AccountingCheck, AcceptsWhatCloses) { EXPECT_NO_THROW(check_accounting(closed())); }

TEST(AccountingCheck, RefusesEveryLeak) {
  const std::function<void(RunResult&)> leaks[] = {
      [](RunResult& r) { ++r.tiles[0].compute_cycles; },
      [](RunResult& r) { --r.tiles[2].wait_cycles; },
      [](RunResult& r) { r.tiles[1].sync_cycles = 1; },  // idle
      [](RunResult& r) { r.tiles[0].launch_cycles = 61; },
      [](RunResult& r) { ++r.phases.sync_cycles; },
      [](RunResult& r) { ++r.exchange_bytes_sent; },
      [](RunResult& r) { --r.exchange_bytes_received; },
  };
  for (const auto& leak : leaks) {
    RunResult result = closed();
    leak(result);
    EXPECT_THROW(check_accounting(result), std::logic_error);
  }
}

TEST(AccountingCheck, WorkThatTakesNoTimeIsAnError) {
  RunResult result;
  result.instructions = result.supersteps_total = 1;
  EXPECT_THROW(check_accounting(result), std::logic_error);
  result.timed = false;
  EXPECT_NO_THROW(check_accounting(result));
}

}  // namespace
}  // namespace bspike::sim
