// Owns the tests of how diagnostics read and which words count as near.
#include "arch/base/diagnostics.hpp"

#include <gtest/gtest.h>

namespace bspike::arch::base {
namespace {

TEST(Diagnostic, RendersWhatItKnows) {
  EXPECT_EQ((Diagnostic{{"f.yaml", 3, 7}, "a.b", "found 1", "write 2"}.render()),
            "f.yaml:3:7: a.b: found 1\n  hint: write 2");
  EXPECT_EQ((Diagnostic{{"f.yaml", 3, 0}, "", "found 1", ""}.render()), "f.yaml:3: found 1");
  EXPECT_EQ((Diagnostic{{"f.yaml", 0, 5}, "", "is empty", ""}.render()), "f.yaml: is empty");
  EXPECT_EQ((Diagnostic{{}, "a.b", "is bad", ""}.render()), "a.b: is bad");
  EXPECT_EQ((Diagnostic{{}, "", "is bad", ""}.render()), "is bad");
}

TEST(DiagnosticSink, ThrowsEverythingGathered) {
  DiagnosticSink sink;
  EXPECT_NO_THROW(sink.throw_if_any<ConfigError>());
  sink.add({{"f", 1, 1}, "", "one", ""});
  sink.add({{"f", 2, 1}, "", "two", "hint"});
  try {
    sink.throw_if_any<CompileError>();
    FAIL();
  } catch (const CompileError& error) {
    EXPECT_STREQ(error.what(), "f:1:1: one\nf:2:1: two\n  hint: hint");
    EXPECT_EQ(error.diagnostics().size(), 2u);
  }
}

TEST(NearestWord, SuggestsSlipsAndNothingElse) {
  const std::vector<std::string> keys{"barrier", "bandwidth", "skew_per_row", "tiles"};
  EXPECT_EQ(nearest_word("barier", keys), "barrier");
  EXPECT_EQ(nearest_word("barreir", keys), "barrier");  // neighbours swapped: one edit
  EXPECT_EQ(nearest_word("BANDWIDTH", keys), "bandwidth");
  EXPECT_EQ(nearest_word("skew_per_rows", keys), "skew_per_row");
  EXPECT_EQ(nearest_word("tile", keys), "tiles");
  EXPECT_EQ(nearest_word("colour", keys), "");
  EXPECT_EQ(nearest_word("", keys), "");
  EXPECT_EQ(nearest_word("x", keys), "");
  EXPECT_EQ(nearest_word(std::string(1000, 'b'), keys), "");
}

TEST(NearestWord, TakesTheFirstOfEquallyNear) {
  EXPECT_EQ(nearest_word("bat", {"cat", "bar", "hat"}), "cat");
}

}  // namespace
}  // namespace bspike::arch::base
