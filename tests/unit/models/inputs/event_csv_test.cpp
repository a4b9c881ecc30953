// Owns the tests of events as text.
#include "models/inputs/event_csv.hpp"

#include <gtest/gtest.h>

#include "tests/unit/models/inputs/damage.hpp"
#include "tests/unit/models/json_file.hpp"

namespace bspike::models {
namespace {

using test::kMade;

constexpr EventFrame kFour{.width = 4, .height = 4, .window_width = 4, .window_height = 4};

std::vector<Event> read(const std::string& name) { return read_event_csv(kMade + name, kFour); }

TEST(EventCsv, ReadsColumnsInAnyOrder) {
  EXPECT_EQ(read("csv_events/Train/0/a.csv"),
            (std::vector<Event>{{10, 0, 1, true}, {20, 3, 2, false}}));
  EXPECT_EQ(read("csv_events/Train/1/c.csv"), (std::vector<Event>{{4294967295, 3, 2, false}}));
}

TEST(EventCsv, YAndPolarityMayBeLeftOutAndLinesEndAsOnWindows) {
  EXPECT_EQ(read("csv_events/Train/1/b.csv"), (std::vector<Event>{{7, 3, 0}, {5, 0, 0}}));
}

std::string message_for(const std::string& text) {
  const test::ScratchFile file("events.csv");
  file.write({text.begin(), text.end()});
  const std::string message = test::message_of([&] { (void)read_event_csv(file.path(), kFour); });
  return message.substr(std::min(file.path().size(), message.size()));
}

TEST(EventCsv, RefusesWithLineAndColumn) {
  EXPECT_EQ(message_for(""), ":1: no events: the file is empty");
  EXPECT_EQ(message_for("t,x,p\n"), ":2: no events below the names of the columns");
  EXPECT_EQ(message_for("x,y\n1,2\n"),
            ":1:1: no column \"t\"\n  hint: the first line names the columns: t,x,y,p");
  EXPECT_EQ(message_for("t,x,x\n"), ":1:5: a second column \"x\"");
  EXPECT_EQ(message_for("1,2,3,4\n").substr(0, 44),
            ":1:1: expected the name of a column, found \"");
  EXPECT_EQ(message_for("t,x,y,p\n1,2,3,1\n1,2,3\n"), ":3: expected 4 values, found 3");
  EXPECT_EQ(message_for("t,x\n1,0\n2,4\n"),
            ":3:3: expected a whole number from 0 to 3, found \"4\"");
  EXPECT_EQ(message_for("t,x\n-1,0\n"),
            ":2:1: expected a whole number from 0 to 4294967295, found \"-1\"");
  EXPECT_EQ(message_for("t,x\n1.5,0\n"),
            ":2:1: expected a whole number from 0 to 4294967295, found \"1.5\"");
  EXPECT_EQ(message_for("t,x,p\n1, 0,  2\n"),
            ":2:8: expected a whole number from -1 to 1, found \"2\"");
  EXPECT_EQ(message_for("t,x\n" + std::string(5000, '1') + "\n"),
            ":2: a line of more than 4096 characters");
  EXPECT_EQ(message_for("t,x\n1,0\n\n"), ":3: expected 2 values, found 1");
}

// Longer than the piece that is read at a time, so that lines lie across its ends.
TEST(EventCsv, ReadsFilesLongerThanAPiece) {
  std::string text = "t,x\n";
  for (int i = 0; i < 30000; ++i) text += std::to_string(i) + "," + std::to_string(i % 4) + "\n";
  const test::ScratchFile file("long.csv");
  file.write({text.begin(), text.end()});
  const auto events = read_event_csv(file.path(), kFour);
  ASSERT_EQ(events.size(), 30000u);
  for (std::uint32_t i = 0; i < 30000; ++i) ASSERT_EQ(events[i], (Event{i, std::uint16_t(i % 4)}));
}

TEST(EventCsv, DamagedFilesAreReadOrRefusedWithTheirName) {
  const auto read_it = [](const std::string& file) { (void)read_event_csv(file, kFour); };
  EXPECT_GT(test::cut_everywhere(kMade + "csv_events/Train/0/a.csv", 1, read_it), 10);
  EXPECT_GT(test::flip_bytes(kMade + "csv_events/Train/1/c.csv", 300, read_it), 100);
}

TEST(CsvEvents, AreADataSetOfFolders) {
  DatasetSpec spec;
  spec.row = test::row_named(dataset_table(), "csv_events");
  spec.paths["root"] = kMade + "csv_events";
  spec.numbers = {{"classes", 2}, {"files_a_class", 0}, {"width", 4},
                  {"height", 4},  {"polarities", 1},    {"pool", 2}};
  const auto train = open_dataset(spec, Split::kTrain);
  ASSERT_EQ(train->samples(), 3u);
  EXPECT_EQ(train->input_size(), 4u);
  EXPECT_EQ(train->label(0), 0u);
  EXPECT_EQ(train->label(2), 1u);
  EXPECT_EQ(train->recording(1), read("csv_events/Train/1/b.csv"));
  EXPECT_EQ(open_dataset(spec, Split::kTest)->samples(), 2u);
  spec.numbers["pool"] = 5;
  EXPECT_EQ(test::message_of([&] { (void)open_dataset(spec, Split::kTest); }),
            "dataset.pool: squares of 5 pixels do not fit a sensor of 4 x 4");
}

}  // namespace
}  // namespace bspike::models
