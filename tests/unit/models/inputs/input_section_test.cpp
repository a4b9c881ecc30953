// Owns the tests of the dataset section.
#include "models/inputs/input_section.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "arch/base/file.hpp"

namespace bspike::models {
namespace {

InputSpec build(const std::string& text, const std::string& file = "/data/runs/run.yaml") {
  return build_input(*arch::base::load_text(text, file));
}

std::string message_of(const std::string& text) {
  try {
    (void)build(text);
  } catch (const arch::base::ConfigError& error) {
    return error.what();
  }
  return "no error";
}

constexpr const char* kIdx = R"(
kind: idx
train_images: images/train.gz
train_labels: ../train-labels
test_images: /abs/test.gz
test_labels: t10k
classes: 10
encoding: {name: rate, train_stream: 7}
)";

TEST(InputSection, PathsStartWhereTheyAreNamed) {
  const InputSpec input = build(kIdx);
  EXPECT_EQ(dataset_table()[input.dataset.row].name, "idx");
  EXPECT_EQ(input.dataset.paths.at("train_images"), "/data/runs/images/train.gz");
  EXPECT_EQ(input.dataset.paths.at("train_labels"), "/data/train-labels");
  EXPECT_EQ(input.dataset.paths.at("test_images"), "/abs/test.gz");
  EXPECT_EQ(input.dataset.numbers.at("classes"), 10u);
  EXPECT_EQ(input.encoder.train_stream, 7u);
  EXPECT_EQ(input.encoder.test_stream, EncoderSpec{}.test_stream);
}

TEST(InputSection, PathsOfTheCommandLineStartAtTheWorkingDirectory) {
  const auto tree = arch::base::apply_set(
      arch::base::load_text("dataset: {kind: digits_csv, file: a.csv, encoding: {name: rate}}\n",
                            "/data/run.yaml"),
      "dataset.file=here/b.csv");
  const InputSpec input = build_input(*tree->find("dataset"));
  EXPECT_EQ(input.dataset.paths.at("file"),
            (std::filesystem::current_path() / "here/b.csv").string());
}

TEST(InputSection, ReadsTheNumbersOfAnEventEncoding) {
  const InputSpec input = build(
      "kind: nmnist\nroot: n\nwindow: 24\nencoding: {name: events, bin_us: 500, unique: true}\n");
  EXPECT_EQ(input.dataset.paths.at("root"), "/data/runs/n");
  EXPECT_EQ(input.dataset.numbers.at("window"), 24u);
  EXPECT_EQ(input.dataset.numbers.at("files_a_class"), 0u);
  EXPECT_EQ(encoder_table()[input.encoder.row].name, "events");
  EXPECT_EQ(input.encoder.events.bin_us, 500u);
  EXPECT_EQ(input.encoder.events.denoise_us, 10000u);
  EXPECT_TRUE(input.encoder.events.unique);
  const std::string once = dump_input(input);
  EXPECT_EQ(dump_input(build(once, "/elsewhere/x.yaml")), once);
}

TEST(InputSection, RefusesAnEncodingOfOtherSamples) {
  EXPECT_EQ(
      message_of("kind: nmnist\nroot: n\nencoding: {name: rate}\n"),
      "/data/runs/run.yaml:3:18: encoding.name: the encoding \"rate\" takes pictures, but the "
      "data set \"nmnist\" has events");
  EXPECT_EQ(
      message_of("kind: digits_csv\nfile: x\nencoding: {name: events, bin_us: 0}\n"),
      "/data/runs/run.yaml:3:18: encoding.name: the encoding \"events\" takes events, but the "
      "data set \"digits_csv\" has pictures\n"
      "/data/runs/run.yaml:3:34: encoding.bin_us: found \"0\", expected 1 to 1000000\n"
      "  hint: Microseconds of a time step; the first begins at the first event.");
  EXPECT_EQ(message_of("kind: nmnist\nroot: n\nencoding: {name: events, bins: 3}\n"),
            "/data/runs/run.yaml:3:26: encoding.bins: unknown key \"bins\"\n"
            "  hint: keys here: name, train_stream, test_stream, bin_us, from_zero, denoise_us, "
            "unique");
}

TEST(InputSection, DumpReadsBack) {
  const std::string once = dump_input(build(kIdx));
  EXPECT_EQ(dump_input(build(once, "/elsewhere/x.yaml")), once);
}

TEST(InputSection, RefusesBadSections) {
  EXPECT_EQ(
      message_of("kind: idy\n"),
      "/data/runs/run.yaml:1:7: kind: found \"idy\", expected one of: idx, digits_csv, nmnist, "
      "generated_events, dvs_gesture, shd, csv_events\n"
      "  hint: did you mean \"idx\"?");
  EXPECT_EQ(message_of("file: x\n"),
            "/data/runs/run.yaml:1:1: missing key \"kind\"\n  hint: The kind of files.");
  EXPECT_EQ(message_of("kind: digits_csv\nfile: x\n"),
            "/data/runs/run.yaml:1:1: missing key \"encoding\"\n"
            "  hint: How samples become spike trains.");
  EXPECT_EQ(message_of("kind: digits_csv\nfile: x\nencoding: {name: rates}\n"),
            "/data/runs/run.yaml:3:18: encoding.name: found \"rates\", expected one of: rate, "
            "events, latency, delta, constant\n"
            "  hint: did you mean \"rate\"?");
  EXPECT_EQ(message_of("kind: digits_csv\nfiel: x\nencoding: {name: rate}\n"),
            "/data/runs/run.yaml:1:1: missing key \"file\"\n  hint: The table, plain or .gz.\n"
            "/data/runs/run.yaml:2:1: fiel: unknown key \"fiel\"\n  hint: did you mean \"file\"?");
}

TEST(InputSection, ReferenceNamesEveryKindAndEncoder) {
  const std::string text = document_input();
  for (const DatasetRow& row : dataset_table())
    EXPECT_NE(text.find("## " + std::string(row.name) + "\n"), std::string::npos);
  for (const EncoderRow& row : encoder_table())
    EXPECT_NE(text.find("* `" + std::string(row.name) + "`"), std::string::npos);
}

// docs/data.md holds the reference between two marks.
TEST(InputSection, ReferenceIsUpToDate) {
  const std::string file = BSPIKE_SOURCE_DIR "/docs/data.md";
  const std::string begin =
      "<!-- dataset: written by tests/unit/models/inputs/input_section_test.cpp with "
      "BSPIKE_REBASE=1 -->\n";
  std::string text = arch::base::read_text(file);
  const std::size_t from = text.find(begin);
  const std::size_t to = text.find("<!-- end of dataset -->");
  ASSERT_NE(from, std::string::npos);
  ASSERT_NE(to, std::string::npos);
  const std::size_t at = from + begin.size();
  if (std::getenv("BSPIKE_REBASE") != nullptr) {
    arch::base::write_atomically(file, text.replace(at, to - at, document_input()));
    return;
  }
  EXPECT_EQ(text.substr(at, to - at), document_input());
}

}  // namespace
}  // namespace bspike::models
