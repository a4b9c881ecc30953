// Tests the count of exchange instructions against hand counts.
#include "arch/exchange/exchange_code.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/machines.hpp"

namespace bspike::arch {
namespace {

// Limits of 4 words for the first send and 10 for later ones, on four tiles.
Machine small_machine() {
  Machine machine = tests::machine_with_grid(4, 1, 2, 2);
  machine.exchange.first_send_words = 4;
  machine.exchange.send_words = 10;
  return machine;
}

std::vector<std::uint32_t> count(const std::vector<Transfer>& transfers) {
  return exchange_instructions(small_machine(), {"", transfers}, {{1}, {1, 2}, {3}});
}

TEST(ExchangeCode, TilesThatTakeNoPartHaveNone) {
  EXPECT_EQ(count({}), (std::vector<std::uint32_t>{0, 0, 0, 0}));
}

// A send; at each receiver a selection and a pointer.
TEST(ExchangeCode, OneMulticastIsOneSendAndTwoInstructionsAReceiver) {
  EXPECT_EQ(count({{0, 1, 0x100, 0x200, 16}}), (std::vector<std::uint32_t>{1, 2, 2, 0}));
}

// 4 words fit the first send; the fifth starts one of up to 10, the fifteenth another.
TEST(ExchangeCode, LongRunsTakeMoreSends) {
  EXPECT_EQ(count({{0, 0, 0x100, 0x200, 4 * 5}})[0], 2u);
  EXPECT_EQ(count({{0, 0, 0x100, 0x200, 4 * 14}})[0], 2u);
  EXPECT_EQ(count({{0, 0, 0x100, 0x200, 4 * 15}})[0], 3u);
}

TEST(ExchangeCode, DataThatFollowOnContinueASendAndAPointer) {
  EXPECT_EQ(count({{0, 0, 0x100, 0x200, 8}, {0, 0, 0x108, 0x208, 8}}),
            (std::vector<std::uint32_t>{1, 2, 0, 0}));
  EXPECT_EQ(count({{0, 0, 0x100, 0x200, 8}, {0, 2, 0x108, 0x200, 8}}),
            (std::vector<std::uint32_t>{1, 2, 0, 2}));
  EXPECT_EQ(count({{0, 0, 0x100, 0x200, 8}, {0, 0, 0x110, 0x210, 8}}),
            (std::vector<std::uint32_t>{2, 3, 0, 0}));
}

// Tile 1 listens to 0, 2, 0: three selections, one pointer as the blocks follow on.
TEST(ExchangeCode, EachChangeOfSourceIsASelection) {
  EXPECT_EQ(count({{0, 0, 0x100, 0x200, 8}, {2, 0, 0x100, 0x208, 8}, {0, 0, 0x100, 0x210, 8}})[1],
            4u);
}

// Limits of 0 would never send anything; they count as 1.
TEST(ExchangeCode, AZeroLimitStillEnds) {
  Machine machine = small_machine();
  machine.exchange.first_send_words = machine.exchange.send_words = 0;
  EXPECT_EQ(exchange_instructions(machine, {"", {{0, 0, 0x100, 0x200, 12}}}, {{1}})[0], 3u);
}

}  // namespace
}  // namespace bspike::arch
