// Owns the table of bad inputs: tests/errors/*.cases, run through the real command. Each case is
//
//   ## name
//   shell lines; `bspike` is the command under test, base.yaml a run file that works, idx.yaml one
//   that reads the IDX files `images` and `labels`, which idx_images N and idx_labels N write
//   (without_numbers COMMAND puts N for each number: those that depend on generated code)
//   => exit code
//   exactly what standard error gets; what lists the rows of a table is put as LIST, so that
//   another row needs no edit here
//
// With BSPIKE_REBASE=1 in the environment, the expectations are rewritten; read the difference.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "tests/support/run_program.hpp"

namespace bspike::tests {
namespace {

namespace fs = std::filesystem;

struct BadInput {
  fs::path file;
  std::string name;
  std::string shell;
  int exit_code = 0;
  std::string error;
};

void PrintTo(const BadInput& input, std::ostream* out) { *out << input.name; }

// Reads line by line; `field` is the part of the case that a line belongs to.
std::vector<BadInput> read_cases(const fs::path& file) {
  std::vector<BadInput> cases;
  std::istringstream in(read_file(file));
  bool in_error = false;
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("## ", 0) == 0) {
      cases.push_back({file, line.substr(3), "", 0, ""});
      in_error = false;
    } else if (cases.empty()) {
      continue;  // the file's opening comment
    } else if (line.rfind("=> ", 0) == 0) {
      cases.back().exit_code = std::stoi(line.substr(3));
      in_error = true;
    } else {
      (in_error ? cases.back().error : cases.back().shell) += line + "\n";
    }
  }
  return cases;
}

std::vector<BadInput> all_cases() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(BSPIKE_SOURCE_DIR "/tests/errors")) {
    if (entry.path().extension() == ".cases") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<BadInput> cases;
  for (const fs::path& file : files) {
    for (BadInput& input : read_cases(file)) cases.push_back(std::move(input));
  }
  return cases;
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size()) {
    text.replace(at, what.size(), with);
  }
  return text;
}

std::string with_lists_masked(std::string text) {
  for (const std::string lead : {"expected one of: ", "supported: ", "known names: "}) {
    for (std::size_t at = 0; (at = text.find(lead, at)) != std::string::npos; at += lead.size()) {
      const std::size_t begin = at + lead.size();
      text.replace(begin, text.find('\n', begin) - begin, "LIST");
    }
  }
  return text;
}

// base.yaml with 8x8 images from IDX files.
std::string idx_run_file(const std::string& base) {
  const std::size_t begin = base.find("dataset:");
  const std::size_t end = base.find("run:\n");
  return base.substr(0, begin) +
         "dataset:\n  kind: idx\n  train_images: images\n  train_labels: labels\n"
         "  test_images: images\n  test_labels: labels\n  classes: 10\n  encoding: {name: rate}\n" +
         base.substr(end);
}

constexpr const char* kShellFunctions =
    "idx_images() { printf '\\0\\0\\010\\003\\0\\0\\0\\'$(printf %o "
    "$1)'\\0\\0\\0\\010\\0\\0\\0\\010'; "
    "head -c $((64 * $1)) /dev/zero; }\n"
    "without_numbers() { \"$@\" 2>errors; set -- $?; sed 's/[0-9][0-9]*/N/g' errors >&2; return "
    "$1; }\n"
    "idx_labels() { printf '\\0\\0\\010\\001\\0\\0\\0\\'$(printf %o $1); "
    "head -c $1 /dev/zero; }\n";

// A folder with base.yaml, and the repository's configs and test data beside it.
void furnish(const fs::path& folder) {
  fs::create_directory_symlink(BSPIKE_SOURCE_DIR "/configs", folder / "configs");
  fs::create_directory_symlink(BSPIKE_SOURCE_DIR "/tests/data", folder / "data");
  const std::string base =
      replaced(read_file(BSPIKE_SOURCE_DIR "/configs/runs/tiny.yaml"), "../../tests/data", "data");
  write_file(folder / "base.yaml", base);
  write_file(folder / "idx.yaml", idx_run_file(base));
}

ProgramResult run_case(const BadInput& input) {
  const TemporaryFolder folder;
  furnish(folder.path());
  const std::string command =
      "bspike() { " + shell_quoted(BSPIKE_BINARY) + " \"$@\"; }\n" + kShellFunctions;
  ProgramResult result = run_shell(command + input.shell, folder.path());
  result.err = with_lists_masked(replaced(result.err, folder.path().string(), "FOLDER"));
  return result;
}

void rebase(const BadInput& input, const ProgramResult& result) {
  std::string text = read_file(input.file);
  const std::string head = "## " + input.name + "\n" + input.shell;
  const std::string old_tail = "=> " + std::to_string(input.exit_code) + "\n" + input.error;
  const std::size_t at = text.find(head + old_tail);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, head.size() + old_tail.size(),
               head + "=> " + std::to_string(result.exit_code) + "\n" + result.err);
  write_file(input.file, text);
}

class Errors : public testing::TestWithParam<BadInput> {};

TEST_P(Errors, MessageAndExitCodeAreExact) {
  const BadInput& input = GetParam();
  const ProgramResult result = run_case(input);
  if (std::getenv("BSPIKE_REBASE") != nullptr) return rebase(input, result);
  EXPECT_EQ(result.exit_code, input.exit_code);
  EXPECT_EQ(result.err, input.error);
}

INSTANTIATE_TEST_SUITE_P(Table, Errors, testing::ValuesIn(all_cases()),
                         [](const auto& tested) { return tested.param.name; });

TEST(ErrorTable, HoldsAtLeastSixtyBadInputs) {
  const std::vector<BadInput> cases = all_cases();
  EXPECT_GE(cases.size(), 60u);
  for (const BadInput& input : cases) {
    EXPECT_NE(input.exit_code, 0) << input.name;
    EXPECT_NE(input.error, "") << input.name;
    EXPECT_EQ(input.error.find("internal error"), std::string::npos) << input.name;
  }
}

}  // namespace
}  // namespace bspike::tests
