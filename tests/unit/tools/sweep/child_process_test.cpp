// Tests of child processes: how each end is told, and that none outlives its owner.
#include "tools/sweep/child_process.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <thread>

#include "tests/support/run_program.hpp"

namespace bspike::tests {
namespace {

using tools::ChildEnd;
using tools::ChildOutcome;

ChildOutcome outcome_of(const std::string& command, const tools::ChildLimits& limits,
                        std::string* log = nullptr) {
  const TemporaryFolder folder;
  tools::ChildProcess child("/bin/sh", {"sh", "-c", command}, folder.path() / "log", limits);
  for (;;) {
    if (const auto outcome = child.poll()) {
      if (log != nullptr) *log = read_file(folder.path() / "log");
      return *outcome;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

TEST(ChildProcess, TellsExitCodeAndOutput) {
  std::string log;
  const ChildOutcome outcome = outcome_of("echo out; echo err >&2; exit 3", {}, &log);
  EXPECT_EQ(outcome.end, ChildEnd::kExited);
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(log, "out\nerr\n");
  EXPECT_GT(outcome.peak_rss_bytes, 0u);
}

TEST(ChildProcess, TellsTheSignal) {
  const ChildOutcome outcome = outcome_of("kill -SEGV $$", {});
  EXPECT_EQ(outcome.end, ChildEnd::kSignalled);
  EXPECT_EQ(outcome.code, SIGSEGV);
}

TEST(ChildProcess, EndsWhatTakesTooLong) {
  const ChildOutcome outcome = outcome_of("sleep 60", {0.1, 0});
  EXPECT_EQ(outcome.end, ChildEnd::kTimedOut);
  EXPECT_GE(outcome.wall_seconds, 0.1);
  EXPECT_LT(outcome.wall_seconds, 30);
}

TEST(ChildProcess, EndsWhatHoldsTooMuch) {
  EXPECT_EQ(outcome_of("sleep 60", {30, 1}).end, ChildEnd::kOutOfMemory);
}

TEST(ChildProcess, EndsWithItsOwner) {
  const TemporaryFolder folder;
  const auto log = folder.path() / "log";
  {
    const tools::ChildProcess child("/bin/sh", {"sh", "-c", "echo $$; exec sleep 60"}, log, {});
    while (read_file(log).find('\n') == std::string::npos) std::this_thread::yield();
  }
  EXPECT_EQ(::kill(std::stoi(read_file(log)), 0), -1) << "still there";
}

}  // namespace
}  // namespace bspike::tests
