// Owns the loop that runs points.
#include "tools/sweep/run_sweep.hpp"

#include <sys/sysinfo.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <set>
#include <thread>

#include "arch/base/diagnostics.hpp"
#include "arch/base/file.hpp"
#include "tools/driver/content_hash.hpp"
#include "tools/driver/exit_code.hpp"
#include "tools/driver/refusal_file.hpp"
#include "tools/driver/run_outcome.hpp"
#include "tools/driver/version.hpp"
#include "tools/sweep/child_process.hpp"
#include "tools/sweep/export.hpp"
#include "tools/sweep/folder_lock.hpp"
#include "tools/sweep/setting.hpp"
#include "tools/sweep/store.hpp"

namespace bspike::tools {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

namespace {

constexpr auto kPatience = std::chrono::milliseconds(5);
constexpr auto kExportEvery = std::chrono::seconds(10);
constexpr std::size_t kMostLog = 64 * 1024;  // bytes of a log that are kept

// Version and contents of the program: what two results have in common, or not.
std::string program_of(const fs::path& program) {
  const std::vector<std::byte> bytes = arch::base::read_stored_bytes(program);
  return program_version() + " " +
         content_hash_text({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

std::string text_if_there(const fs::path& file) {
  std::error_code ignored;
  return fs::exists(file, ignored) ? arch::base::read_text(file) : std::string();
}

// Its end, where it is long; bytes that are no text never reach the results.
std::string log_text(const fs::path& file) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return {};
  const std::vector<std::byte> bytes = arch::base::read_stored_bytes(file);
  const std::size_t begin = bytes.size() > kMostLog ? bytes.size() - kMostLog : 0;
  std::string text;
  for (std::size_t i = begin; i < bytes.size(); ++i) {
    const auto c = static_cast<char>(bytes[i]);
    text += c == '\0' ? '?' : c;
  }
  return text;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string without_program(const std::string& line) {
  return line.starts_with("bspike: ") ? line.substr(8) : line;
}

std::string whole_text(double value) {
  return std::to_string(static_cast<long long>(std::ceil(value)));
}

// Status and reason of an end.
void judge(const ChildOutcome& outcome, const ChildLimits& limits, PointResult& result) {
  const std::string said = without_program(first_line(result.log));
  result.exit_code = outcome.end == ChildEnd::kExited ? outcome.code : 128 + outcome.code;
  result.status = "failed";
  switch (outcome.end) {
    case ChildEnd::kTimedOut:
      result.status = "timed_out";
      result.reason = "no end after " + whole_text(limits.seconds) + " s";
      return;
    case ChildEnd::kOutOfMemory:
      result.status = "out_of_memory";
      result.reason = "held more than " + std::to_string(limits.bytes) + " bytes of memory";
      return;
    case ChildEnd::kSignalled:
      result.reason = "ended by signal " + std::to_string(outcome.code);
      return;
    case ChildEnd::kExited:
      break;
  }
  if (outcome.code == kDone && !result.report.empty()) {
    result.status = "done";
  } else if (outcome.code == kDoesNotFit) {
    result.status = "does_not_fit";
    result.reason = said;
  } else {
    result.reason = "exit code " + std::to_string(outcome.code) + (said.empty() ? "" : ": " + said);
  }
}

// One point while it runs.
struct Running {
  const Point* point;
  fs::path folder;
  std::unique_ptr<ChildProcess> child;
};

class Runner {
 public:
  explicit Runner(const SweepRequest& request)
      : request_(request),
        lock_(request.out),
        store_(request.out, OpenMode::kWrite),
        program_(program_of(request.program)),
        limits_(limits_of(request)) {}

  SweepOutcome run() {
    refuse_other_sweep();
    store_.plan(about_of(request_.sweep, program_), request_.points, axis_keys(request_.sweep),
                column_names(request_.sweep));
    find_pending();
    clear_running();
    write_export();
    while (!stopped() && (next_ < pending_.size() || !running_.empty())) turn();
    running_.clear();
    clear_running();
    return {write_export(), ran_, next_ < pending_.size() || ran_ < pending_.size()};
  }

 private:
  static ChildLimits limits_of(const SweepRequest& request) {
    struct sysinfo host {};
    (void)sysinfo(&host);
    const std::uint64_t share = std::uint64_t{host.totalram} * host.mem_unit / request.jobs;
    const PointLimits& limits = request.sweep.limits;
    return {limits.seconds, limits.bytes != 0 ? limits.bytes : share};
  }

  [[nodiscard]] bool stopped() const { return request_.stop != nullptr && request_.stop->load(); }

  void refuse_other_sweep() {
    const auto about = store_.about();
    const auto found = about.find("name");
    if (found == about.end() || found->second == request_.sweep.name) return;
    arch::base::raise<arch::base::ConfigError>(
        {request_.out.string(), 0, 0}, "", "holds the results of another sweep, " + found->second,
        "give another --out");
  }

  // A result counts if its configuration and its program are those of now.
  void find_pending() {
    std::set<std::string> settled;
    for (const StoredPoint& point : store_.points({})) {
      const PointResult& result = point.result;
      if (result.status.empty() || result.program != program_) continue;
      const bool fine = result.status == "done" || result.status == "does_not_fit";
      if (fine || !request_.retry) settled.insert(point.id);
      if (!fine && !request_.retry) ++failed_;
    }
    for (const Point& point : request_.points)
      if (settled.count(point.id) == 0) pending_.push_back(&point);
    settled_ = settled.size();
  }

  [[nodiscard]] fs::path running_folder() const { return request_.out / "running"; }

  void clear_running() {
    std::error_code ignored;
    fs::remove_all(running_folder(), ignored);
  }

  void turn() {
    while (next_ < pending_.size() && running_.size() < request_.jobs) start(*pending_[next_++]);
    const std::size_t before = running_.size();
    std::erase_if(running_, [this](Running& point) { return settle(point); });
    tell();
    if (Clock::now() - exported_ > kExportEvery && ran_ > exported_ran_) (void)write_export();
    if (running_.size() == before) std::this_thread::sleep_for(kPatience);
  }

  void start(const Point& point) {
    const auto place = static_cast<std::size_t>(&point - request_.points.data());
    const fs::path folder = running_folder() / std::to_string(place);
    fs::create_directories(folder);
    std::vector<std::string> words = {
        "bspike",        "run",       request_.sweep.base.string(), "--quiet", "--out",
        folder.string(), "--threads", std::to_string(threads())};
    for (std::string& argument : set_arguments(point.settings)) {
      words.push_back("--set");
      words.push_back(std::move(argument));
    }
    running_.push_back(
        {&point, folder,
         std::make_unique<ChildProcess>(request_.program, words, folder / "log", limits_)});
  }

  [[nodiscard]] unsigned threads() const {
    return std::max(1u, std::thread::hardware_concurrency() / request_.jobs);
  }

  // True once the point has ended and is recorded.
  bool settle(Running& running) {
    const std::optional<ChildOutcome> outcome = running.child->poll();
    if (!outcome) return false;
    PointResult result;
    result.id = running.point->id;
    result.configuration_hash = running.point->configuration_hash;
    result.program = program_;
    result.wall_seconds = outcome->wall_seconds;
    result.peak_rss_bytes = outcome->peak_rss_bytes;
    result.log = log_text(running.folder / "log");
    const bool fits = outcome->code != kDoesNotFit;
    if (outcome->end == ChildEnd::kExited)
      result.report = text_if_there(running.folder / (fits ? "report.json" : kRefusalFile));
    judge(*outcome, limits_, result);
    store_.record(*running.point, result);
    std::error_code ignored;
    fs::remove_all(running.folder, ignored);
    ++ran_;
    failed_ += result.status == "done" || result.status == "does_not_fit" ? 0 : 1;
    return true;
  }

  void tell() const {
    if (!request_.progress) return;
    SweepProgress progress;
    progress.points = request_.points.size();
    progress.done = settled_ + ran_ - failed_;
    progress.running = running_.size();
    progress.failed = failed_;
    progress.ran = ran_;
    progress.left = pending_.size() - ran_;
    progress.wall_seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    request_.progress(progress);
  }

  Results write_export() {
    Results results = read_results(store_);
    arch::base::write_atomically(request_.out / kExportFile,
                                 results_json(results, asked_tables(results, {})));
    exported_ = Clock::now();
    exported_ran_ = ran_;
    return results;
  }

  const SweepRequest& request_;
  FolderLock lock_;
  Store store_;
  std::string program_;
  ChildLimits limits_;
  std::vector<const Point*> pending_;
  std::size_t next_ = 0;
  std::vector<Running> running_;
  std::size_t settled_ = 0, ran_ = 0, failed_ = 0, exported_ran_ = 0;
  Clock::time_point start_ = Clock::now(), exported_;
};

std::string one_digit(double value) {
  const auto tenths = static_cast<long long>(std::llround(value * 10));
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

}  // namespace

std::string progress_text(const SweepProgress& progress) {
  std::string text = std::to_string(progress.done) + " of " + std::to_string(progress.points) +
                     " done, " + std::to_string(progress.running) + " running, " +
                     std::to_string(progress.failed) + " failed";
  if (progress.ran == 0 || progress.wall_seconds <= 0) return text;
  const double rate = static_cast<double>(progress.ran) / progress.wall_seconds;
  return text + ", " + one_digit(rate * 60) + " points/min, " +
         whole_text(static_cast<double>(progress.left) / rate) + " s left";
}

SweepOutcome run_sweep(const SweepRequest& request) {
  prepare_folder(request.out);
  return Runner(request).run();
}

std::vector<const ResultRow*> failures(const Results& results) {
  std::vector<const ResultRow*> rows;
  for (const ResultRow& row : results.rows)
    if (row.status == "failed" || row.status == "timed_out" || row.status == "out_of_memory")
      rows.push_back(&row);
  return rows;
}

}  // namespace bspike::tools
