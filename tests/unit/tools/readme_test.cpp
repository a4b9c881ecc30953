// Owns the promise that the README's commands work, and that the two shell commands say what to do
// when they cannot go on.
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <sstream>

#include "tests/support/run_program.hpp"
#include "tools/command/command.hpp"

namespace bspike::tests {
namespace {

namespace fs = std::filesystem;

// Lines of a page's sh blocks.
std::vector<std::string> commands_of(const std::string& page) {
  std::vector<std::string> commands;
  std::istringstream in(read_file(fs::path(BSPIKE_SOURCE_DIR) / page));
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("```", 0) == 0) {
      inside = line == "```sh";
    } else if (inside) {
      commands.push_back(line);
    }
  }
  return commands;
}

TEST(Readme, ShowsTheTwoCommandsFirst) {
  const auto commands = commands_of("README.md");
  ASSERT_GE(commands.size(), 2u);
  EXPECT_EQ(commands[0], "tools/run.sh");
  EXPECT_EQ(commands[1], "tools/test.sh");
}

// Runs them in a folder that looks like the repository; how many there are.
int run_commands_of(const std::string& page) {
  const TemporaryFolder folder;
  for (const char* part : {"configs", "tests"}) {
    fs::create_directory_symlink(fs::path(BSPIKE_SOURCE_DIR) / part, folder.path() / part);
  }
  fs::create_directory(folder.path() / "build");
  fs::create_symlink(BSPIKE_BINARY, folder.path() / "build" / "bspike");
  int run = 0;
  for (const std::string& command : commands_of(page)) {
    if (command.rfind("build/bspike", 0) != 0) continue;
    const ProgramResult result = run_shell(command, folder.path());
    EXPECT_EQ(result.exit_code, 0) << command << "\n" << result.err;
    ++run;
  }
  return run;
}

TEST(Readme, EveryBspikeCommandWorks) { EXPECT_GE(run_commands_of("README.md"), 8); }

TEST(Documents, TheTracePagesCommandsWork) { EXPECT_EQ(run_commands_of("docs/trace.md"), 2); }

// Long options in a text.
std::set<std::string> options_in(const std::string& text) {
  static const std::regex kOption("--[a-z][a-z-]+");
  return {std::sregex_token_iterator(text.begin(), text.end(), kOption),
          std::sregex_token_iterator()};
}

std::string help_of(const std::string& command) {
  return run_shell(shell_quoted(BSPIKE_BINARY) + " " + command + " --help", ".").out;
}

std::string all_text(const fs::path& folder, const std::string& extension) {
  std::string text;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == extension) text += read_file(entry.path());
  }
  return text;
}

TEST(Documents, NameOnlyOptionsThatTheCommandHas) {
  const std::string text = read_file(BSPIKE_SOURCE_DIR "/README.md") +
                           all_text(fs::path(BSPIKE_SOURCE_DIR) / "docs", ".md");
  int seen = 0;
  for (const tools::Command& command : tools::command_table()) {
    const std::set<std::string> known = options_in(help_of(command.name));
    const std::regex use("bspike " + std::string(command.name) + " [^`\\n]*");
    for (std::sregex_iterator at(text.begin(), text.end(), use), end; at != end; ++at) {
      for (const std::string& option : options_in(at->str())) {
        EXPECT_EQ(known.count(option), 1u) << at->str();
        ++seen;
      }
    }
  }
  EXPECT_GE(seen, 10);
}

TEST(Documents, EveryOptionOfTheCommandHasATest) {
  const fs::path tests = fs::path(BSPIKE_SOURCE_DIR) / "tests";
  const std::set<std::string> tested =
      options_in(all_text(tests, ".cases") + all_text(tests, ".cpp"));
  for (const tools::Command& command : tools::command_table()) {
    for (const std::string& option : options_in(help_of(command.name))) {
      EXPECT_EQ(tested.count(option), 1u) << command.name << " " << option;
    }
  }
}

TEST(Readme, NamesScriptsThatExist) {
  const std::string text = read_file(BSPIKE_SOURCE_DIR "/README.md");
  static const std::regex kScript("tools/[a-z_]+\\.sh");
  for (std::sregex_iterator at(text.begin(), text.end(), kScript), end; at != end; ++at) {
    EXPECT_TRUE(fs::exists(fs::path(BSPIKE_SOURCE_DIR) / at->str())) << at->str();
  }
}

TEST(Readme, NamesFilesThatExist) {
  const std::string text = read_file(BSPIKE_SOURCE_DIR "/README.md");
  for (std::size_t at = 0; (at = text.find("](", at)) != std::string::npos; at += 2) {
    const std::string link = text.substr(at + 2, text.find(')', at) - at - 2);
    EXPECT_TRUE(fs::exists(fs::path(BSPIKE_SOURCE_DIR) / link)) << link;
  }
}

