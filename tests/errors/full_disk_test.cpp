// Owns what happens on a disk that is full: a clear message, the documented exit code, nothing that
// looks complete and is not, and earlier results as they were. The disk is a small tmpfs in a mount
// namespace of its own; where those are not permitted, the tests skip.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/support/run_program.hpp"

namespace bspike::tests {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

constexpr const char* kTiny = BSPIKE_SOURCE_DIR "/configs/runs/tiny.yaml";
constexpr int kOutputFailed = 1;  // as README says

std::string in_namespace(const std::string& script) {
  return std::string("unshare ") + (geteuid() == 0 ? "" : "--map-root-user ") + "--mount sh -c " +
         shell_quoted(script);
}

// `before` makes earlier results on the disk, while there is room; then `command` runs without.
// `room`: kilobytes that are left to it.
struct FullDisk {
  std::string before;
  std::string command;
  int room = 0;
};

struct Aftermath {
  ProgramResult program;
  std::string kept, left;  // checksums of all files, before and after the command
};

// What no reader takes for a result: locks, and what a sweep runs in.
constexpr const char* kChecksums =
    "find . -type f ! -name fill ! -name lock ! -path '*/running/*' -exec md5sum {} + | sort -k2";

Aftermath on_full_disk(const FullDisk& test) {
  const TemporaryFolder folder;
  fs::create_directory(folder.path() / "disk");
  const std::string bspike = "bspike() { " + shell_quoted(BSPIKE_BINARY) + " \"$@\"; }\n";
  const std::string script =
      bspike + "mount -t tmpfs -o size=4m tmpfs disk || exit 200\ncd disk\n" + test.before + "\n" +
      kChecksums + " > ../kept\nhead -c " + std::to_string(test.room * 1024) +
      " /dev/zero > room\ncat /dev/zero > fill 2>/dev/null\nrm room\n" + test.command +
      " 2>../err\ncode=$?\n" + kChecksums + " > ../left\nexit $code\n";
  Aftermath after;
  after.program = run_shell(in_namespace(script), folder.path());
  after.program.err = read_file(folder.path() / "err");
  after.kept = read_file(folder.path() / "kept");
  after.left = read_file(folder.path() / "left");
  return after;
}

class OnAFullDisk : public testing::Test {
 protected:
  void SetUp() override {
    const TemporaryFolder folder;
    fs::create_directory(folder.path() / "disk");
    const std::string mount = in_namespace("mount -t tmpfs tmpfs disk");
    if (run_shell(mount, folder.path()).exit_code != 0)
      GTEST_SKIP() << "mount namespaces are not permitted here: " << mount;
  }

  // Nothing new, nothing lost, nothing changed.
  static void expect_refused(const FullDisk& test, const std::string& file) {
    const Aftermath after = on_full_disk(test);
    EXPECT_EQ(after.program.exit_code, kOutputFailed) << after.program.err;
    EXPECT_THAT(after.program.err,
                AnyOf(HasSubstr("No space left on device"), HasSubstr("database or disk is full")))
        << test.command;
    EXPECT_THAT(after.program.err, HasSubstr(file)) << test.command;
    EXPECT_EQ(after.program.err.find("internal error"), std::string::npos) << after.program.err;
    EXPECT_EQ(after.left, after.kept) << test.command;
  }
};

const std::string kRun = std::string("bspike run ") + kTiny + " --quiet --steps 1 ";

TEST_F(OnAFullDisk, RunKeepsTheEarlierReport) {
  expect_refused({kRun + "--out out", kRun + "--set network.batch=4 --out out"},
                 "out/supersteps.csv");
}

// The other files of the new report fit, the last does not: none of them replaces an earlier one.
TEST_F(OnAFullDisk, AReportThatFitsInPartIsNone) {
  expect_refused({"", kRun + "--out out", 20}, "out/report.json");
  expect_refused({kRun + "--out out", kRun + "--set network.batch=4 --out out", 20},
                 "out/report.json");
}

TEST_F(OnAFullDisk, TraceFailsAndTheReportIsThere) {
  const Aftermath after = on_full_disk({"echo earlier > t.json", kRun + "--out .. --trace t.json"});
  EXPECT_EQ(after.program.exit_code, kOutputFailed);
  EXPECT_THAT(after.program.err, HasSubstr("t.json: cannot be written: No space left on device"));
  EXPECT_EQ(after.left, after.kept);
}

TEST_F(OnAFullDisk, SaveKeepsTheEarlierWeights) {
  expect_refused({kRun + "--save w.ckpt", kRun + "--set run.seed=5 --save w.ckpt"}, "w.ckpt");
}

TEST_F(OnAFullDisk, DumpLeavesNothing) {
  expect_refused({"", kRun + "--dump output.weight"}, "output.weight.npy");
}

TEST_F(OnAFullDisk, EmittedImagesKeepTheEarlierOne) {
  expect_refused({"echo earlier > i.image", kRun + "--emit image=i.image"}, "i.image");
}

TEST_F(OnAFullDisk, PagesKeepTheEarlierOne) {
  const TemporaryFolder probe;
  if (run_shell(shell_quoted(BSPIKE_BINARY) + " run " + kTiny + " --quiet --steps 1 --out o && " +
                    shell_quoted(BSPIKE_BINARY) + " report o",
                probe.path())
          .exit_code != 0)
    GTEST_SKIP() << "built without the report page";
  expect_refused({kRun + "--out out; echo earlier > p.html", "bspike report out -o p.html"},
                 "p.html");
}

TEST_F(OnAFullDisk, ValidationKeepsEarlierTables) {
  const std::string validate =
      "bspike validate --quiet " BSPIKE_SOURCE_DIR "/configs/measured/exchange_c600.yaml --out out";
  expect_refused({validate + " && echo earlier >> out/exchange_c600.md", validate},
                 "out/exchange_c600");
}

TEST_F(OnAFullDisk, SweepsKeepWhatIsThereAndGoOnLater) {
  const std::string sweep =
      std::string("printf 'base: ") + BSPIKE_SOURCE_DIR +
      "/configs/runs/micro/multicast.yaml\\naxes: [{key: micro.words, values: "
      "%s}]\\n' '[%s]' > ../s.yaml; ";
  const auto points = [&](const std::string& values) {
    std::string text = sweep;
    text.replace(text.find("'[%s]'"), 6, "'[" + values + "]'");
    return text;
  };
  const std::string go = "bspike sweep ../s.yaml --out out --quiet";
  expect_refused({points("4, 8") + go, points("4, 8, 16, 32") + go}, "out");
  // With room again, the sweep goes on and the earlier points are not run anew.
  const Aftermath later =
      on_full_disk({points("4, 8") + go, points("4, 8, 16, 32") + go + " 2>/dev/null; rm fill; " +
                                             go.substr(0, go.size() - 8)});
  EXPECT_EQ(later.program.exit_code, 0) << later.program.err;
  EXPECT_THAT(later.program.out, HasSubstr("4 done"));
}

TEST_F(OnAFullDisk, ExportsTellThatStandardOutputIsCut) {
  const Aftermath after = on_full_disk(
      {std::string("printf 'base: ") + BSPIKE_SOURCE_DIR +
           "/configs/runs/micro/multicast.yaml\\naxes: [{key: micro.words, values: [4, 8]}]\\n' > "
           "../s.yaml; bspike sweep ../s.yaml --out ../out --quiet",
       "bspike sweep export ../out --json > e.json"});
  EXPECT_EQ(after.program.exit_code, kOutputFailed);
  EXPECT_THAT(after.program.err, HasSubstr("standard output could not be written in full"));
}

}  // namespace
}  // namespace bspike::tests
