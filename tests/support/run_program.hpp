// Owns running a program from a test: its arguments, what it wrote, how it ended.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace bspike::tests {

struct ProgramResult {
  int exit_code = -1;  // 128 + signal if one ended it
  std::string out;
  std::string err;
};

// A folder of its own, removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "bspike-test-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline std::string read_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

inline void write_file(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

inline std::string shell_quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

// Runs a shell command line in a folder.
inline ProgramResult run_shell(const std::string& command, const std::filesystem::path& folder) {
  const TemporaryFolder capture;
  const std::string out = (capture.path() / "out").string();
  const std::string err = (capture.path() / "err").string();
  const std::string line = "cd " + shell_quoted(folder.string()) + " && { " + command + "\n} >" +
                           shell_quoted(out) + " 2>" + shell_quoted(err) + " </dev/null";
  const int status = std::system(line.c_str());
  ProgramResult result;
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.out = read_file(out);
  result.err = read_file(err);
  return result;
}

// Runs the command under test.
inline ProgramResult run_bspike(const std::vector<std::string>& arguments,
                                const std::filesystem::path& folder = BSPIKE_SOURCE_DIR) {
  std::string command = shell_quoted(BSPIKE_BINARY);
  for (const std::string& argument : arguments) command += " " + shell_quoted(argument);
  return run_shell(command, folder);
}

}  // namespace bspike::tests
