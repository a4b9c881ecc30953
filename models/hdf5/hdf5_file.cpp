// Owns the parent's side: starting the child, asking it, and what becomes of a child that dies.
#include "models/hdf5/hdf5_file.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <system_error>
#include <utility>

#include "arch/base/diagnostics.hpp"
#include "models/format_error.hpp"
#include "models/hdf5/hdf5_server.hpp"
#include "models/inputs/streamed_file.hpp"

#ifdef __has_feature
#define BSPIKE_HAS_FEATURE(name) __has_feature(name)
#else
#define BSPIKE_HAS_FEATURE(name) 0
#endif

namespace bspike::models {
namespace {

constexpr std::uint64_t kMostAnswerBytes = 2ull << 30;
#ifdef __SANITIZE_ADDRESS__
constexpr bool kAddressSanitizer = true;
#else
constexpr bool kAddressSanitizer = BSPIKE_HAS_FEATURE(address_sanitizer);
#endif
constexpr std::uint64_t kMostMemory = 8ull << 30;  // of the child, for what it reads

// What this process has mapped, which its child begins with.
std::uint64_t mapped_bytes() {
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

void limit_child() {
  const rlimit none{0, 0};
  (void)::setrlimit(RLIMIT_CORE, &none);
  if (kAddressSanitizer) return;  // which reserves more than any limit
  const rlim_t most = mapped_bytes() + kMostMemory;
  const rlimit memory{most, most};
  (void)::setrlimit(RLIMIT_AS, &memory);
}

// Only the socket stays open, under number 3; what the library prints is dropped; Ctrl-C is the
// parent's business.
void isolate_child(int socket) {
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM, SIGPROF})
    (void)::signal(signal, SIG_DFL);
  (void)::signal(SIGINT, SIG_IGN);
  (void)::signal(SIGPIPE, SIG_IGN);
  if (socket != 3) (void)::dup2(socket, 3);
  const int nothing = ::open("/dev/null", O_RDWR);
  if (nothing < 0) ::_exit(1);
  for (const int standard : {0, 1, 2}) (void)::dup2(nothing, standard);
  (void)::close_range(4, ~0u, 0);
  limit_child();
}

[[noreturn]] void run_child(int socket, const char* file) {
  isolate_child(socket);
  serve_hdf5(3, file);
  ::_exit(0);
}

// Reads numbers and texts that the child wrote one after another.
class AnswerReader {
 public:
  AnswerReader(std::span<const std::byte> bytes, const std::string& file)
      : bytes_(bytes), file_(file) {}
  [[nodiscard]] bool more() const { return !bytes_.empty(); }

  template <class Value>
  Value value() {
    Value result{};
    std::memcpy(&result, take(sizeof(Value)).data(), sizeof(Value));
    return result;
  }
  std::string text() {
    const auto part = take(value<std::uint32_t>());
    return {reinterpret_cast<const char*>(part.data()), part.size()};
  }

 private:
  std::span<const std::byte> take(std::size_t count) {
    if (bytes_.size() < count) fail_format({file_, 0, 0}, "the HDF5 library's answer is cut");
    const auto part = bytes_.first(count);
    bytes_ = bytes_.subspan(count);
    return part;
  }

  std::span<const std::byte> bytes_;
  const std::string& file_;
};

std::string place_of(std::uint32_t request, const std::string& object, std::uint64_t index) {
  if (request == kHdf5Open) return {};
  return request == kHdf5List ? object + "[" + std::to_string(index) + "]: " : object + ": ";
}

}  // namespace

