// Owns the tests of the event file format: good files, bad files with their exact messages, and the
// fuzzer's corpus.
#include "models/inputs/events.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "arch/base/diagnostics.hpp"
#include "arch/base/file.hpp"

namespace bspike::models {
namespace {

std::vector<std::byte> bytes_of(std::initializer_list<int> values) {
  std::vector<std::byte> bytes;
  for (const int value : values) bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}

template <class Call>
std::string message_of(const Call& call) {
  try {
    call();
  } catch (const arch::base::DiagnosedError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Events, AreFiveBytesEach) {
  const auto events = parse_events(
      bytes_of({3, 33, 0x80, 0x01, 0x02, 33, 0, 0x7f, 0xff, 0xff, 0, 5, 0, 0, 0}), 34, "f");
  EXPECT_EQ(events, (std::vector<Event>{{258, 3, 33, true}, {8388607, 33, 0, false}, {0, 0, 5}}));
}

TEST(Events, AnOverflowOfTheClockMovesAllLaterTimes) {
  const auto events = parse_events(bytes_of({1,   1,   0, 0, 9, 0, 240, 0, 0, 0, 1, 1, 0, 0, 9,  //
                                             200, 240, 0, 0, 0, 1, 1,   0, 0, 9}),
                                   34, "f");
  EXPECT_EQ(events, (std::vector<Event>{{9, 1, 1}, {9 + 8192, 1, 1}, {9 + 2 * 8192, 1, 1}}));
}

TEST(Events, ReadBackAsTheyWereWritten) {
  const std::vector<Event> events{{0, 0, 0, true}, {1, 33, 2, false}, {300000, 17, 33, true}};
  EXPECT_EQ(parse_events(format_events(events), 34, "f"), events);
  const std::filesystem::path file = testing::TempDir() + "bspike_events_test.bin";
  write_event_file(file, events);
  EXPECT_EQ(std::filesystem::file_size(file), 15u);
  EXPECT_EQ(read_event_file(file, 34), events);
  std::filesystem::remove(file);
}

TEST(Events, ThatTheFormatCannotHoldAreNotWritten) {
  EXPECT_EQ(message_of([] {
              (void)format_events(std::vector<Event>{{0, 1, 1}, {8388608, 1, 1}});
            }),
            "events: event 1 at byte 5: its time does not fit 23 bits");
  EXPECT_EQ(message_of([] {
              (void)format_events(std::vector<Event>{{0, 1, 240}});
            }),
            "events: event 0 at byte 0: y = 240 means an overflow of the clock");
}

TEST(Events, HaveThePublishedPlaces) {
  EXPECT_EQ(event_file_path(true, 3, 17), "Train/3/00017.bin");
  EXPECT_EQ(event_file_path(false, 0, 123456), "Test/0/123456.bin");
}

struct BadEvents {
  const char* what;
  std::vector<std::byte> bytes;
  std::uint32_t side;
  const char* message;
};
void PrintTo(const BadEvents& bad, std::ostream* out) { *out << bad.what; }

class BadEventFile : public testing::TestWithParam<BadEvents> {};

TEST_P(BadEventFile, IsRefused) {
  const BadEvents& bad = GetParam();
  EXPECT_EQ(message_of([&] { (void)parse_events(bad.bytes, bad.side, "f"); }), bad.message);
}

INSTANTIATE_TEST_SUITE_P(
    Files, BadEventFile,
    testing::Values(
        BadEvents{"empty", {}, 34, "f: no events: the file is empty"},
        BadEvents{"one byte", bytes_of({1}), 34,
                  "f: event 0 at byte 0: truncated: 1 of its 5 bytes are there"},
        BadEvents{"four bytes", bytes_of({1, 1, 0, 0}), 34,
                  "f: event 0 at byte 0: truncated: 4 of its 5 bytes are there"},
        BadEvents{"cut in the second event", bytes_of({1, 1, 0, 0, 1, 2, 2}), 34,
                  "f: event 1 at byte 5: truncated: 2 of its 5 bytes are there"},
        BadEvents{"a line feed too many", bytes_of({1, 1, 0, 0, 1, 2, 2, 0, 0, 2, 10}), 34,
                  "f: event 2 at byte 10: truncated: 1 of its 5 bytes are there"},
        BadEvents{"x at the edge", bytes_of({34, 0, 0, 0, 1}), 34,
                  "f: event 0 at byte 0: x = 34, y = 0 is outside the sensor of 34 x 34"},
        BadEvents{"y at the edge", bytes_of({0, 34, 0, 0, 1}), 34,
                  "f: event 0 at byte 0: x = 0, y = 34 is outside the sensor of 34 x 34"},
        BadEvents{"x far out", bytes_of({255, 0, 0, 0, 1}), 34,
                  "f: event 0 at byte 0: x = 255, y = 0 is outside the sensor of 34 x 34"},
        BadEvents{"y one below the overflow mark", bytes_of({0, 239, 0, 0, 1}), 34,
                  "f: event 0 at byte 0: x = 0, y = 239 is outside the sensor of 34 x 34"},
        BadEvents{"y one above the overflow mark", bytes_of({0, 241, 0, 0, 1}), 34,
                  "f: event 0 at byte 0: x = 0, y = 241 is outside the sensor of 34 x 34"},
        BadEvents{"the last of three", bytes_of({1, 1, 0, 0, 1, 2, 2, 0, 0, 2, 3, 99, 0, 0, 3}), 34,
                  "f: event 2 at byte 10: x = 3, y = 99 is outside the sensor of 34 x 34"},
        BadEvents{"a byte is missing in the middle",
                  bytes_of({1, 1, 0, 0, 200, 2, 0x80, 0, 201, 3, 3, 0, 0, 202, 0}), 34,
                  "f: event 1 at byte 5: x = 2, y = 128 is outside the sensor of 34 x 34"},
        BadEvents{"of a larger sensor", bytes_of({20, 20, 0, 0, 1}), 16,
                  "f: event 0 at byte 0: x = 20, y = 20 is outside the sensor of 16 x 16"},
        BadEvents{"only overflows", bytes_of({0, 240, 0, 0, 0, 0, 240, 0, 0, 0}), 34,
                  "f: no events: only overflows of the clock"},
        BadEvents{"text", bytes_of({'x', ',', 'y', ',', 't'}), 34,
                  "f: event 0 at byte 0: x = 120, y = 44 is outside the sensor of 34 x 34"},
        BadEvents{"gzip", bytes_of({0x1f, 0x8b, 8, 0, 0}), 34,
                  "f: event 0 at byte 0: x = 31, y = 139 is outside the sensor of 34 x 34"}));

TEST(Events, MissingFilesAreNamed) {
  EXPECT_EQ(message_of([] { (void)read_event_file("/nowhere/a.bin", 34); }).substr(0, 14),
            "/nowhere/a.bin");
}

TEST(Events, TheFuzzersCorpusIsReadOrRefused) {
  std::uint32_t read = 0, refused = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(BSPIKE_SOURCE_DIR "/tests/fuzz/corpus/events")) {
    try {
      const auto bytes = arch::base::read_bytes(entry.path());
      const auto events = parse_events(bytes, 34, "f");
      EXPECT_LE(events.size(), bytes.size() / kEventBytes);
      ++read;
    } catch (const arch::base::FormatError&) {
      ++refused;
    }
  }
  EXPECT_GE(read, 2u);
  EXPECT_GE(refused, 3u);
}

}  // namespace
}  // namespace bspike::models
