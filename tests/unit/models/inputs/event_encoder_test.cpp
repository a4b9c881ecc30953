// Owns the tests of denoising, binning, capping and de-duplication.
#include "models/inputs/event_encoder.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace bspike::models {
namespace {

constexpr EventFrame kSensor{.width = 34, .height = 34, .window_width = 34, .window_height = 34};

SpikeTrain encode(const std::vector<Event>& events, EventCoding coding,
                  std::uint32_t capacity = 100, std::uint64_t counter = 0,
                  EventFrame frame = kSensor) {
  return events_row().encode({.stream = 1,
                              .counter = counter,
                              .recording = events,
                              .frame = frame,
                              .time_steps = 3,
                              .capacity = capacity,
                              .events = coding});
}

constexpr EventCoding kPlain{.bin_us = 1000, .denoise_us = 0, .unique = false};

TEST(EventEncoder, BinsFromTheFirstEvent) {
  // Bins begin at 500: [500, 1500), [1500, 2500), [2500, 3500); the last event is after them.
  const std::vector<Event> events{{500, 1, 0, false}, {1499, 0, 2, false}, {1500, 33, 33, true},
                                  {2499, 0, 0, true}, {3499, 5, 0, false}, {3500, 6, 0, false}};
  EXPECT_EQ(encode(events, kPlain), (SpikeTrain{{1, 68}, {1156, 2311}, {5}}));
}

TEST(EventEncoder, TheFirstEventIsTheEarliestNotTheFirstOfTheFile) {
  EXPECT_EQ(encode({{2000, 1, 0, false}, {1000, 2, 0, false}}, kPlain), (SpikeTrain{{2}, {1}, {}}));
}

TEST(EventEncoder, KeepsRepeatsUnlessUniqueIsAskedFor) {
  const std::vector<Event> events{{0, 4, 0}, {10, 4, 0}, {20, 3, 0}, {30, 4, 0}};
  EXPECT_EQ(encode(events, kPlain)[0], (std::vector<std::uint32_t>{3, 4, 4, 4}));
  EventCoding unique = kPlain;
  unique.unique = true;
  EXPECT_EQ(encode(events, unique)[0], (std::vector<std::uint32_t>{3, 4}));
}

TEST(EventEncoder, TheWindowIsInTheMiddle) {
  // Of 34 pixels, 24 begin at 5.
  EventFrame window = kSensor;
  window.window_width = window.window_height = 24;
  const std::vector<Event> events{{0, 4, 10}, {0, 5, 5}, {0, 28, 28, true}, {0, 29, 10}, {0, 6, 5}};
  EXPECT_EQ(encode(events, kPlain, 100, 0, window)[0], (std::vector<std::uint32_t>{0, 1, 1151}));
}

TEST(EventEncoder, BinsFromTimeZeroWhereThatIsAskedFor) {
  EventCoding coding = kPlain;
  coding.from_zero = true;
  EXPECT_EQ(encode({{1500, 3, 0}, {999, 2, 0}}, coding), (SpikeTrain{{2}, {3}, {}}));
}

TEST(EventEncoder, PoolsSquaresOfPixels) {
  // 34 pixels in squares of 4 are 8 whole ones; x = 32 and y = 33 are beyond them.
  EventFrame pooled = kSensor;
  pooled.pool = 4;
  EXPECT_EQ(pooled.inputs(), 128u);
  const std::vector<Event> events{{0, 0, 0}, {0, 3, 4}, {0, 31, 31, true}, {0, 32, 0}, {0, 0, 33}};
  EXPECT_EQ(encode(events, kPlain, 100, 0, pooled)[0], (std::vector<std::uint32_t>{0, 8, 127}));
}

TEST(EventEncoder, MakesSquaresThatAreNoWholePixels) {
  // 8 pixels are 3 squares: pixels 0 to 2, 3 to 5, 6 and 7.
  const EventFrame eights{.width = 8,
                          .height = 8,
                          .polarities = 1,
                          .window_width = 8,
                          .window_height = 8,
                          .pool = 8,
                          .squares = 3};
  EXPECT_EQ(eights.inputs(), 9u);
  const std::vector<Event> events{{0, 2, 2}, {0, 3, 2}, {0, 5, 5}, {0, 6, 5}, {0, 7, 7}};
  EXPECT_EQ(encode(events, kPlain, 100, 0, eights)[0], (std::vector<std::uint32_t>{0, 1, 4, 5, 8}));
}

TEST(EventEncoder, OfACochleaOneRowCounts) {
  const EventFrame cochlea{
      .width = 700, .height = 1, .polarities = 1, .window_width = 700, .window_height = 1};
  EXPECT_EQ(encode({{0, 699, 0, true}, {0, 5, 0, false}}, kPlain, 100, 0, cochlea)[0],
            (std::vector<std::uint32_t>{5, 699}));
}

TEST(EventEncoder, OfAFullBinARandomSubsetIsKept) {
  std::vector<Event> events;
  for (std::uint16_t x = 0; x < 20; ++x) events.push_back({0, x, 0});
  std::vector<std::uint32_t> kept(20, 0);
  for (std::uint64_t counter = 0; counter < 1000; ++counter) {
    const auto ids = encode(events, kPlain, 5, counter)[0];
    ASSERT_EQ(ids.size(), 5u);
    EXPECT_TRUE(std::is_sorted(ids.begin(), ids.end()));
    EXPECT_EQ(std::adjacent_find(ids.begin(), ids.end()), ids.end());
    for (const std::uint32_t id : ids) ++kept.at(id);
    EXPECT_EQ(encode(events, kPlain, 5, counter)[0], ids);
  }
  // Each 1000 times with chance 1/4: mean 250, standard deviation 13.7.
  for (const std::uint32_t count : kept) EXPECT_NEAR(count, 250, 70);
}

TEST(EventEncoder, ABinThatJustFitsIsLeftAlone) {
  EXPECT_EQ(encode({{0, 3, 0}, {0, 1, 0}, {0, 2, 0}}, kPlain, 3)[0],
            (std::vector<std::uint32_t>{1, 2, 3}));
}

TEST(Denoised, DropsEventsWithoutARecentNeighbour) {
  const Event first{1000, 10, 10, true};
  const Event in_time{1999, 11, 10, false};
  const Event too_late{3000, 12, 10, true};  // the neighbour's 1000 us are over
  const Event diagonal{3001, 13, 11, true};
  const Event beside{3002, 13, 10, true};  // of both
  EXPECT_EQ(denoised(std::vector<Event>{first, in_time, too_late, diagonal, beside}, kSensor, 1000),
            (std::vector<Event>{in_time, beside}));
  EXPECT_EQ(denoised(std::vector<Event>{first, in_time}, kSensor, 0).size(), 2u);
  // At the border there is nothing beyond; the other end of the row is no neighbour.
  EXPECT_TRUE(denoised(std::vector<Event>{{0, 33, 0}, {1, 0, 1}}, kSensor, 1000).empty());
}

TEST(EventEncoder, ARecordingOfNoiseAloneGivesNoSpikes) {
  EventCoding coding = kPlain;
  coding.denoise_us = 1000;
  EXPECT_EQ(encode({{0, 3, 0}, {0, 30, 20}}, coding), SpikeTrain(3));
}

}  // namespace
}  // namespace bspike::models
