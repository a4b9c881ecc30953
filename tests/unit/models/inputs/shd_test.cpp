// Owns the tests of spoken words, and of HDF5 files that are damaged.
#include "models/inputs/shd.hpp"

#include <gtest/gtest.h>

#include "models/hdf5/hdf5_file.hpp"
#include "models/hdf5/hdf5_server.hpp"
#include "tests/unit/models/inputs/damage.hpp"
#include "tests/unit/models/json_file.hpp"

namespace bspike::models {
namespace {

using test::kMade;

class Shd : public testing::Test {
 protected:
  void SetUp() override {
    if (!hdf5_is_built()) GTEST_SKIP() << "built without libhdf5-dev";
  }
};

// All that a file holds.
void read_all(const std::string& file) {
  const auto dataset = open_shd_file(file, 700, 20);
  for (std::uint64_t i = 0; i < dataset->samples(); ++i) (void)dataset->recording(i);
}

TEST_F(Shd, ReadsEverySampleOfEachNumberFormat) {
  for (const char* name : {"shd/words.h5", "shd/words_wide.h5"}) {
    const auto dataset = open_shd_file(kMade + name, 700, 20);
    ASSERT_EQ(dataset->samples(), 3u);
    EXPECT_EQ(dataset->input_size(), 700u);
    EXPECT_EQ(dataset->label(0), 3u);
    EXPECT_EQ(dataset->label(2), 19u);
    // In any order, since training shuffles.
    EXPECT_EQ(dataset->recording(2), (std::vector<Event>{{125000, 42, 0}}));
    EXPECT_EQ(dataset->recording(0),
              (std::vector<Event>{{0, 0, 0}, {250000, 699, 0}, {500000, 350, 0}}));
    EXPECT_TRUE(dataset->recording(1).empty());
  }
}

TEST_F(Shd, IsADataSetOfTwoFiles) {
  DatasetSpec spec;
  spec.row = test::row_named(dataset_table(), "shd");
  spec.paths = {{"train", kMade + "shd/words.h5"}, {"test", kMade + "shd/nothing.h5"}};
  spec.numbers = {{"classes", 20}, {"units", 700}};
  EXPECT_EQ(open_dataset(spec, Split::kTrain)->samples(), 3u);
  EXPECT_EQ(test::message_of([&] { (void)open_dataset(spec, Split::kTest); }),
            kMade + "shd/nothing.h5: no such file");
}

TEST_F(Shd, NamesTheDataSetAndTheSampleThatIsWrong) {
  const auto message = [](const std::string& name) {
    const std::string file = kMade + "shd/" + name;
    return test::message_of([&] { read_all(file); }).substr(file.size() + 2);
  };
  EXPECT_EQ(message("no_units.h5"), "spikes/units: not in the file");
  EXPECT_EQ(message("unit_700.h5"), "spikes/units[1]: unit 1 is not below 700");
  EXPECT_EQ(message("negative_time.h5"), "spikes/times[2]: time 1 is not from 0 s to 4000 s");
  EXPECT_EQ(message("nan_time.h5"), "spikes/times[0]: time 0 is not from 0 s to 4000 s");
  EXPECT_EQ(message("label_20.h5"), "labels[1]: the label is outside 0 .. 19");
  EXPECT_EQ(message("fewer_units.h5"), "spikes/units[0]: 1 units for 2 times");
  EXPECT_EQ(message("no_lists.h5"), "spikes/times: expected lists of numbers, found real numbers");
  EXPECT_EQ(message("no_labels.h5").substr(0, 8), "labels: ");
}

TEST_F(Shd, DamagedFilesAreReadOrRefusedWithTheirName) {
  EXPECT_GT(test::cut_everywhere(kMade + "shd/words.h5", 131, read_all), 50);
  EXPECT_GT(test::flip_bytes(kMade + "shd/words.h5", 60, read_all), 3);
  EXPECT_GT(test::flip_bytes(kMade + "shd/words_wide.h5", 60, read_all), 20);
}

TEST_F(Shd, ReplaysTheFuzzersCorpus) { EXPECT_GE(test::replay_corpus("hdf5", read_all), 1); }

TEST_F(Shd, FilesOfAnotherKindAreNamed) {
  const std::string csv = kMade + "csv_events/Train/0/a.csv";
  EXPECT_EQ(test::message_of([&] { (void)Hdf5File(csv); }), csv + ": file signature not found");
  EXPECT_EQ(test::message_of([] { (void)Hdf5File(kMade); }),
            kMade + ": is a directory, expected a file");
}

TEST_F(Shd, ListsWhatAGroupHolds) {
  const Hdf5File file(kMade + "shd/words.h5");
  const auto entries = file.children("/");
  ASSERT_EQ(entries.size(), 3u);
  EXPECT_EQ(entries[0].name, "extra");
  EXPECT_EQ(entries[0].kind, Hdf5Kind::kGroup);
  EXPECT_EQ(entries[1].name, "labels");
  EXPECT_EQ(entries[1].kind, Hdf5Kind::kIntegers);
  EXPECT_EQ(entries[1].shape, (std::vector<std::uint64_t>{3}));
  EXPECT_EQ(file.texts("extra/keys"), (std::vector<std::string>{"null", "eins"}));
  EXPECT_EQ(file.numbers("extra/speaker"), (std::vector<double>{0, 1, 2}));
  EXPECT_EQ(test::message_of([&] { (void)file.list("spikes/times", 3); }),
            file.name() + ": spikes/times[3]: there is no such element");
  EXPECT_EQ(test::message_of([&] { (void)file.numbers("extra/keys"); }),
            file.name() + ": extra/keys: expected numbers, found texts");
}

}  // namespace
}  // namespace bspike::models
