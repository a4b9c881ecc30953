// Tests the text forms of an Image against texts written by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/program/image_tools.hpp"
#include "arch/program/text_forms.hpp"
#include "tests/unit/arch/program/tiny_image.hpp"

namespace bspike::arch {
namespace {

using testing::HasSubstr;
using tests::tiny_image;

TEST(ImageText, PrintsTheScheduleAsATree) {
  EXPECT_THAT(image_text(tiny_image()),
              HasSubstr("\nsetup\n"
                        "  host-in input\n"
                        "\nstep\n"
                        "  sequence\n"
                        "    repeat 5 times, counter 0x4c100 from 0 by 1 on tiles 0..1\n"
                        "      superstep work (forward, layer0): compute work, exchange spikes\n"
                        "    host-out output\n"));
}

TEST(ImageText, PrintsEqualMemoryMapsOnce) {
  EXPECT_THAT(image_text(tiny_image()), HasSubstr("  tiles 0..1, program tiny\n"
                                                  "    0x4c000  64  code  code\n"
                                                  "    0x4c040  64  vertex_state  launch\n"
                                                  "    0x4c080  64  weights  weights\n"
                                                  "    0x4c0c0  64  exchange_buffers  buffer\n"
                                                  "    0x4c100  4  control  t\n"
                                                  "  tiles 2, program -\n"));
}

TEST(ImageText, PrintsStreamsTensorsAndSeries) {
  const std::string text = image_text(tiny_image());
  EXPECT_THAT(text, HasSubstr("  input: 32 bytes to the chip in 1 pieces\n"
                              "  output: 32 bytes from the chip in 2 pieces\n"));
  EXPECT_THAT(text, HasSubstr("  fc0.weight f32 [2, 3] in 2 pieces\n"));
  EXPECT_THAT(text, HasSubstr("  training.loss from fc0.weight\n"));
}

TEST(ImageText, PrintsPlans) {
  EXPECT_EQ(plan_text(tiny_image()),
            "exchange spikes: 1 transfers\n"
            "  tile 0 0x4c080 -> 0x4c0c0  32 bytes to tiles 1..2\n");
}

TEST(ImageText, PrintsAssemblyThatAssembles) {
  const Image image = tiny_image();
  const std::string text = assembly_text(image);
  EXPECT_EQ(isa::assemble(text, "again").words, image.programs[0].words);
}

TEST(ImageText, SurvivesIndicesThatPointNowhere) {
  Image image = tiny_image();
  image.step.nodes[2].compute_set = 77;
  image.step.nodes[2].kind_label = 77;
  image.step.nodes[0].children = {0, 1, 99, 3};
  image.exchanges[0].transfers[0].group = 77;
  image.tile_images[0].program = 77;
  image.series[0].tensor = 77;
  EXPECT_THAT(image_text(image), HasSubstr("superstep ? (forward, layer0): compute ?"));
  EXPECT_THAT(image_text(image), HasSubstr("training.loss from ?"));
  EXPECT_THAT(plan_text(image), HasSubstr("to tiles ?"));
}

TEST(TextForms, PrintsTileSetsAsRuns) {
  EXPECT_EQ(tiles_text({}), "");
  EXPECT_EQ(tiles_text({3}), "3");
  EXPECT_EQ(tiles_text({0, 1, 2, 5, 7, 8}), "0..2, 5, 7..8");
  EXPECT_EQ(tiles_text({0, 2, 4, 6, 8, 10, 12, 14, 16, 18}),
            "0, 2, 4, 6, 8, 10, 12, 14, ... (10 tiles)");
  EXPECT_EQ(hex(0x4c000), "0x4c000");
  EXPECT_EQ(hex(0), "0x0");
}

}  // namespace
}  // namespace bspike::arch
