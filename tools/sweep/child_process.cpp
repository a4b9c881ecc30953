// Owns starting and ending children.
#include "tools/sweep/child_process.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>

#include "arch/base/atomic_file.hpp"
#include "arch/base/diagnostics.hpp"

namespace bspike::tools {

namespace {

[[noreturn]] void refuse(const std::string& what, const std::string& hint) {
  arch::base::raise<arch::base::ConfigError>({what, 0, 0}, "", std::strerror(errno), hint);
}

int open_log(const std::filesystem::path& log) {
  const int file = ::open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) arch::base::raise_unwritable(log, errno, "may you write there?");
  return file;
}

// Between fork and exec only system calls are allowed. A group of its own keeps Ctrl-C away.
[[noreturn]] void become(const char* program, char* const* arguments, int log, pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);
  const struct rlimit no_core = {0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  const int nothing = ::open("/dev/null", O_RDONLY);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(log, STDOUT_FILENO);
  ::dup2(log, STDERR_FILENO);
  ::execv(program, arguments);
  ::_exit(127);
}

std::uint64_t resident_bytes(pid_t pid) {
  std::ifstream in("/proc/" + std::to_string(pid) + "/statm");
  std::uint64_t all = 0, resident = 0;
  in >> all >> resident;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace

ChildProcess::ChildProcess(const std::filesystem::path& program,
                           const std::vector<std::string>& arguments,
                           const std::filesystem::path& log, const ChildLimits& limits)
    : limits_(limits), start_(std::chrono::steady_clock::now()) {
  std::vector<std::string> words = arguments;
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const int file = open_log(log);
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ == 0) become(program.c_str(), pointers.data(), file, parent);
  ::close(file);
  if (pid_ < 0) refuse(program.string(), "are too many processes running?");
}

ChildProcess::~ChildProcess() {
  if (pid_ < 0) return;
  end(ChildEnd::kSignalled);
  ::waitpid(pid_, nullptr, 0);
}

double ChildProcess::seconds_so_far() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void ChildProcess::end(ChildEnd why) {
  ended_for_ = why;
  ::kill(-pid_, SIGKILL);
  ::kill(pid_, SIGKILL);
}

void ChildProcess::enforce_limits() {
  if (ended_for_) return;
  if (limits_.bytes > 0 && resident_bytes(pid_) > limits_.bytes)
    end(ChildEnd::kOutOfMemory);
  else if (limits_.seconds > 0 && seconds_so_far() > limits_.seconds)
    end(ChildEnd::kTimedOut);
}

std::optional<ChildOutcome> ChildProcess::poll() {
  int status = 0;
  struct rusage usage {};
  if (::wait4(pid_, &status, WNOHANG, &usage) != pid_) {
    enforce_limits();
    return std::nullopt;
  }
  pid_ = -1;
  ChildOutcome outcome;
  outcome.wall_seconds = seconds_so_far();
  outcome.peak_rss_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  const bool exited = WIFEXITED(status);
  outcome.code = exited ? WEXITSTATUS(status) : WTERMSIG(status);
  outcome.end = exited ? ChildEnd::kExited : ended_for_.value_or(ChildEnd::kSignalled);
  return outcome;
}

}  // namespace bspike::tools
