// Tests storing Images: the round trip is exact, and damage is refused with its place.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "arch/base/diagnostics.hpp"
#include "arch/program/image_format.hpp"
#include "arch/program/image_tools.hpp"
#include "tests/unit/arch/program/tiny_image.hpp"

namespace bspike::arch {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using tests::tiny_image;
namespace fs = std::filesystem;

// The message of the refusal, or empty if the bytes were read.
std::string refusal(const std::string& bytes) {
  try {
    (void)parse_image(bytes, "x.img");
  } catch (const base::FormatError& error) {
    return error.what();
  }
  return "";
}

std::string with_seal(std::string bytes) {
  seal_image(bytes);
  return bytes;
}

std::size_t section_at(const std::string& bytes, const char* tag) {
  return bytes.find(tag, kImageHeaderBytes);
}

TEST(ImageFile, RoundTripIsExact) {
  const Image image = tiny_image();
  const std::string bytes = serialize_image(image);
  const Image back = parse_image(bytes, "x.img");
  EXPECT_EQ(serialize_image(back), bytes);
  EXPECT_EQ(image_text(back), image_text(image));
  EXPECT_EQ(plan_text(back), plan_text(image));
  EXPECT_EQ(back.configuration, "machine: tiny\n");
  EXPECT_EQ(back.samples_per_step, 8);
  EXPECT_EQ(back.data, image.data);
  EXPECT_EQ(back.programs[0].words, image.programs[0].words);
  EXPECT_EQ(back.tensors[0].pieces[1].byte_stride[2], 16u);
  EXPECT_EQ(back.step.nodes[1].count, 5u);
  EXPECT_EQ(back.step.nodes[2].stream, kNoIndex);
  EXPECT_NO_THROW(verify_image(back, tests::tiny_machine()));
}

TEST(ImageFile, AnEmptyImageIsExactToo) {
  const std::string bytes = serialize_image(Image{});
  EXPECT_EQ(serialize_image(parse_image(bytes, "x.img")), bytes);
}

TEST(ImageFile, BytesOnDiskAreThoseInMemory) {
  const fs::path file = fs::path(testing::TempDir()) / "bspike_image_file_test.img";
  write_image(tiny_image(), file);
  EXPECT_EQ(serialize_image(read_image(file)), serialize_image(tiny_image()));
  fs::remove(file);
}

TEST(ImageFile, EveryTruncationIsRefused) {
  const std::string bytes = serialize_image(tiny_image());
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    ASSERT_THAT(refusal(bytes.substr(0, length)), HasSubstr("byte ")) << length;
    ASSERT_NE(refusal(with_seal(bytes.substr(0, length))), "") << length;
  }
}

TEST(ImageFile, EveryBitFlipIsRefused) {
  const std::string bytes = serialize_image(tiny_image());
  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string damaged = bytes;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    ASSERT_THAT(refusal(damaged), HasSubstr("byte ")) << bit;
  }
}

// With a checksum that agrees, damage may go unseen, but reading and printing stay well behaved.
TEST(ImageFile, SealedDamageIsReadOrRefused) {
  const std::string bytes = serialize_image(tiny_image());
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const int value : {0x00, 0x01, 0x7f, 0xff}) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(value);
      damaged = with_seal(damaged);
      if (refusal(damaged).empty()) {
        const Image image = parse_image(damaged, "x.img");
        ASSERT_FALSE(image_text(image).empty());
        ASSERT_NO_THROW((void)plan_text(image));
      }
    }
  }
}

TEST(ImageFile, NamesWhatIsNoImage) {
  const std::string bytes = serialize_image(tiny_image());
  EXPECT_EQ(refusal(""),
            "x.img: byte 0: this is no bspike image (expected it to begin with BSPIKIMG)\n"
            "  hint: The file is no image of this version, or damaged; compile it again.");
  EXPECT_THAT(refusal("machine: bow\n"), HasSubstr("this is no bspike image"));
  std::string next = bytes;
  next[8] = 3;
  EXPECT_THAT(refusal(next), HasSubstr("byte 8: version 3, this program reads version 2"));
  std::string fewer = bytes;
  fewer[12] = 12;
  EXPECT_THAT(refusal(fewer), HasSubstr("byte 12: 12 sections, expected 13"));
}

TEST(ImageFile, NamesDamagedSections) {
  const std::string bytes = serialize_image(tiny_image());
  std::string renamed = bytes;
  renamed[section_at(bytes, "GRPS")] = 'X';
  EXPECT_THAT(refusal(renamed), HasSubstr("expected section GRPS"));

  std::string longer = bytes;
  longer[section_at(bytes, "TENS") + 4 + 6] = 1;
  EXPECT_THAT(refusal(longer), HasSubstr("section TENS needs 281474976"));

  EXPECT_THAT(refusal(bytes + "x"), HasSubstr("1 bytes follow the checksum"));

  std::string flipped = bytes;
  flipped[section_at(bytes, "DATA") + 20] ^= 1;
  EXPECT_THAT(refusal(flipped), HasSubstr("the checksum does not agree"));
}

TEST(ImageFile, NamesImpossibleCountsAndKinds) {
  const std::string bytes = serialize_image(tiny_image());
  std::string counted = bytes;
  counted[section_at(bytes, "LABL") + kSectionHeaderBytes + 5] = 1;
  EXPECT_THAT(refusal(with_seal(counted)), HasSubstr("a count of 1099511627784 with"));

  // A stream's direction follows its name: count, length, "input".
  std::string direction = bytes;
  const std::size_t name = section_at(bytes, "STRM") + kSectionHeaderBytes + 8 + 8;
  ASSERT_EQ(bytes.substr(name, 5), "input");
  direction[name + 5] = 2;
  EXPECT_THAT(refusal(with_seal(direction)), HasSubstr("a switch of 2, expected less than 2"));

  std::string kind = bytes;
  kind[section_at(bytes, "SCHD") + kSectionHeaderBytes + 8] = 5;
  EXPECT_THAT(refusal(with_seal(kind)), HasSubstr("a kind of 5, expected less than 5"));
}

TEST(ImageFile, CorpusOfDamagedImagesIsReadOrRefused) {
  std::size_t files = 0;
  for (const auto& entry :
       fs::directory_iterator(fs::path(BSPIKE_SOURCE_DIR) / "tests/fuzz/corpus/image")) {
    std::ifstream stream(entry.path(), std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(stream)), {});
    (void)refusal(bytes);
    const std::string sealed = with_seal(bytes);
    if (refusal(sealed).empty()) (void)image_text(parse_image(sealed, "corpus"));
    ++files;
  }
  EXPECT_GE(files, 8u);
}

// The check value of CRC-32 for the digits 1 to 9.
TEST(ImageFile, ChecksumIsCrc32) {
  EXPECT_EQ(checksum("123456789"), 0xcbf43926u);
  EXPECT_EQ(checksum(""), 0u);
}

}  // namespace
}  // namespace bspike::arch
