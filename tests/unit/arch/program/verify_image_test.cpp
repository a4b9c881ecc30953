// Tests that verify_image accepts a good Image and names each breach of its contracts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "arch/base/diagnostics.hpp"
#include "arch/program/image_tools.hpp"
#include "tests/unit/arch/program/tiny_image.hpp"

namespace bspike::arch {
namespace {

using testing::HasSubstr;
using namespace tests;

std::string breaches_of(const Image& image) {
  try {
    verify_image(image, tiny_machine());
  } catch (const base::CompileError& error) {
    return error.what();
  }
  return "";
}

TEST(VerifyImage, AcceptsAGoodImage) { EXPECT_EQ(breaches_of(tiny_image()), ""); }

TEST(VerifyImage, AcceptsAnImageThatDoesNothing) {
  Image image = tiny_image();
  Image empty;
  empty.machine_name = image.machine_name;
  empty.tiles = image.tiles;
  empty.sram_base = image.sram_base;
  empty.sram_bytes = image.sram_bytes;
  empty.workers = image.workers;
  EXPECT_EQ(breaches_of(empty), "");
}

struct Breach {
  std::string expected;
  std::function<void(Image&)> make;
};

void expect_breaches(const std::vector<Breach>& breaches) {
  for (const Breach& breach : breaches) {
    Image image = tiny_image();
    breach.make(image);
    EXPECT_THAT(breaches_of(image), HasSubstr(breach.expected));
  }
}

ScheduleNode& repeat_of(Image& image) { return image.step.nodes[1]; }
ScheduleNode& superstep_of(Image& image) { return image.step.nodes[2]; }
Transfer& transfer_of(Image& image) { return image.exchanges[0].transfers[0]; }
TensorPiece& piece_of(Image& image) { return image.tensors[0].pieces[0]; }
TileWork& work_of(Image& image) { return image.compute_sets[0].work[0]; }

TEST(VerifyImage, NamesAnotherTarget) {
  expect_breaches({
      {"compiled for huge, not for tiny", [](Image& i) { i.machine_name = "huge"; }},
      {"tiles: the image has 5, machine tiny has 4", [](Image& i) { i.tiles = 5; }},
      {"sram_base: the image has 0,", [](Image& i) { i.sram_base = 0; }},
      {"sram_bytes: the image has 16385,", [](Image& i) { ++i.sram_bytes; }},
      {"workers: the image has 7,", [](Image& i) { ++i.workers; }},
      {"beyond 32-bit addresses", [](Image& i) { i.sram_base = 0xffffffff; }},
      {"samples_per_step: is no number", [](Image& i) { i.samples_per_step = std::nan(""); }},
      {"samples_per_step: is no number", [](Image& i) { i.samples_per_step = -1; }},
  });
}

TEST(VerifyImage, NamesBadGroups) {
  expect_breaches({
      {"group 2: has no tile", [](Image& i) { i.groups[2] = {}; }},
      {"group 0: tiles do not ascend",
       [](Image& i) {
         i.groups[0] = {1, 0};
       }},
      {"group 0: tiles do not ascend",
       [](Image& i) {
         i.groups[0] = {1, 1};
       }},
      {"group 2: tile 4 is beyond the chip", [](Image& i) { i.groups[2] = {4}; }},
      {"group 4: has the same tiles as group 1", [](Image& i) { i.groups.push_back({1}); }},
  });
}

TEST(VerifyImage, NamesBadPrograms) {
  expect_breaches({
      {"program 0 'tiny': the supervisor's entry is outside the code",
       [](Image& i) { i.programs[0].supervisor_entry_word = 1000; }},
      {"codelet work has words 0 to 1000",
       [](Image& i) { i.programs[0].codelets[0].end_word = 1000; }},
      {"codelet work has words 0 to 0", [](Image& i) { i.programs[0].codelets[0].end_word = 0; }},
      {"source lines are not sorted",
       [](Image& i) {
         i.programs[0].lines = {{1, 1}, {0, 2}};
       }},
      {"program 0 'tiny'", [](Image& i) { i.programs[0].words[0] = 0x7fffffff; }},
  });
}

TEST(VerifyImage, NamesBadMemoryMaps) {
  expect_breaches({
      {"tile 4: is beyond the chip", [](Image& i) { i.tile_images[2].tile = 4; }},
      {"tile 0: follows tile 1: not ascending",
       [](Image& i) { std::swap(i.tile_images[0], i.tile_images[1]); }},
      {"tile 0: runs a program that the image does not have",
       [](Image& i) { i.tile_images[0].program = 1; }},
      {"its first region is not code",
       [](Image& i) { i.tile_images[0].regions[0].category = MemoryCategory::kStack; }},
      {"code does not begin at a multiple of 8",
       [](Image& i) { i.tile_images[0].regions[0].address += 4; }},
      {"the code region has 4 bytes", [](Image& i) { i.tile_images[0].regions[0].bytes = 4; }},
      {"region '?' (64 bytes at 0x4c000) has no label",
       [](Image& i) { i.tile_images[0].regions[0].name = 99; }},
      {"region 'launch' (64 bytes at 0x4c03c) overlaps or precedes the one before",
       [](Image& i) { i.tile_images[0].regions[1].address -= 4; }},
      {"leaves tile memory, 0x4c000 to 0x50000",
       [](Image& i) { i.tile_images[0].regions[4].address = 0x4fffd; }},
      {"leaves tile memory", [](Image& i) { i.tile_images[2].regions[0].address = 0x4bfff; }},
      {"leaves tile memory",
       [](Image& i) {
         i.tile_images[2].regions[2] = {4, MemoryCategory::kControl, 0xfffffff0, 0xffffffff};
       }},
      {"reaches into the loader's reserve at 0x4fbb0",
       [](Image& i) { i.tile_images[0].regions[4].address = 0x4fbb0; }},
  });
}

TEST(VerifyImage, AcceptsTheLoadersOwnRegion) {
  Image image = tiny_image();
  image.tile_images[0].regions.push_back({0, MemoryCategory::kReserved, 0x4fbb0, 0x450});
  EXPECT_EQ(breaches_of(image), "");
}

TEST(VerifyImage, NamesBadInitialData) {
  expect_breaches({
      {"lie in no data region", [](Image& i) { i.tile_images[0].data[0].address = kCodeAt; }},
      {"lie in no data region", [](Image& i) { i.tile_images[0].data[0].address = 0x4f000; }},
      {"lie in no data region",
       [](Image& i) {
         i.tile_images[0].data[0] = {kLaunchAt, 65, 0};
       }},
      {"overlap others",
       [](Image& i) {
         i.tile_images[0].data.push_back({kLaunchAt + 20, 4, 0});
       }},
      {"are not in the image", [](Image& i) { i.tile_images[0].data[0].data = 4; }},
      {"are not in the image",
       [](Image& i) { i.tile_images[0].data[0].data = std::numeric_limits<std::uint64_t>::max(); }},
  });
}

TEST(VerifyImage, NamesBadComputeSets) {
  expect_breaches({
      {"compute set 'work', tile 2: the tile has no program",
       [](Image& i) { i.compute_sets[0].work[1].tile = 2; }},
      {"tile 0: tiles do not ascend", [](Image& i) { i.compute_sets[0].work[1].tile = 0; }},
      {"vertex 1 calls a codelet that the program does not have",
       [](Image& i) { work_of(i).vertices[1].codelet = 1; }},
      {"vertex 0 has its arguments at 0x4c062",
       [](Image& i) { work_of(i).vertices[0].arguments_address += 2; }},
      {"vertex 0 has its arguments at 0x4c000",
       [](Image& i) { work_of(i).vertices[0].arguments_address = kCodeAt; }},
      {"the launch table is not at a multiple of 4",
       [](Image& i) { work_of(i).launch_address += 2; }},
      {"word 0 of the launch table at 0x4c060 is missing, the vertices say 0x1",
       [](Image& i) { work_of(i).launch_address = kArgsAt; }},
  });
}

// The table in tile memory says one multi-worker and one single-worker vertex.
TEST(VerifyImage, NamesALaunchTableThatDisagrees) {
  expect_breaches({
      {"word 0 of the launch table at 0x4c040 is 0x1, the vertices say 0x2",
       [](Image& i) { work_of(i).vertices[0].multi_worker = true; }},
      {"word 0 of the launch table at 0x4c040 is 0x1, the vertices say 0x0",
       [](Image& i) { work_of(i).vertices.clear(); }},
      {"word 3 of the launch table at 0x4c040 is 0x4c060, the vertices say 0x4c064",
       [](Image& i) { work_of(i).vertices[1].arguments_address += 4; }},
      {"word 2 of the launch table", [](Image& i) { i.data[8] = std::byte{0x40}; }},
  });
}

TEST(VerifyImage, NamesBadTransfers) {
  expect_breaches({
      {"exchange 'spikes': transfer 0 moves 0 bytes", [](Image& i) { transfer_of(i).bytes = 0; }},
      {"transfer 0 moves 6 bytes", [](Image& i) { transfer_of(i).bytes = 6; }},
      {"has an address that is not a multiple of 4",
       [](Image& i) { transfer_of(i).source_address += 2; }},
      {"has an address that is not a multiple of 4",
       [](Image& i) { transfer_of(i).destination_address += 2; }},
      {"goes to group 9", [](Image& i) { transfer_of(i).group = 9; }},
      {"transfer 0 reads 32 bytes at 0x4c080 of tile 3, which lie in no data region",
       [](Image& i) { transfer_of(i).source = 3; }},
      {"transfer 0 reads 32 bytes at 0x4c080 of tile 4000000000",
       [](Image& i) { transfer_of(i).source = 4000000000u; }},
      {"transfer 0 writes 32 bytes at 0x4c000 of tile 1",
       [](Image& i) { transfer_of(i).destination_address = kCodeAt; }},
      {"transfer 0 writes 32 bytes at 0x4c040 of tile 2",
       [](Image& i) { transfer_of(i).destination_address = kLaunchAt; }},
      {"transfer 0 reads 128 bytes", [](Image& i) { transfer_of(i).bytes = 128; }},
  });
}

TEST(VerifyImage, NamesOverlapsInAnExchange) {
  expect_breaches({
      {"4 bytes at 0x4c0dc of tile 1 are written by transfer 0 and written by transfer 1",
       [](Image& i) {
         i.exchanges[0].transfers.push_back({2, 1, kWeightsAt, kBufferAt + 28, 32});
       }},
      {"4 bytes at 0x4c0dc of tile 1 are written by transfer 0 and sent by transfer 1",
       [](Image& i) {
         i.exchanges[0].transfers.push_back({1, 2, kBufferAt + 28, kWeightsAt, 4});
       }},
      {"8 bytes at 0x4c0c0 of tile 1 are sent by transfer 1 and written by transfer 0",
       [](Image& i) {
         i.groups.push_back({0});
         i.exchanges[0].transfers.push_back({1, 4, kBufferAt, kBufferAt, 8});
         transfer_of(i).bytes = 16;
       }},
  });
}

// The tiny image's transfer has 32 bytes.
TEST(VerifyImage, NamesPiecesThatDoNotFitTogether) {
  const auto pieces = [](std::uint32_t bytes, std::uint32_t stride) {
    return [=](Image& i) {
      transfer_of(i).piece_bytes = bytes;
      transfer_of(i).piece_stride = stride;
    };
  };
  expect_breaches({
      {"transfer 0 has pieces of 12 bytes, 16 apart, which do not make up its 32 bytes",
       pieces(12, 16)},
      {"has pieces of 2 bytes", pieces(2, 16)},
      {"has pieces of 16 bytes, 8 apart", pieces(16, 8)},
      {"has pieces of 16 bytes, 18 apart", pieces(16, 18)},
      {"transfer 0 writes 16 bytes at 0x1004c0c0 of tile 1", pieces(16, 0x10000000)},
      {"4 bytes at 0x4c0d0 of tile 1 are written by transfer 1 and written by transfer 0",
       [&](Image& i) {
         pieces(8, 16)(i);
         transfer_of(i).bytes = 16;
         i.exchanges[0].transfers.push_back({2, 1, kWeightsAt, kBufferAt + 12, 8});
       }},
  });
}

// Two pieces of 8 bytes with a gap of 8, which another transfer fills.
TEST(VerifyImage, AcceptsReceivesBetweenPieces) {
  Image image = tiny_image();
  transfer_of(image).bytes = 16;
  transfer_of(image).piece_bytes = 8;
  transfer_of(image).piece_stride = 16;
  image.exchanges[0].transfers.push_back({2, 1, kWeightsAt, kBufferAt + 8, 8});
  EXPECT_EQ(breaches_of(image), "");
}

TEST(VerifyImage, AcceptsDisjointReceivesAndRepeatedSends) {
  Image image = tiny_image();
  image.exchanges[0].transfers.push_back({2, 1, kWeightsAt, kBufferAt + 32, 32});
  image.exchanges[0].transfers.push_back({0, 2, kWeightsAt, kBufferAt + 32, 32});
  EXPECT_EQ(breaches_of(image), "");
}

TEST(VerifyImage, NamesBadSchedules) {
  expect_breaches({
      {"step node 0: has child 9",
       [](Image& i) {
         i.step.nodes[0].children = {1, 9};
       }},
      {"step node 1: has child 1", [](Image& i) { repeat_of(i).children = {1}; }},
      {"step node 1: has child 0", [](Image& i) { repeat_of(i).children = {0}; }},
      {"step node 1: shares child 3", [](Image& i) { repeat_of(i).children = {3}; }},
      {"step node 2: has no parent", [](Image& i) { repeat_of(i).children = {}; }},
      {"step node 1: repeats 0 children", [](Image& i) { repeat_of(i).children = {}; }},
      {"keeps its counter on a group that the image does not have",
       [](Image& i) { repeat_of(i).group = 9; }},
      {"has its counter at 0x4c000 of tile 0",
       [](Image& i) { repeat_of(i).counter_address = kCodeAt; }},
      {"has its counter at 0x4c102 of tile 0", [](Image& i) { repeat_of(i).counter_address += 2; }},
      {"counts beyond 32 bits", [](Image& i) { repeat_of(i).step = 0x7fffffff; }},
      {"step node 2: names compute set 1", [](Image& i) { superstep_of(i).compute_set = 1; }},
      {"step node 2: names exchange 1", [](Image& i) { superstep_of(i).exchange = 1; }},
      {"step node 2: names label 8", [](Image& i) { superstep_of(i).kind_label = 8; }},
      {"step node 2: is a leaf with children", [](Image& i) { superstep_of(i).children = {3}; }},
      {"setup node 0: moves a stream that the image does not have",
       [](Image& i) { i.setup.nodes[0].stream = 7; }},
      {"setup node 0: moves stream 'output' in the wrong direction",
       [](Image& i) { i.setup.nodes[0].stream = 1; }},
      {"step node 3: moves stream 'input' in the wrong direction",
       [](Image& i) { i.step.nodes[3].stream = 0; }},
  });
}

TEST(VerifyImage, NamesASchedulesDepth) {
  Image image = tiny_image();
  image.setup.nodes.clear();
  for (std::uint32_t i = 0; i < 100; ++i) {
    ScheduleNode node;
    if (i < 99) node.children = {i + 1};
    image.setup.nodes.push_back(node);
  }
  EXPECT_THAT(breaches_of(image), HasSubstr("nests deeper than 64 levels"));
}

TEST(VerifyImage, NamesBadStreams) {
  expect_breaches({
      {"stream 'input': is named twice", [](Image& i) { i.streams[1].name = "input"; }},
      {"stream: has no name", [](Image& i) { i.streams[1].name = ""; }},
      {"stream 'input': has a piece for no tile",
       [](Image& i) { i.streams[0].pieces[0].group = 9; }},
      {"stream 'output': takes one piece from several tiles",
       [](Image& i) { i.streams[1].pieces[0].group = 0; }},
      {"stream 'input': 4000 bytes at 0x4c080 of tile 0 lie in no data region",
       [](Image& i) { i.streams[0].pieces[0].bytes = 4000; }},
  });
}

TEST(VerifyImage, NamesBadTensors) {
  expect_breaches({
      {"tensor 'fc0.weight': is named twice", [](Image& i) { i.tensors.push_back(i.tensors[0]); }},
      {"2 of 6 elements lie on no tile", [](Image& i) { i.tensors[0].pieces.pop_back(); }},
      {"an element lies on two places", [](Image& i) { piece_of(i).index_stride[1] = 1; }},
      {"elements beyond the shape", [](Image& i) { piece_of(i).first_index = 2; }},
      {"elements beyond the shape",
       [](Image& i) { piece_of(i).index_stride[1] = 0xffffffffffffffff; }},
      {"more elements than the tensor",
       [](Image& i) {
         piece_of(i).count = {0xffffffff, 0xffffffff, 0xffffffff};
       }},
      {"elements that are misaligned or overlap", [](Image& i) { piece_of(i).address += 2; }},
      {"elements that are misaligned or overlap", [](Image& i) { piece_of(i).byte_stride[2] = 0; }},
      {"lie in no data region", [](Image& i) { piece_of(i).byte_stride[1] = 64; }},
      {"lie in no data region", [](Image& i) { piece_of(i).tile = 3; }},
      {"is larger than the chip's memory",
       [](Image& i) {
         i.tensors[0].shape = {0xffffffffffffffff, 0xffffffffffffffff};
       }},
  });
}

TEST(VerifyImage, PassesOverEmptyPieces) {
  Image image = tiny_image();
  image.tensors[0].pieces.push_back({0, kWeightsAt, 0, {0xffffffff, 0xffffffff, 0}, {4, 4, 4}, {}});
  image.tensors[0].pieces.push_back({0, kWeightsAt, 0, {0xffffffff, 0, 0xffffffff}, {4, 4, 4}, {}});
  EXPECT_EQ(breaches_of(image), "");
}

TEST(VerifyImage, NamesBadSeries) {
  expect_breaches({
      {"series 'training.loss': reads a tensor that the image does not have",
       [](Image& i) { i.series[0].tensor = 1; }},
      {"series 'training.loss': has a scale or threshold that is no number",
       [](Image& i) { i.series[0].scale = std::nan(""); }},
      {"series 'training.loss': is named twice", [](Image& i) { i.series.push_back(i.series[0]); }},
  });
}

TEST(VerifyImage, ReportsAllBreachesTogether) {
  Image image = tiny_image();
  image.series[0].tensor = 1;
  image.samples_per_step = -1;
  const std::string text = breaches_of(image);
  EXPECT_THAT(text, HasSubstr("series"));
  EXPECT_THAT(text, HasSubstr("samples_per_step"));
}

TEST(VerifyImage, CountsWhatItNoLongerLists) {
  Image image = tiny_image();
  for (int i = 0; i < 150; ++i) image.groups.push_back({});
  EXPECT_THAT(breaches_of(image), HasSubstr("breaches more"));
}

}  // namespace
}  // namespace bspike::arch
