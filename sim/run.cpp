// Owns the run stage: sets a machine up, walks the schedule on a clock, gathers the result.
#include "sim/run.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "arch/base/diagnostics.hpp"
#include "sim/chip_memory.hpp"
#include "sim/chip_tensors.hpp"
#include "sim/engine/compiled/compiled_executor.hpp"
#include "sim/engine/thread_pool.hpp"
#include "sim/phase_clock.hpp"
#include "sim/run_plan.hpp"
#include "sim/schedule_walker.hpp"
#include "sim/stats/accounting_check.hpp"
#include "sim/stats/memory_statistics.hpp"
#include "sim/stats/program_statistics.hpp"
#include "sim/stats/superstep_statistics.hpp"
#include "sim/tile/timed_run.hpp"
#include "sim/trace/trace.hpp"
#include "sim/work_record.hpp"

namespace bspike::sim {

namespace {

using Seconds = std::chrono::duration<double>;
using SteadyClock = std::chrono::steady_clock;

#ifdef __clang__
constexpr const char* kCompiler = __VERSION__;  // names itself
#else
constexpr const char* kCompiler = "g++ " __VERSION__;
#endif

void require_same(arch::base::DiagnosticSink& sink, const char* what, const std::string& compiled,
                  const std::string& given) {
  if (compiled == given) return;
  arch::base::Diagnostic diagnostic;
  diagnostic.message = std::string("the image was compiled for ") + what + " " + compiled +
                       ", the machine has " + given;
  diagnostic.hint = "run it on the machine that it was compiled for, or compile it again";
  sink.add(std::move(diagnostic));
}

void require_fit(const arch::Image& image, const arch::Machine& machine) {
  arch::base::DiagnosticSink sink;
  require_same(sink, "machine", image.machine_name, machine.name);
  require_same(sink, "tiles", std::to_string(image.tiles), std::to_string(machine.chip.tiles));
  require_same(sink, "workers", std::to_string(image.workers),
               std::to_string(machine.worker.contexts));
  require_same(sink, "SRAM bytes", std::to_string(image.sram_bytes),
               std::to_string(machine.sram.bytes));
  require_same(sink, "SRAM base", std::to_string(image.sram_base),
               std::to_string(machine.sram.base_address));
  sink.throw_if_any<arch::base::ConfigError>();
}

std::unique_ptr<Executor> make_executor(Engine engine) {
  if (engine == Engine::kInterpreter) return make_interpreter();
  if (has_code_generator())
    return make_compiled_executor({.policy = engine == Engine::kAuto ? TranslatePolicy::kWhenBusy
                                                                     : TranslatePolicy::kAtOnce});
  if (engine == Engine::kAuto) return make_interpreter();
  arch::base::Diagnostic diagnostic;
  diagnostic.message = "this build has no code generator, so nothing can be compiled";
  diagnostic.hint = "use the engine auto or interpreter, or install llvm-14-dev and build again";
  throw arch::base::ConfigError(std::vector<arch::base::Diagnostic>(1, diagnostic));
}

// More threads than tiles would never get work.
std::uint32_t threads_of(const RunOptions& options, const arch::Image& image) {
  const std::uint32_t wanted = options.threads == 0 ? host_threads() : options.threads;
  return std::max(1u, std::min(wanted, image.tiles));
}

// One run: its parts live as long as it.
class Run {
 public:
  Run(const arch::Image& image, const arch::Machine& machine, arch::HostPort& host,
      const RunOptions& options)
      : image_(image),
        machine_(machine),
        host_(host),
        options_(options),
        memory_(image.tiles, static_cast<std::uint32_t>(image.sram_base),
                static_cast<std::uint32_t>(image.sram_bytes)),
        tensors_(image, memory_),
        plan_(make_run_plan(image)),
        executor_(make_executor(options.engine)),
        pool_(threads_of(options, image)),
        supersteps_(image, options.superstep_records) {
    prepare_programs();
    memory_.load(image);
  }

  RunResult execute(const std::function<void(Machinery&)>& before_first) {
    const auto begin = SteadyClock::now();
    if (before_first) before_first(tensors_);
    result_.timed = options_.timed;
    if (options_.timed)
      run_timed();
    else
      run_untimed();
    gather(Seconds(SteadyClock::now() - begin).count());
    return std::move(result_);
  }

 private:
  void prepare_programs() {
    const ExecutorOptions options{.check_races = options_.check_races,
                                  .profile_lines = options_.profile_lines,
                                  .slot_limit = options_.slot_limit};
    for (const arch::TileProgram& program : image_.programs)
      programs_.push_back(executor_->prepare(program, machine_, options));
  }

  void run_untimed() {
    UntimedClock clock(supersteps_);
    walk(clock);
  }

  void run_timed() {
    if (options_.trace == nullptr) {
      take(run_on_system_c({image_, machine_, plan_, supersteps_},
                           [this](PhaseClock& clock) { walk(clock); }));
      return;
    }
    Trace& trace = *options_.trace;
    TracedSink sink(supersteps_, trace);
    take(run_on_system_c({image_, machine_, plan_, sink, &trace.tiles()}, [&](PhaseClock& clock) {
      TracedClock traced(clock, trace);
      walk(traced);
    }));
  }

  void take(const TimedResult& timed) {
    result_.total_cycles = timed.total_cycles;
    result_.tiles = timed.tiles;
    tail_cycles_ = timed.tail_cycles;
  }