const char* hdf5_kind_name(Hdf5Kind kind) {
  static constexpr std::array<const char*, 6> kNames{
      "a group", "whole numbers", "real numbers", "texts", "lists of numbers", "something else"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::uint64_t Hdf5Entry::elements() const {
  std::uint64_t count = 1;
  for (const std::uint64_t extent : shape) count *= extent;
  return count;
}

Hdf5File::Hdf5File(const std::filesystem::path& file) : name_(file.string()) {
  if (!hdf5_is_built())
    arch::base::raise<arch::base::ConfigError>(
        {name_, 0, 0}, {}, "this build of bspike cannot read HDF5 files",
        "install libhdf5-dev, then configure and build again");
  (void)StreamedFile(file);  // that it can be opened, and is no pipe
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    arch::base::raise<arch::base::ConfigError>(
        {name_, 0, 0}, {}, "no socket: " + std::generic_category().message(errno));
  child_ = ::fork();
  if (child_ == 0) run_child(ends[1], name_.c_str());
  ::close(ends[1]);
  socket_ = ends[0];
  if (child_ < 0) {
    ::close(socket_);
    arch::base::raise<arch::base::ConfigError>(
        {name_, 0, 0}, {}, "no process: " + std::generic_category().message(errno));
  }
  try {
    (void)ask(kHdf5Open, {}, 0);
  } catch (...) {
    (void)stop();
    throw;
  }
}

Hdf5File::~Hdf5File() { (void)stop(); }

// Returns the signal that ended the child; 0 if it was still there.
int Hdf5File::stop() const {
  if (child_ < 0) return 0;
  ::close(std::exchange(socket_, -1));
  (void)::kill(child_, SIGKILL);
  int status = 0;
  while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) {
  }
  child_ = -1;
  return WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL ? WTERMSIG(status) : 0;
}

std::vector<std::byte> Hdf5File::ask(std::uint32_t request, const std::string& object,
                                     std::uint64_t index) const {
  const std::scoped_lock lock(mutex_);
  const auto fail = [&](const std::string& message) {
    fail_format({name_, 0, 0}, place_of(request, object, index) + message);
  };
  if (child_ < 0) fail("not read: an earlier object made the HDF5 library fail");
  const Hdf5Head question{request, 0, index, object.size()};
  Hdf5Head answer;
  std::vector<std::byte> bytes;
  bool alive = send_bytes(socket_, std::as_bytes(std::span(&question, 1))) &&
               send_bytes(socket_, std::as_bytes(std::span(object))) &&
               receive_bytes(socket_, std::as_writable_bytes(std::span(&answer, 1)));
  if (alive && answer.length <= kMostAnswerBytes) {
    bytes.resize(answer.length);
    alive = receive_bytes(socket_, bytes);
  } else {
    alive = false;
  }
  if (!alive)
    fail(stop() == SIGPROF ? "damaged: the HDF5 library does not come to an end with it"
                           : "damaged: the HDF5 library crashes on it");
  if (answer.kind != 0)
    fail(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  return bytes;
}

std::vector<Hdf5Entry> Hdf5File::children(const std::string& group) const {
  const std::vector<std::byte> bytes = ask(kHdf5Children, group, 0);
  AnswerReader reader(bytes, name_);
  std::vector<Hdf5Entry> entries;
  while (reader.more()) {
    Hdf5Entry& entry = entries.emplace_back();
    entry.name = reader.text();
    entry.kind = static_cast<Hdf5Kind>(reader.value<std::uint32_t>());
    entry.shape.resize(reader.value<std::uint32_t>());
    for (std::uint64_t& extent : entry.shape) extent = reader.value<std::uint64_t>();
  }
  return entries;
}

std::vector<double> Hdf5File::numbers(const std::string& dataset) const {
  const std::vector<std::byte> bytes = ask(kHdf5Numbers, dataset, 0);
  std::vector<double> values(bytes.size() / sizeof(double));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(double));
  return values;
}

std::vector<std::string> Hdf5File::texts(const std::string& dataset) const {
  const std::vector<std::byte> bytes = ask(kHdf5Texts, dataset, 0);
  AnswerReader reader(bytes, name_);
  std::vector<std::string> texts;
  while (reader.more()) texts.push_back(reader.text());
  return texts;
}

std::vector<double> Hdf5File::list(const std::string& dataset, std::uint64_t index) const {
  const std::vector<std::byte> bytes = ask(kHdf5List, dataset, index);
  std::vector<double> values(bytes.size() / sizeof(double));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(double));
  return values;
}

}  // namespace bspike::models
