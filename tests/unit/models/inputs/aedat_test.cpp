// Owns the tests of AEDAT 3.1 and of the gestures recorded in it.
#include "models/inputs/aedat.hpp"

#include <gtest/gtest.h>

#include "models/inputs/dvs_gesture.hpp"
#include "tests/unit/models/inputs/damage.hpp"
#include "tests/unit/models/json_file.hpp"

namespace bspike::models {
namespace {

using test::kMade;

const std::string kLed = kMade + "gesture/user01_led.aedat";
constexpr std::size_t kHeader = 105;  // bytes of the text at its beginning

TEST(Aedat, CutsARecordingByTime) {
  const AedatFile file(kLed, 128, 128);
  EXPECT_EQ(file.first_us(), 900u);
  EXPECT_EQ(file.last_us(), 2600u);
  // The event that is marked invalid is left out; times count from the begin.
  EXPECT_EQ(file.events(1000, 2000),
            (std::vector<Event>{{0, 127, 0, false}, {500, 0, 127, true}, {999, 64, 65, true}}));
  EXPECT_EQ(file.events(2000, 2600), (std::vector<Event>{{0, 2, 3, false}, {599, 5, 6, true}}));
  EXPECT_TRUE(file.events(3000, 4000).empty());
  EXPECT_TRUE(file.events(0, 900).empty());
}

TEST(Aedat, TimesGoOnWhenTheClockOverflows) {
  const AedatFile file(kMade + "gesture/user24_natural.aedat", 128, 128);
  EXPECT_EQ(file.events(2147483600, 2147483700),
            (std::vector<Event>{{0, 10, 11, true}, {58, 12, 13, false}}));
}

std::string message_with(std::size_t at, std::vector<unsigned char> bytes) {
  std::vector<char> whole = test::bytes_in(kLed);
  for (std::size_t i = 0; i < bytes.size(); ++i) whole.at(at + i) = static_cast<char>(bytes[i]);
  const test::ScratchFile scratch("one.aedat");
  scratch.write(whole);
  const std::string message =
      test::message_of([&] { (void)AedatFile(scratch.path(), 128, 128).events(0, 5000); });
  return message.substr(std::min(scratch.path().size() + 2, message.size()));
}

// The file: header, special packet (28 + 16 bytes), polarity packet (28 + 32 bytes), ...
TEST(Aedat, RefusesWithTheByte) {
  ASSERT_EQ(test::bytes_in(kLed)[kHeader - 1], '\n');
  const std::size_t packet = kHeader + 44, event = packet + 28;
  const auto at = [](std::size_t byte) { return std::to_string(byte) + ": "; };
  EXPECT_EQ(message_with(0, {'x'}),
            "header at byte 0: an AEDAT 3.1 file begins with the line \"#!AER-DAT3.1\"");
  EXPECT_EQ(message_with(kHeader - 4, {'x'}),
            "header at byte 0: no line \"#!END-HEADER\" in the first 333 bytes");
  EXPECT_EQ(message_with(packet + 4, {9}),
            "packet header at byte " + at(packet) +
                "polarity events of 9 bytes with the time at byte 4; expected 8 and 4");
  EXPECT_EQ(message_with(packet + 12, {2}),
            "packet header at byte " + at(packet) +
                "its clock overflowed 2 times; at most 1 is supported");
  EXPECT_EQ(message_with(packet + 20, {5}),
            "packet header at byte " + at(packet) + "5 events in a packet for 4");
  EXPECT_EQ(message_with(packet + 24, {5}),
            "packet header at byte " + at(packet) + "5 valid events of 4");
  EXPECT_EQ(message_with(packet + 16, {255, 255, 255, 127, 255, 255, 255, 127}),
            "packet header at byte " + at(packet) +
                "2147483647 events; more than 16777216 cannot be right");
  EXPECT_EQ(
      message_with(packet + 16, {200, 0, 0, 0, 200, 0, 0, 0}),
      "packet at byte " + at(packet) + "truncated: its events take 1600 bytes, 156 are there");
  EXPECT_EQ(message_with(event + 4, {255, 255, 255, 255}),
            "event time at byte " + at(event + 4) + "it is negative");
  EXPECT_EQ(message_with(event + 4, {255, 255}),
            "packet at byte " + at(packet) + "its last event is before its first");
  EXPECT_EQ(message_with(event + 12, {0, 0}),
            "event at byte " + at(event + 8) + "its time is not between its neighbours'");
  EXPECT_EQ(message_with(event + 8, {1, 0, 0, 1}),
            "event at byte " + at(event + 8) + "x = 128, y = 0 is outside the sensor of 128 x 128");
}

TEST(Aedat, DamagedFilesAreReadOrRefusedWithTheirName) {
  const auto read = [](const std::string& file) {
    (void)AedatFile(file, 128, 128).events(0, UINT32_MAX);
  };
  EXPECT_GT(test::cut_everywhere(kLed, 1, read), 310);
  EXPECT_GT(test::flip_bytes(kLed, 600, read), 150);
}

TEST(Aedat, ReplaysTheFuzzersCorpus) {
  EXPECT_GE(test::replay_corpus("aedat",
                                [](const std::string& file) {
                                  (void)AedatFile(file, 128, 128).events(0, UINT32_MAX);
                                }),
            2);
}

DatasetSpec gestures(const std::string& root) {
  DatasetSpec spec;
  spec.row = test::row_named(dataset_table(), "dvs_gesture");
  spec.paths["root"] = root;
  spec.numbers = {{"polarities", 2}, {"pool", 4}, {"side", 0}};
  return spec;
}

TEST(DvsGesture, CutsGesturesByTheirLabels) {
  const auto train = open_dataset(gestures(kMade + "gesture"), Split::kTrain);
  ASSERT_EQ(train->samples(), 2u);
  EXPECT_EQ(train->classes(), 11u);
  EXPECT_EQ(train->input_size(), 2u * 32 * 32);
  EXPECT_EQ(train->label(0), 0u);
  EXPECT_EQ(train->label(1), 10u);
  EXPECT_EQ(train->recording(0).size(), 3u);
  EXPECT_EQ(train->recording(1).size(), 2u);
  const auto test = open_dataset(gestures(kMade + "gesture"), Split::kTest);
  ASSERT_EQ(test->samples(), 1u);
  EXPECT_EQ(test->label(0), 7u);
  EXPECT_EQ(test->recording(0).size(), 2u);
}

TEST(DvsGesture, HasTheSideThatIsAskedFor) {
  DatasetSpec spec = gestures(kMade + "gesture");
  spec.numbers["side"] = 48;
  EXPECT_EQ(test::message_of([&] { (void)open_dataset(spec, Split::kTest); }),
            "dataset.side: squares are named by side or by pool, not by both");
  spec.numbers["pool"] = 1;
  EXPECT_EQ(open_dataset(spec, Split::kTest)->input_size(), 2u * 48 * 48);
}

std::string labels_message(const std::string& text) {
  const test::ScratchFile file("labels.csv");
  file.write({text.begin(), text.end()});
  const std::string message = test::message_of([&] { (void)read_gesture_labels(file.path()); });
  return message.substr(std::min(file.path().size(), message.size()));
}

TEST(DvsGesture, RefusesBadLabelsWithLineAndColumn) {
  const std::string head = "class,startTime_usec,endTime_usec\n";
  EXPECT_EQ(labels_message(""), ":1:1: expected the line \"class,startTime_usec,endTime_usec\"");
  EXPECT_EQ(labels_message(head), ":2: no gesture below the names of the columns");
  EXPECT_EQ(labels_message(head + "12,1,2\n"),
            ":2:1: expected a whole number from 1 to 11, found \"12\"");
  EXPECT_EQ(labels_message(head + "1,10,10\n"),
            ":2:6: expected a whole number from 11 to 4294967305, found \"10\"");
  EXPECT_EQ(labels_message(head + "1,2,3\n1,2\n"),
            ":3:4: expected a whole number from 3 to 4294967297, found \"\"");
  EXPECT_EQ(labels_message(head + "1,2,3,4\n"), ":2:7: expected three numbers in a line");
}

TEST(DvsGesture, MissingFilesAreNamed) {
  EXPECT_EQ(test::message_of([] { (void)open_dataset(gestures(kMade + "shd"), Split::kTrain); }),
            kMade + "shd/trials_to_train.txt: no such file");
}

}  // namespace
}  // namespace bspike::models