  void walk(PhaseClock& clock) {
    if (!options_.record_work) return walk_on(clock);
    auto record = std::make_shared<WorkRecord>();
    RecordingClock recorder(clock, *record);
    walk_on(recorder);
    result_.work = std::move(record);
  }

  void walk_on(PhaseClock& clock) {
    ScheduleWalker walker(
        {image_, plan_, memory_, host_, *executor_, programs_, pool_, options_.shuffle_seed},
        clock);
    started_ = last_progress_ = SteadyClock::now();
    if (walker.walk_setup()) walk_steps(walker);
    take(walker);
  }

  void walk_steps(ScheduleWalker& walker) {
    for (std::uint64_t step = 0; step < options_.steps; ++step) {
      if (!walker.walk_step(step)) return;
      ++result_.steps;
      if (options_.call_overhead_seconds) walker.end_call(*options_.call_overhead_seconds);
      record_series();
      if (options_.after_step) options_.after_step(step, tensors_);
      report_progress(walker);
      if (options_.stop != nullptr && options_.stop->load() && step + 1 < options_.steps) {
        result_.interrupted = true;
        return;
      }
    }
  }

  void record_series() {
    for (const arch::ResultSeries& series : image_.series)
      result_.series[series.name].push_back(reduce_series(
          series, image_.tensors.at(series.tensor).type, tensors_.read_tensor(series.tensor)));
  }

  void report_progress(const ScheduleWalker& walker) {
    constexpr Seconds kInterval{0.2};
    const auto now = SteadyClock::now();
    const bool last = result_.steps == options_.steps;
    if (!options_.progress || (!last && now - last_progress_ < kInterval)) return;
    last_progress_ = now;
    options_.progress(
        {result_.steps, options_.steps, walker.instructions(), Seconds(now - started_).count()});
  }

  void take(const ScheduleWalker& walker) {
    result_.fault = walker.fault();
    result_.instructions = walker.instructions();
    result_.host_phases = walker.host().phases();
    result_.host_bytes_in = walker.host().bytes_in();
    result_.host_bytes_out = walker.host().bytes_out();
    result_.host_calls = walker.host().calls();
    result_.call_overhead_seconds = options_.call_overhead_seconds.value_or(0);
    result_.host_seconds = walker.host().seconds(machine_.host, result_.call_overhead_seconds);
    result_.simulator.time = walker.time();
    work_ = walker.tiles();
    exchange_counts_ = walker.exchange_counts();
  }

  void gather(double wall_seconds) {
    supersteps_.write(result_);
    result_.phases.compute_cycles += tail_cycles_;
    result_.phases.launch_cycles += tail_cycles_;
    gather_tiles();
    gather_traffic();
    check_accounting(result_);
    write_memory_statistics(image_, machine_, result_);
    if (options_.profile_lines) write_program_statistics(image_, *executor_, programs_, result_);
    gather_simulator(wall_seconds);
  }

  void gather_tiles() {
    result_.tiles.resize(image_.tiles);
    for (const arch::TileId tile : plan_.active_tiles) result_.tiles[tile].active = true;
    for (arch::TileId tile = 0; tile < image_.tiles; ++tile) {
      result_.tiles[tile].issue_slots = work_[tile].issue_slots;
      result_.tiles[tile].instructions = work_[tile].instructions;
    }
  }

  void gather_traffic() {
    for (std::size_t i = 0; i < exchange_counts_.size(); ++i) {
      const PlanTraffic& traffic = plan_.traffic[i];
      result_.exchange_bytes_sent += exchange_counts_[i] * traffic.bytes_sent;
      result_.exchange_bytes_received += exchange_counts_[i] * traffic.bytes_received;
      for (const TileTraffic& tile : traffic.tiles) {
        result_.tiles[tile.tile].bytes_sent += exchange_counts_[i] * tile.bytes_sent;
        result_.tiles[tile.tile].bytes_received += exchange_counts_[i] * tile.bytes_received;
      }
    }
  }

  void gather_simulator(double wall_seconds) {
    SimulatorFacts& facts = result_.simulator;
    facts.wall_seconds = wall_seconds;
    facts.instructions = result_.instructions;
    if (wall_seconds > 0)
      facts.mips = static_cast<double>(result_.instructions) / wall_seconds / 1e6;
    rusage usage{};
    if (::getrusage(RUSAGE_SELF, &usage) == 0)
      facts.peak_rss_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
    facts.engine = std::string(executor_->name());
    facts.threads = pool_.threads();
    facts.compiler = kCompiler;
#ifdef NDEBUG
    facts.build_type = "optimised, assertions off";
#else
    facts.build_type = "assertions on";
#endif
  }

  const arch::Image& image_;
  const arch::Machine& machine_;
  arch::HostPort& host_;
  const RunOptions& options_;
  ChipMemory memory_;
  ChipTensors tensors_;
  RunPlan plan_;
  std::unique_ptr<Executor> executor_;
  ThreadPool pool_;
  std::vector<std::unique_ptr<PreparedProgram>> programs_;
  SuperstepStatistics supersteps_;
  RunResult result_;
  std::vector<TileWorkTotals> work_;
  std::vector<std::uint64_t> exchange_counts_;
  std::uint64_t tail_cycles_ = 0;
  SteadyClock::time_point started_, last_progress_;
};

}  // namespace

RunResult run(const arch::Image& image, const arch::Machine& machine, arch::HostPort& host,
              const RunOptions& options, const std::function<void(Machinery&)>& before_first) {
  require_fit(image, machine);
  return Run(image, machine, host, options).execute(before_first);
}

}  // namespace bspike::sim
