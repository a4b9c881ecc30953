// Owns the tests of `bspike data`, and of a run whose network is a NIR file.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "models/hdf5/hdf5_server.hpp"
#include "tests/support/run_program.hpp"

namespace bspike::tests {
namespace {

using nlohmann::json;

const std::string kMade = BSPIKE_SOURCE_DIR "/tests/made/";

std::string output(const std::vector<std::string>& arguments,
                   const std::filesystem::path& folder = BSPIKE_SOURCE_DIR) {
  const ProgramResult result = run_bspike(arguments, folder);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  return result.out;
}

json inspected(const std::string& file) {
  return json::parse(output({"data", "inspect", file, "--json"}));
}

TEST(DataInspect, CountsWhatAGestureFileHolds) {
  const json report = inspected(kMade + "gesture/user01_led.aedat");
  const json& part = report.at("parts").at(0);
  EXPECT_EQ(part.at("samples"), 2);
  EXPECT_EQ(part.at("classes"), 2);
  EXPECT_EQ(part.at("samples_of_class").at(10), 1);
  EXPECT_EQ(part.at("events"), 5);
  EXPECT_EQ(part.at("brighter"), 3);
  EXPECT_EQ(part.at("width"), 128);
  EXPECT_EQ(part.at("longest_us"), 999);
  // 3 events in a millisecond at least, 2 events: tenths of the highest rate.
  EXPECT_EQ(part.at("rate").at("highest"), 3.0);
  EXPECT_EQ(part.at("rate").at("samples_of_tenth"), (json{0, 0, 0, 0, 0, 0, 1, 0, 0, 1}));
}

TEST(DataInspect, KnowsFilesByWhatIsInThem) {
  EXPECT_EQ(inspected(kMade + "csv_events/Train/0/a.csv").at("kind"), "events as text");
  const TemporaryFolder folder;
  write_file(folder.path() / "r.bin", std::string("\1\2\0\0\3", 5));
  EXPECT_EQ(inspected(folder.path() / "r.bin").at("parts").at(0).at("events"), 1);
  write_file(folder.path() / "pictures",
             std::string("\0\0\x8\3\0\0\0\1\0\0\0\1\0\0\0\2\0\xff", 18));
  const json pictures = inspected(folder.path() / "pictures");
  EXPECT_EQ(pictures.at("kind"), "IDX pictures");
  EXPECT_EQ(pictures.at("parts").at(0).at("inputs"), 2);
  EXPECT_EQ(pictures.at("parts").at(0).at("rate").at("mean"), 0.5);
}

TEST(DataInspect, ShowsBothPartsOfARunsDataSet) {
  const std::string text = output({"data", "inspect", "configs/runs/digits.yaml"});
  EXPECT_NE(text.find("data set of a run: digits_csv"), std::string::npos) << text;
  EXPECT_NE(text.find("\ntrain\nsamples           1438\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\ntest\nsamples           359\n"), std::string::npos) << text;
  EXPECT_NE(text.find("classes           10\n"), std::string::npos) << text;
}

TEST(DataInspect, ReadsHdf5Files) {
  if (!models::hdf5_is_built()) GTEST_SKIP() << "built without libhdf5-dev";
  EXPECT_EQ(inspected(kMade + "shd/words.h5").at("parts").at(0).at("events"), 4);
  const std::string text = output({"data", "inspect", kMade + "nir/two_layers.nir"});
  EXPECT_NE(text.find("fc1               Affine  bias 4  weight 4x3\n"), std::string::npos) << text;
  EXPECT_NE(text.find("lif1              -> fc2\n"), std::string::npos) << text;
  const json network = inspected(kMade + "nir/nested.nir");
  EXPECT_EQ(network.at("graph").at("nodes").at(0).at("graph").at("edges").size(), 2u);
}

// Two pictures of 28 x 28: a bright square, and nothing.
std::string pictures() {
  std::string bytes("\0\0\x8\3\0\0\0\2\0\0\0\x1c\0\0\0\x1c", 16);
  for (int y = 0; y < 28; ++y)
    for (int x = 0; x < 28; ++x) bytes += y >= 10 && y < 18 && x >= 10 && x < 18 ? '\xff' : '\0';
  return bytes + std::string(28 * 28, '\0');
}

TEST(GenerateEvents, WritesTheSameFilesEachTime) {
  const TemporaryFolder folder;
  write_file(folder.path() / "images", pictures());
  write_file(folder.path() / "labels", std::string("\0\0\x8\1\0\0\0\2\7\3", 10));
  const auto generate = [&](const std::string& out) {
    return run_bspike({"data", "generate-events", "--images", "images", "--labels", "labels",
                       "--out", out, "--test"},
                      folder.path());
  };
  const ProgramResult first = generate("a");
  EXPECT_EQ(first.exit_code, 0);
  EXPECT_EQ(first.out, "1 recordings in a\n");
  EXPECT_EQ(first.err, "1 pictures without contrast give no events\n");
  EXPECT_EQ(generate("b").exit_code, 0);
  const std::string bytes = read_file(folder.path() / "a/Test/7/00000.bin");
  EXPECT_GT(bytes.size(), 500u);
  EXPECT_EQ(bytes.size() % 5, 0u);
  EXPECT_EQ(bytes, read_file(folder.path() / "b/Test/7/00000.bin"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "a/Test/3/00001.bin"));
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "a/Test/9"));
}

TEST(NirRun, TrainsOnTheMachine) {
  if (!models::hdf5_is_built()) GTEST_SKIP() << "built without libhdf5-dev";
  const TemporaryFolder folder;
  output({"run", kMade + "nir_run.yaml", "--quiet", "--out", folder.path()});
  const json report = json::parse(read_file(folder.path() / "report.json"));
  EXPECT_GT(report.at("totals").at("cycles"), 0);
  const std::string config = output({"run", kMade + "nir_run.yaml", "--emit", "config"});
  EXPECT_NE(config.find("beta: 0.9\n"), std::string::npos) << config;
  EXPECT_NE(config.find("nir: "), std::string::npos) << config;
}

}  // namespace
}  // namespace bspike::tests
