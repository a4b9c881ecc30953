// Tests the time of host transfers.
#include "sim/host/host_ledger.hpp"

#include <gtest/gtest.h>

namespace bspike::sim {
namespace {

// Two transfers in a row are one phase, across steps as well; a superstep ends it.
// 2 phases at 0.5 s, 4000 bytes at 1000 B/s: 1 + 4 s.
TEST(HostLedger, ConsecutiveTransfersAreOnePhase) {
  HostLedger ledger;
  ledger.transfer(1000, 0);
  ledger.transfer(1000, 0);
  ledger.superstep();
  ledger.transfer(0, 500);
  ledger.transfer(1500, 0);
  EXPECT_EQ(ledger.phases(), 2u);
  EXPECT_EQ(ledger.bytes_in(), 3500u);
  EXPECT_EQ(ledger.bytes_out(), 500u);
  EXPECT_EQ(ledger.seconds({.bytes_per_second = 1000, .rendezvous_seconds = 0.5}), 5.0);
}

// Two awaited steps: in, superstep, out each. What goes out is no phase with what comes in for the
// next one: 4 phases at 0.5 s, 2 calls at 3 s, 2000 bytes at 1000 B/s.
TEST(HostLedger, AnAwaitedStepIsACallOfItsOwn) {
  HostLedger ledger;
  for (int step = 0; step < 2; ++step) {
    ledger.transfer(600, 0);
    ledger.superstep();
    ledger.transfer(0, 400);
    ledger.end_call();
  }
  EXPECT_EQ(ledger.phases(), 4u);
  EXPECT_EQ(ledger.calls(), 2u);
  EXPECT_EQ(ledger.seconds({.bytes_per_second = 1000, .rendezvous_seconds = 0.5}, 3), 10.0);
}

TEST(HostLedger, NoTransferCostsNothing) {
  HostLedger ledger;
  ledger.superstep();
  EXPECT_EQ(ledger.seconds({.bytes_per_second = 1000, .rendezvous_seconds = 0.5}), 0.0);
}

}  // namespace
}  // namespace bspike::sim
