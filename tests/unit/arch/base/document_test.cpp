// Owns the tests of reading, layering, editing and dumping documents.
#include "arch/base/document.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace bspike::arch::base {
namespace {

std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Document, KnowsPlaceAndPathOfEveryValue) {
  const NodePtr root = load_text("net:\n  layers:\n    - size: 4\n    - {size: 5}\n", "n.yaml");
  const Node& layers = *root->find("net")->find("layers");
  ASSERT_EQ(layers.items.size(), 2u);
  const Node& size = *layers.items[1]->find("size");
  EXPECT_EQ(size.key_path, "net.layers[1].size");
  EXPECT_EQ(size.scalar, "5");
  EXPECT_EQ(size.where.file, "n.yaml");
  EXPECT_EQ(size.where.line, 4u);
  EXPECT_EQ(size.where.column, 14u);
  EXPECT_EQ(layers.items[0]->entries[0].key_where.column, 7u);
  EXPECT_EQ(root->find("absent"), nullptr);
}

TEST(Document, AcceptsCrlfByteOrderMarkAndTrailingSpaces) {
  const NodePtr root = load_text(
      "\xEF\xBB\xBF"
      "a: 1  \r\nb:\r\n  c: two words\t\r\n  \t\r\nd: x\r\n",
      "w.yaml");
  EXPECT_EQ(dump(*root), "a: 1\nb:\n  c: two words\nd: x\n");
  EXPECT_EQ(root->entries[0].key_where.column, 1u);
  EXPECT_EQ(root->find("d")->where.line, 5u);
}

TEST(Document, TellsQuotedFromPlainAndNothing) {
  const NodePtr root = load_text("a: 5\nb: \"5\"\nc:\nd: ~\ne: ''\nf: null\n", "q.yaml");
  EXPECT_FALSE(root->find("a")->quoted);
  EXPECT_TRUE(root->find("b")->quoted);
  EXPECT_EQ(root->find("c")->kind, NodeKind::kNull);
  EXPECT_EQ(root->find("c")->where.line, 3u);
  EXPECT_EQ(root->find("d")->kind, NodeKind::kNull);
  EXPECT_EQ(root->find("e")->kind, NodeKind::kScalar);
  EXPECT_EQ(root->find("f")->kind, NodeKind::kNull);
}

TEST(Document, ExpandsAliasesWithTheirOwnPaths) {
  const NodePtr root = load_text("a: &x {n: 1}\nb: *x\n", "a.yaml");
  EXPECT_EQ(root->find("b")->find("n")->scalar, "1");
  EXPECT_EQ(root->find("b")->find("n")->key_path, "b.n");
  EXPECT_EQ(root->find("b")->find("n")->where.line, 1u);
}

// The scanner decodes both escapes to single bytes.
TEST(Document, ReadsEscapedNextLineAndNoBreakSpaceAsUtf8) {
  const NodePtr root = load_text("\"k\\N\": \"\u00e9\\_\\Nz\"\n", "e.yaml");
  EXPECT_EQ(root->entries[0].key, "k\u0085");
  EXPECT_EQ(root->entries[0].value->scalar, "\u00e9\u00a0\u0085z");
  EXPECT_EQ(dump(*load_text(dump(*root), "again.yaml")), dump(*root));
}

TEST(Document, DumpIsCanonicalAndReadsBackToItself) {
  const std::string text =
      "plain: 624KiB\n\"odd: key\": \"a \\\"quoted\\\"\\n line\"\nempty: {}\nnone: []\n"
      "list: [1, {x: -2.5, y: null}, [3, 4]]\nblock: |\n  two\n  lines\nnumber text: \"007\"\n";
  const std::string once = dump(*load_text(text, "d.yaml"));
  EXPECT_EQ(once,
            "plain: 624KiB\n\"odd: key\": \"a \\\"quoted\\\"\\n line\"\nempty: {}\nnone: []\n"
            "list:\n  - 1\n  -\n    x: -2.5\n    y: null\n  -\n    - 3\n    - 4\n"
            "block: \"two\\nlines\\n\"\nnumber text: \"007\"\n");
  EXPECT_EQ(dump(*load_text(once, "d.yaml")), once);
}

TEST(Overlay, MergesMappingsAndReplacesTheRest) {
  const NodePtr base = load_text("a: {x: 1, y: 2}\nb: [1, 2]\nc: 3\n", "base.yaml");
  const NodePtr over = load_text("a: {y: 5, z: 6}\nb: [9]\nd: 4\n", "over.yaml");
  const NodePtr merged = overlay(base, over);
  EXPECT_EQ(dump(*merged), "a:\n  x: 1\n  y: 5\n  z: 6\nb:\n  - 9\nc: 3\nd: 4\n");
  EXPECT_EQ(merged->find("a")->find("x")->where.file, "base.yaml");
  EXPECT_EQ(merged->find("a")->find("y")->where.file, "over.yaml");
  EXPECT_EQ(dump(*base), "a:\n  x: 1\n  y: 2\nb:\n  - 1\n  - 2\nc: 3\n");
}

TEST(Overlay, AMappingReplacesAScalarAndBack) {
  const NodePtr base = load_text("a: 1\nb: {x: 1}\n", "base.yaml");
  const NodePtr over = load_text("a: {y: 2}\nb: 7\n", "over.yaml");
  EXPECT_EQ(dump(*overlay(base, over)), "a:\n  y: 2\nb: 7\n");
}

