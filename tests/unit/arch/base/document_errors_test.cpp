// Owns the exact messages for bad documents: one row a mistake.
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "arch/base/document.hpp"

namespace bspike::arch::base {
namespace {

struct BadDocument {
  std::string name;
  std::string text;
  std::string message;  // the whole of what() for a file called "run.yaml"
};

void PrintTo(const BadDocument& row, std::ostream* out) { *out << row.name; }

std::string nested_lists(int levels) {
  return std::string(static_cast<std::size_t>(levels), '[') +
         std::string(static_cast<std::size_t>(levels), ']');
}

// Each level names the one before ten times: 10^9 values from 300 bytes.
std::string alias_bomb() {
  std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 9; ++i) {
    const std::string self = "a" + std::to_string(i);
    const std::string last = "*a" + std::to_string(i - 1);
    text += self + ": &" + self + " [" + last;
    for (int j = 1; j < 10; ++j) text += ", " + last;
    text += "]\n";
  }
  return text;
}

const std::vector<BadDocument> kBadDocuments{
    {"empty", "", "run.yaml: the file is empty, expected YAML"},
    {"only_comment", "# nothing\n\n", "run.yaml: the file is empty, expected YAML"},
    {"only_bom", "\xEF\xBB\xBF", "run.yaml: the file is empty, expected YAML"},
    {"duplicate_key", "a: 1\nb: 2\na: 3\n",
     "run.yaml:3:1: duplicate key \"a\", first in line 1\n  hint: remove one of the two"},
    {"two_duplicates", "a: 1\na: 2\nb:\n  c: 1\n  d: 2\n  c: 3\n",
     "run.yaml:2:1: duplicate key \"a\", first in line 1\n  hint: remove one of the two\n"
     "run.yaml:6:3: duplicate key \"c\", first in line 4\n  hint: remove one of the two"},
    {"duplicate_then_syntax", "a: 1\na: 2\nb: [1, 2\n",
     "run.yaml:2:1: duplicate key \"a\", first in line 1\n  hint: remove one of the two\n"
     "run.yaml:3:4: the '[' that opens here is never closed\n"
     "  hint: is a ']' missing?"},
    {"tab_indent", "a:\n\tb: 1\n",
     "run.yaml:2:1: found a tab in the indentation\n"
     "  hint: indent with spaces; YAML does not allow tabs there"},
    {"tab_after_spaces", "a:\n  \tb: 1\n",
     "run.yaml:2:3: found a tab in the indentation\n"
     "  hint: indent with spaces; YAML does not allow tabs there"},
    {"nul_byte", std::string("a: 1\nb\0: 2\n", 11),
     "run.yaml:2:2: found the byte 0x00, expected text\n"
     "  hint: is it the right file? it looks like binary data"},
    {"elf_header",
     "\x7f"
     "ELF\x02\x01",
     "run.yaml:1:1: found the byte 0x7f, expected text\n"
     "  hint: is it the right file? it looks like binary data"},
    {"gzip_header", "\x1f\x8b\x08",
     "run.yaml:1:1: found the byte 0x1f, expected text\n"
     "  hint: is it the right file? it looks like binary data"},
    {"utf16",
     "\xff\xfe"
     "a",
     "run.yaml:1:1: found the byte 0xff, which is not UTF-8 text\n  hint: save the file as "
     "UTF-8"},
    {"latin1", "name: caf\xe9\n",
     "run.yaml:1:10: found the byte 0xe9, which is not UTF-8 text\n"
     "  hint: save the file as UTF-8"},
    {"overlong_utf8", "a: \xc0\xaf\n",
     "run.yaml:1:4: found the byte 0xc0, which is not UTF-8 text\n  hint: save the file as "
     "UTF-8"},
    {"surrogate_utf8", "a: \xed\xa0\x80\n",
     "run.yaml:1:4: found the byte 0xed, which is not UTF-8 text\n  hint: save the file as "
     "UTF-8"},
    {"cut_utf8", "a: \xe2\x82",
     "run.yaml:1:4: found the byte 0xe2, which is not UTF-8 text\n  hint: save the file as "
     "UTF-8"},
    {"lone_carriage_return", "a: 1\rb: 2\n",
     "run.yaml:1:5: found a carriage return without a line feed\n"
     "  hint: end lines with LF or CRLF"},
    {"two_documents", "a: 1\n---\nb: 2\n",
     "run.yaml:2:1: a second document begins here\n  hint: a file holds one document; is the "
     "indentation above right, or a '---' too many?"},
    {"merge_key", "base: &b {x: 1}\nother:\n  <<: *b\n",
     "run.yaml:3:3: merging by '<<' is not supported\n  hint: use `extends:` or write out"},
    {"tag", "a: !!int 5\n",
     "run.yaml:1:4: found the tag 'tag:yaml.org,2002:int'\n"
     "  hint: tags are not used here; write the plain value"},
    {"list_as_key", "? [a, b]\n: 1\n",
     "run.yaml:1:3: found a list as a key, expected a word\n  hint: is a closing bracket "
     "missing?"},
    {"mapping_as_key", "{{a: b}: 1}\n",
     "run.yaml:1:2: found a mapping as a key, expected a word\n  hint: is a closing bracket "
     "missing?"},
    {"null_as_key", "~: 1\n",
     "run.yaml:1:1: found nothing as a key, expected a word\n  hint: is a closing bracket "
     "missing?"},
    {"alias_as_key", "a: &x 1\n*x : 2\n",
     "run.yaml:2:1: found an alias as a key, expected a word\n  hint: is a closing bracket "
     "missing?"},
    {"unknown_alias", "a: *nobody\n",
     "run.yaml:1:4: bad YAML: the referenced anchor is not defined"},
    {"alias_inside_itself", "a: &x [1, *x]\n",
     "run.yaml:1:11: the alias stands inside the value that it names\n"
     "  hint: write the value out"},
    {"too_deep", nested_lists(101), "run.yaml:1:101: nested deeper than 100 levels"},
    {"alias_bomb", alias_bomb(),
     "run.yaml:1:34: a5[0][6][8][8][8][8]: the document is too large\n"
     "  hint: aliases may expand to at most 200000 values in all"},
    {"unclosed_brace", "a: {b: 1\n",
     "run.yaml:1:4: the '{' that opens here is never closed\n  hint: is a '}' missing?"},
    {"unclosed_quote", "a: \"text\nb: 2\n",
     "run.yaml:1:4: the quote that opens here is never closed\n"
     "  hint: is a closing quote missing?"},
    {"unclosed_quote_with_escape", "a: &x 'it''s\n",
     "run.yaml:1:4: the quote that opens here is never closed\n"
     "  hint: is a closing quote missing?"},
    {"unclosed_bracket", "[1",
     "run.yaml:1:1: the '[' that opens here is never closed\n"
     "  hint: is a ']' missing?"},
    {"unclosed_bracket_behind_a_comment", "a: [1, # ]\n  'it''s ]'\nb: 2\n",
     "run.yaml:1:4: the '[' that opens here is never closed\n"
     "  hint: is a ']' missing?"},
    {"bracket_closed_by_a_brace", "a: {b: [1, 2}}\n",
     "run.yaml:1:8: the '[' that opens here is never closed\n"
     "  hint: is a ']' missing?"},
    {"value_with_colon", "a: b: c\n",
     "run.yaml:1:5: bad YAML: illegal map value\n"
     "  hint: is a value with ': ' in it unquoted, or the indentation wrong?"},
    {"no_space_after_colon", "a: 1\nb:2\n",
     "run.yaml:2:1: expected ': ' behind \"b:2\"\n"
     "  hint: write key: value, with a space behind the colon, and close every bracket"},
    {"no_colon", "a: 1\nb\n",
     "run.yaml:2:1: expected ': ' behind \"b\"\n"
     "  hint: write key: value, with a space behind the colon, and close every bracket"},
    {"no_colon_in_braces", "a: {\xc3\xa9: 1, b}\n",
     "run.yaml:1:12: expected ': ' behind \"b\"\n"
     "  hint: write key: value, with a space behind the colon, and close every bracket"},
    {"bad_indentation", "a:\n  - 1\n b: 2\n",
     "run.yaml:3:2: bad YAML: end of map not found\n"
     "  hint: is the indentation right, and does a space follow each ':'?"},
    {"long_key", std::string(257, 'k') + ": 1\n",
     "run.yaml:1:1: found a key of more than 256 characters"},
};

class BadDocumentTest : public testing::TestWithParam<BadDocument> {};

TEST_P(BadDocumentTest, SaysExactlyWhatIsWrong) {
  try {
    static_cast<void>(load_text(GetParam().text, "run.yaml"));
    FAIL() << "was accepted";
  } catch (const ConfigError& error) {
    EXPECT_EQ(error.what(), GetParam().message);
  }
}

INSTANTIATE_TEST_SUITE_P(All, BadDocumentTest, testing::ValuesIn(kBadDocuments),
                         [](const auto& instance) { return instance.param.name; });

TEST(LargeDocument, IsRefusedBeforeItIsRead) {
  const std::string text((std::size_t{8} << 20) + 1, '#');
  try {
    static_cast<void>(load_text(text, "run.yaml"));
    FAIL() << "was accepted";
  } catch (const ConfigError& error) {
    EXPECT_STREQ(error.what(), "run.yaml: is larger than 8MiB, too large for a configuration");
  }
}

}  // namespace
}  // namespace bspike::arch::base
