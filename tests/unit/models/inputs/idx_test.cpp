// Owns the tests of the IDX reader: good files, bad files with their exact messages, and the
// fuzzer's corpus.
#include "models/inputs/idx.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "arch/base/diagnostics.hpp"
#include "arch/base/file.hpp"
#include "models/inputs/idx_dataset.hpp"

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

TEST(Idx, ReadsDimensionsAndElements) {
  const IdxArray array =
      parse_idx(bytes_of({0, 0, 8, 2, 0, 0, 0, 2, 0, 0, 0, 3, 1, 2, 3, 4, 5, 255}), "a");
  EXPECT_EQ(array.dims, (std::vector<std::uint32_t>{2, 3}));
  EXPECT_EQ(array.data, (std::vector<std::uint8_t>{1, 2, 3, 4, 5, 255}));
}

struct BadIdx {
  const char* what;
  std::vector<std::byte> bytes;
  const char* message;
};
void PrintTo(const BadIdx& bad, std::ostream* out) { *out << bad.what; }

class BadIdxFile : public testing::TestWithParam<BadIdx> {};

TEST_P(BadIdxFile, IsRefused) {
  EXPECT_EQ(message_of([] { (void)parse_idx(GetParam().bytes, "f"); }), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Files, BadIdxFile,
    testing::Values(
        BadIdx{"empty", {}, "f: an IDX file has at least 4 bytes, this one has 0"},
        BadIdx{"three bytes", bytes_of({0, 0, 8}),
               "f: an IDX file has at least 4 bytes, this one has 3"},
        BadIdx{"gzip inside", bytes_of({0x1f, 0x8b, 8, 0, 0}),
               "f: this is a gzip file, not an IDX file\n  hint: give it a name that ends in .gz"},
        BadIdx{"text", bytes_of({'P', '5', '\n', '2'}),
               "f: an IDX file starts with 0x00 0x00, this one with 0x50 0x35"},
        BadIdx{"little-endian magic", bytes_of({3, 8, 0, 0, 1, 0, 0, 0}),
               "f: an IDX file starts with 0x00 0x00, this one with 0x03 0x08"},
        BadIdx{"second byte", bytes_of({0, 1, 8, 1, 0, 0, 0, 0}),
               "f: an IDX file starts with 0x00 0x00, this one with 0x00 0x01"},
        BadIdx{"float elements", bytes_of({0, 0, 0x0d, 1, 0, 0, 0, 1, 0, 0, 0, 0}),
               "f: elements of type 0x0d at byte 2: only unsigned bytes (0x08) are supported"},
        BadIdx{"unknown type", bytes_of({0, 0, 0x07, 1, 0, 0, 0, 1, 0}),
               "f: elements of type 0x07 at byte 2: only unsigned bytes (0x08) are supported"},
        BadIdx{"no dimensions", bytes_of({0, 0, 8, 0, 1}),
               "f: 0 dimensions at byte 3: expected 1 to 4"},
        BadIdx{"too many dimensions", bytes_of({0, 0, 8, 5}),
               "f: 5 dimensions at byte 3: expected 1 to 4"},
        BadIdx{"255 dimensions", bytes_of({0, 0, 8, 255}),
               "f: 255 dimensions at byte 3: expected 1 to 4"},
        BadIdx{"header cut off", bytes_of({0, 0, 8, 3, 0, 0, 0, 1, 0, 0}),
               "f: the header of 3 dimensions takes 16 bytes, the file has 10"},
        BadIdx{"a dimension of 0", bytes_of({0, 0, 8, 2, 0, 0, 0, 1, 0, 0, 0, 0}),
               "f: dimension 1 at byte 8 is 0"},
        BadIdx{"dimensions overflow",
               bytes_of({0, 0, 8, 2, 255, 255, 255, 255, 255, 255, 255, 255}),
               "f: the dimensions multiply to more than 2^31 elements"},
        BadIdx{"truncated", bytes_of({0, 0, 8, 1, 0, 0, 0, 4, 1, 2, 3}),
               "f: truncated at byte 11: the dimensions ask for 4 elements, 3 are there"},
        BadIdx{"large and truncated", bytes_of({0, 0, 8, 1, 0x7f, 255, 255, 255, 1}),
               "f: truncated at byte 9: the dimensions ask for 2147483647 elements, 1 are there"},
        BadIdx{"trailing bytes", bytes_of({0, 0, 8, 1, 0, 0, 0, 1, 1, 2, 3}),
               "f: 2 bytes after the last of 1 elements, from byte 9 on"}));

const IdxArray kImages{{2, 1, 2}, {1, 2, 3, 4}};
const IdxArray kLabels{{2}, {0, 9}};

std::string join_message(const IdxArray& images, const IdxArray& labels) {
  return message_of([&] { (void)join_idx(images, "images", labels, "labels", 10); });
}

TEST(IdxDataset, JoinsImagesAndLabels) {
  const auto dataset = join_idx(kImages, "images", kLabels, "labels", 10);
  EXPECT_EQ(dataset->samples(), 2u);
  EXPECT_EQ(dataset->input_size(), 2u);
  EXPECT_EQ(dataset->classes(), 10u);
  EXPECT_EQ(dataset->level_bits(), 8u);
  EXPECT_EQ(dataset->image(1)[0], 3);
  EXPECT_EQ(dataset->label(1), 9u);
  EXPECT_EQ(dataset->source_row(1), 1u);
}

TEST(IdxDataset, RefusesWhatDoesNotBelongTogether) {
  EXPECT_EQ(join_message({{4}, {1, 2, 3, 4}}, kLabels),
            "images: images have 3 dimensions (count, rows, columns), this file has 1");
  EXPECT_EQ(join_message(kImages, {{2, 1}, {0, 9}}),
            "labels: labels have 1 dimension (count), this file has 2");
  EXPECT_EQ(join_message(kImages, {{3}, {0, 1, 2}}), "labels: 3 labels for the 2 images of images");
  EXPECT_EQ(join_message(kImages, {{2}, {0, 10}}),
            "labels: label 10 of sample 1 is outside 0 .. 9");
}

// Every file that the fuzzer keeps is read or refused, never anything else.
TEST(Idx, ReplaysTheFuzzersCorpus) {
  int files = 0, good = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(BSPIKE_SOURCE_DIR "/tests/fuzz/corpus/idx")) {
    const auto bytes = arch::base::read_bytes(entry.path());
    good += message_of([&] { (void)parse_idx(bytes, "f"); }) == "no error" ? 1 : 0;
    ++files;
  }
  EXPECT_GE(files, 15);
  EXPECT_GT(good, 0);
  EXPECT_LT(good, files);
}

TEST(Idx, FilesThatCannotBeOpenedAreNamed) {
  EXPECT_NE(
      message_of([] { (void)read_idx("/nonexistent/images.gz"); }).find("/nonexistent/images.gz"),
      std::string::npos);
}

}  // namespace
}  // namespace bspike::models