class ExtendsTest : public testing::Test {
 protected:
  ExtendsTest() {
    folder_ = std::filesystem::path(testing::TempDir()) /
              ("extends_" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
               testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_ / "sub");
  }
  ~ExtendsTest() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }
  std::filesystem::path folder_;
};

TEST_F(ExtendsTest, LaysAChainOfFilesRelativeToEach) {
  write("base.yaml", "a: 1\nb: {x: 1, y: 1}\n");
  write("sub/middle.yaml", "extends: ../base.yaml\nb: {y: 2}\n");
  const auto top = write("top.yaml", "extends: sub/middle.yaml\nc: 3\n");
  EXPECT_EQ(dump(*load_extended(top)), "a: 1\nb:\n  x: 1\n  y: 2\nc: 3\n");
}

TEST_F(ExtendsTest, RefusesACircle) {
  write("a.yaml", "extends: b.yaml\n");
  write("b.yaml", "x: 1\nextends: sub/../a.yaml\n");
  EXPECT_EQ(error_of([&] { static_cast<void>(load_extended(folder_ / "a.yaml")); }),
            (folder_ / "b.yaml").string() +
                ":2:10: extends: the files extend each other in a circle\n"
                "  hint: a.yaml -> b.yaml -> a.yaml");
}

TEST_F(ExtendsTest, RefusesItself) {
  const auto self = write("self.yaml", "extends: self.yaml\n");
  EXPECT_EQ(error_of([&] { static_cast<void>(load_extended(self)); }),
            self.string() +
                ":1:10: extends: the files extend each other in a circle\n"
                "  hint: self.yaml -> self.yaml");
}

TEST_F(ExtendsTest, RefusesAMissingBase) {
  const auto top = write("top.yaml", "extends: nobody.yaml\n");
  EXPECT_EQ(error_of([&] { static_cast<void>(load_extended(top)); }),
            top.string() + ":1:10: extends: no such file: " + (folder_ / "nobody.yaml").string() +
                "\n  hint: the path is relative to the file that extends");
}

TEST_F(ExtendsTest, RefusesAListOfBases) {
  const auto top = write("top.yaml", "extends: [a.yaml, b.yaml]\n");
  EXPECT_EQ(error_of([&] { static_cast<void>(load_extended(top)); }),
            top.string() + ":1:10: extends: expected the name of a file");
}

NodePtr example() { return load_text("a: {b: 1, list: [{x: 1}, 2]}\nc: text\n", "run.yaml"); }

TEST(ApplySet, ReplacesAndAddsValues) {
  EXPECT_EQ(dump(*apply_set(example(), "a.b=7")),
            "a:\n  b: 7\n  list:\n    -\n      x: 1\n    - 2\nc: text\n");
  EXPECT_EQ(dump(*apply_set(example(), "a.list[0].x=5")),
            "a:\n  b: 1\n  list:\n    -\n      x: 5\n    - 2\nc: text\n");
  EXPECT_EQ(dump(*apply_set(example(), "a={n: [1, 2]}")), "a:\n  n:\n    - 1\n    - 2\nc: text\n");
  const NodePtr added = apply_set(example(), "new.deep=x=y");
  EXPECT_EQ(added->find("new")->find("deep")->scalar, "x=y");
  EXPECT_EQ(apply_set(example(), "c=")->find("c")->kind, NodeKind::kNull);
}

TEST(ApplySet, LocatesTheValueAtTheOption) {
  const NodePtr changed = apply_set(example(), "a.b=7");
  const Node& value = *changed->find("a")->find("b");
  EXPECT_EQ(value.where.file, "--set a.b=7");
  EXPECT_EQ(value.where.line, 0u);
  EXPECT_EQ(value.key_path, "a.b");
}

struct BadSet {
  std::string set, message;
};

TEST(ApplySet, SaysWhatIsWrong) {
  const std::vector<BadSet> rows{
      {"a.b", "--set a.b: found no '='\n  hint: write --set key.path=value"},
      {"=5", "--set =5: found no key before '='\n  hint: write --set key.path=value"},
      {"a..b=5", "--set a..b=5: a..b: found an empty name in the key path"},
      {"c.d=5",
       "--set c.d=5: c.d: cannot set a value inside \"c\": found \"text\", expected a "
       "mapping"},
      {"a.list.x=5",
       "--set a.list.x=5: a.list.x: cannot set a value inside \"a.list\": found a list, expected "
       "a mapping"},
      {"a.list[2]=5", "--set a.list[2]=5: a.list[2]: \"a.list\" has 2 items, counted from 0"},
      {"a.list[x]=5",
       "--set a.list[x]=5: a.list[x]: found a bad list index\n"
       "  hint: write name[0], name[1], ..."},
      {"a[0]=5",
       "--set a[0]=5: a[0]: cannot set a value inside \"a\": found a mapping, expected a "
       "list"},
      {"a.b=[1",
       "--set a.b=[1: a.b: the '[' that opens here is never closed\n"
       "  hint: is a ']' missing?"},
  };
  for (const BadSet& row : rows) {
    EXPECT_EQ(error_of([&] { static_cast<void>(apply_set(example(), row.set)); }), row.message);
  }
}

TEST(WithChild, ReplacesInPlaceAndFixesPaths) {
  const NodePtr value = load_text("x: {y: 1}\n", "m.yaml");
  const NodePtr changed = with_child(*example(), "c", value);
  EXPECT_EQ(changed->entries[1].key, "c");
  EXPECT_EQ(changed->find("c")->find("x")->find("y")->key_path, "c.x.y");
  EXPECT_EQ(without_child(*changed, "a")->entries.size(), 1u);
}

}  // namespace
}  // namespace bspike::arch::base
