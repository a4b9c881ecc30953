// Owns the tests of the driver's small parts: hashes, .npy headers, emits, progress text,
// predictions.
#include <gtest/gtest.h>

#include "arch/base/diagnostics.hpp"
#include "tools/command/terminal.hpp"
#include "tools/driver/content_hash.hpp"
#include "tools/driver/emit.hpp"
#include "tools/driver/host_streams.hpp"
#include "tools/driver/npy.hpp"

namespace bspike::tools {
namespace {

// Vectors published with the FNV hash.
TEST(ContentHash, AgreesWithPublishedVectors) {
  EXPECT_EQ(content_hash_text(""), "cbf29ce484222325");
  EXPECT_EQ(content_hash_text("a"), "af63dc4c8601ec8c");
  EXPECT_EQ(content_hash_text("foobar"), "85944171f73967e8");
}

TEST(Npy, HeaderIsPaddedToAMultipleOf64AndEndsALine) {
  const std::string header = npy_header(arch::ElementType::kF32, {2, 3});
  EXPECT_EQ(header.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  EXPECT_EQ(header.size() % 64, 0u);
  EXPECT_EQ(header.back(), '\n');
  EXPECT_EQ(header[8], static_cast<char>(header.size() - 10));
  EXPECT_NE(header.find("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }"),
            std::string::npos);
}

TEST(Npy, OneDimensionKeepsItsComma) {
  EXPECT_NE(npy_header(arch::ElementType::kU16, {5})
                .find("'<u2', 'fortran_order': False, 'shape': (5,), }"),
            std::string::npos);
}

TEST(Emit, ReadsStageAndFile) {
  EXPECT_EQ(parse_emit("plan").what, "plan");
  EXPECT_EQ(parse_emit("image=x/y.image").file, "x/y.image");
  EXPECT_THROW((void)parse_emit("image"), arch::base::ConfigError);
  EXPECT_THROW((void)parse_emit("plans"), arch::base::ConfigError);
}

TEST(Emit, FinishesWhenEverythingAskedForIsGiven) {
  Emitter emit({{"config", ""}, {"plan", ""}});
  emit.text("config", [] { return std::string("a"); });
  EXPECT_FALSE(emit.finished());
  emit.text("machine", []() -> std::string { throw std::logic_error("not asked for"); });
  emit.text("plan", [] { return std::string("b\n"); });
  EXPECT_TRUE(emit.finished());
  EXPECT_EQ(emit.output(), "a\nb\n");
}

TEST(Progress, TellsStepRateAndTimeLeft) {
  EXPECT_EQ(progress_text({0, 100, 0, 0.0}), "running: step 0 of 100");
  EXPECT_EQ(progress_text({25, 100, 0, 10.0}), "running: step 25 of 100, 2.5 steps/s, 30 s left");
}

TEST(Prediction, LowestClassWinsATie) {
  const std::vector<float> counts = {1, 4, 4, 0};
  EXPECT_EQ(predicted_class(counts), 1u);
}

}  // namespace
}  // namespace bspike::tools