// A copy of the scripts with a PATH of our own, in which programs are what a test makes of them.
class Scripts : public testing::Test {
 protected:
  Scripts() {
    fs::create_directories(folder_.path() / "tools");
    for (const char* part : {"run.sh", "test.sh", "bench.sh", "shell"}) {
      fs::copy(fs::path(BSPIKE_SOURCE_DIR) / "tools" / part, folder_.path() / "tools" / part,
               fs::copy_options::recursive);
    }
    program("id", "echo 0");
    program("nproc", "echo 1");
    program("dpkg-query", "echo installed");
    program("apt-get", "exit 0");
    program("apt-cache", "exit 0");
    program("cmake",
            "case $1 in -S) mkdir -p $4; : > $4/build.ninja;; *) : > $2/bspike; chmod +x "
            "$2/bspike;; esac");
    program("ctest", "echo '100% tests passed'");
  }

  void program(const std::string& name, const std::string& body) {
    const fs::path file = folder_.path() / "bin" / name;
    write_file(file, "#!/bin/sh\n" + body + "\n");
    fs::permissions(file, fs::perms::owner_all);
  }

  ProgramResult run(const std::string& command) {
    const std::string path = (folder_.path() / "bin").string();
    // What the scripts use beside the programs above.
    for (const char* tool : {"sh", "dirname", "realpath", "mkdir", "chmod", "env"}) {
      std::error_code ignored;
      for (const char* place : {"/usr/bin/", "/bin/"}) {
        if (fs::exists(std::string(place) + tool)) {
          fs::create_symlink(std::string(place) + tool, folder_.path() / "bin" / tool, ignored);
        }
      }
    }
    return run_shell("PATH=" + shell_quoted(path) + " " + command, folder_.path());
  }

  void expect_failure(const std::string& command, const std::string& sentence) {
    const ProgramResult result = run(command);
    EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
    EXPECT_NE(result.err.find(sentence), std::string::npos) << result.err;
  }

  TemporaryFolder folder_;
};

TEST_F(Scripts, SecondCallNeitherInstallsNorConfigures) {
  ASSERT_EQ(run("tools/test.sh").exit_code, 0);
  const ProgramResult second = run("tools/test.sh");
  EXPECT_EQ(second.exit_code, 0) << second.err;
  EXPECT_NE(second.out.find("All needed packages are installed."), std::string::npos) << second.out;
  EXPECT_NE(second.out.find("build/ is configured."), std::string::npos) << second.out;
  EXPECT_NE(second.out.find("100% tests passed\n"), std::string::npos) << second.out;
}

TEST_F(Scripts, RunsTheQuickstartByDefault) {
  const ProgramResult result = run("tools/run.sh --steps 3");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find("configs/runs/quickstart.yaml --steps 3"), std::string::npos)
      << result.out;
}

TEST_F(Scripts, InstallsMissingPackagesByName) {
  program("dpkg-query", "case $3 in libsystemc-dev) exit 1;; *) echo installed;; esac");
  const ProgramResult result = run("tools/test.sh");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find("Installing packages: libsystemc-dev\n"), std::string::npos)
      << result.out;
}

// Debian's npm beside a node from elsewhere would bring a second node.
TEST_F(Scripts, AddsNodeWhereThereIsNoneAndLeavesOthersAlone) {
  program("dpkg-query", "case $3 in nodejs|npm) exit 1;; *) echo installed;; esac");
  EXPECT_NE(run("tools/run.sh").out.find("Installing packages: nodejs npm\n"), std::string::npos);
  program("node", "exit 0");
  EXPECT_NE(run("tools/run.sh").out.find("All needed packages are installed."), std::string::npos);
}

TEST_F(Scripts, TellsThatThereIsNoNetwork) {
  program("dpkg-query", "exit 1");
  program("apt-get", "[ $1 != update ]");
  expect_failure("tools/run.sh",
                 "no network: the package archive cannot be reached; check the connection");
}

TEST_F(Scripts, TellsThatAPackageIsMissing) {
  program("dpkg-query", "exit 1");
  program("apt-cache", "[ $2 != libsystemc-dev ]");
  expect_failure("tools/run.sh",
                 "package missing: the archive has no libsystemc-dev; use Debian 12");
}

TEST_F(Scripts, TellsThatRightsAreMissing) {
  program("dpkg-query", "exit 1");
  program("id", "echo 1000");
  expect_failure("tools/run.sh", "no rights to install packages: become root or install sudo");
}

TEST_F(Scripts, TellsWhatToDoWhenBuildingFails) {
  program("cmake", "case $1 in -S) mkdir -p $4; : > $4/build.ninja;; *) exit 1;; esac");
  expect_failure("tools/test.sh", "building failed: read the first error above");
}

TEST_F(Scripts, RefusesAnUnknownOption) {
  expect_failure("tools/test.sh --ful",
                 "unknown option '--ful': use tools/test.sh or tools/test.sh --full.");
}

}  // namespace
}  // namespace bspike::tests
