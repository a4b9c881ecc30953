// Owns the interpreter as an Executor: programs predecoded once, compute sets run to their end, by
// itself or with an accelerator.
#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "sim/engine/executor.hpp"
#include "sim/engine/interpreter_loop.hpp"
#include "sim/engine/profile_parts.hpp"
#include "sim/engine/supervisor.hpp"
#include "sim/engine/vertex_accelerator.hpp"

namespace bspike::sim {
namespace {

class Prepared final : public PreparedProgram {
 public:
  Prepared(const arch::TileProgram& program, const arch::Machine& machine,
           const ExecutorOptions& options, const MakeAccelerator& make)
      : machine_(machine),
        options_(options),
        micro_(predecode(program, machine)),
        supervisor_(decode_supervisor(program)),
        code_bytes_(program.code_bytes()),
        parts_(micro_.op_of_word.size(), program.codelets.size()) {
    if (options.check_races && machine.worker.contexts > RaceLog::kMaxWorkers) {
      throw std::invalid_argument("the race checker knows at most 253 workers");
    }
    std::array<std::int32_t, kHandlers> handlers{};
    if (options.check_races) {
      interpreter::loop<WorkerRun<true>>(nullptr, nullptr, handlers.data());
    } else {
      interpreter::loop<WorkerRun<false>>(nullptr, nullptr, handlers.data());
    }
    micro_.link(handlers);
    stop_handler_ = handlers[static_cast<std::size_t>(Helper::kStop)];
    if (make && !options.check_races) {
      accelerator_ = make(program, machine_, options_, micro_);
    }
  }

  Fault run(TileMemory memory, std::uint32_t code_base, std::uint32_t scratch_base,
            std::uint32_t launch_address, ComputeCounts& counts);

  const Executor::Profile& profile() {
    const ProfilePart sum = parts_.total();
    const std::lock_guard lock(mutex_);
    profile_.word_executions.assign(micro_.op_of_word.size(), 0);
    std::int64_t running = 0;
    for (std::size_t word = 0; word < profile_.word_executions.size(); ++word) {
      running += sum.words[word];
      profile_.word_executions[word] = static_cast<std::uint64_t>(running);
    }
    profile_.codelet_calls = sum.calls;
    profile_.codelet_slots = sum.slots;
    profile_.codelet_instructions = sum.instructions;
    return profile_;
  }

  [[nodiscard]] VertexAccelerator* accelerator() const { return accelerator_.get(); }

 private:
  template <bool kRaces>
  class TileRun;

  template <bool kRaces>
  Fault run_with(TileMemory memory, std::uint32_t code_base, std::uint32_t scratch_base,
                 std::uint32_t launch_address, ComputeCounts& counts);

  arch::Machine machine_;
  ExecutorOptions options_;
  MicroProgram micro_;
  SupervisorProgram supervisor_;
  std::uint64_t code_bytes_ = 0;
  ProfileParts parts_;
  std::int32_t stop_handler_ = 0;
  std::mutex mutex_;
  Executor::Profile profile_;  // guarded
  std::unique_ptr<VertexAccelerator> accelerator_;
};

// One tile while it runs a compute set.
template <bool kRaces>
class Prepared::TileRun final : public WorkerStarter {
 public:
  TileRun(Prepared& prepared, const MemoryLayout& layout, std::uint32_t scratch_base,
          ProfilePart* part)
      : prepared_(prepared), layout_(layout), scratch_base_(scratch_base), part_(part) {
    if constexpr (kRaces) races_ = std::make_unique<RaceLog>(layout.memory.size);
    VertexAccelerator* accelerator = prepared.accelerator_.get();
    if (accelerator != nullptr && accelerator->accepts(layout)) accelerator_ = accelerator;
  }

  WorkerEnd start(const Start& start) override {
    const MicroProgram& micro = prepared_.micro_;
    const std::uint32_t word = start.entry_offset / 4;
    if (start.entry_offset % 4 != 0 || word >= micro.op_of_word.size() ||
        micro.op_of_word[word] == kNoMicroOp) {
      return {0, 0, {.kind = FaultKind::kIllegalInstruction, .pc_word = word}};
    }
    const auto stack_bytes = static_cast<std::uint32_t>(prepared_.machine_.worker.stack_bytes);
    const WorkerEnd end = run({word, start.worker, start.vertex_base,
                               scratch_base_ + start.worker * stack_bytes, start.weights});
    if (part_ != nullptr) count_call(word, start.first_of_call, end);
    return end;
  }

  void segment_ended() override {
    if constexpr (kRaces) races_->clear();
  }

 private:
  WorkerEnd run(const VertexStart& start) {
    CountDifferences* counts = part_ == nullptr ? nullptr : &part_->words;
    if (accelerator_ != nullptr) {
      if (const auto end = accelerator_->run(layout_, start, counts)) return *end;
    }
    WorkerRun<kRaces> run(prepared_.micro_,
                          CheckedMemory<kRaces>(layout_, races_.get(), start.worker));
    run.registers.m[arch::isa::kVertexBase] = start.vertex_base;
    run.registers.m[arch::isa::kScratchBase] = start.scratch_base;
    run.registers.m[arch::isa::kWorkerIndex] = start.worker;
    run.registers.matrix.weights = start.weights;
    run.repeat_limit = prepared_.machine_.worker.repeat_limit;
    run.slot_limit = prepared_.options_.slot_limit;
    run.counts = counts;
    const WorkerEnd end = run_vertex(run, start.entry_word, prepared_.stop_handler_);
    if (accelerator_ != nullptr) accelerator_->interpreted(start.entry_word, end.slots);
    return end;
  }

  void count_call(std::uint32_t word, bool first_of_call, const WorkerEnd& end) const {
    const std::uint32_t codelet = prepared_.micro_.codelet_of_word[word];
    if (codelet == arch::kNoIndex) return;
    if (first_of_call) ++part_->calls[codelet];
    part_->slots[codelet] += end.slots;
    part_->instructions[codelet] += end.instructions;
  }

  Prepared& prepared_;
  const MemoryLayout& layout_;
  std::uint32_t scratch_base_;
  ProfilePart* part_;
  std::unique_ptr<RaceLog> races_;
  VertexAccelerator* accelerator_ = nullptr;  // if it takes this tile
};

template <bool kRaces>
Fault Prepared::run_with(TileMemory memory, std::uint32_t code_base, std::uint32_t scratch_base,
                         std::uint32_t launch_address, ComputeCounts& counts) {
  const MemoryLayout layout = make_layout(machine_, memory, code_base, code_bytes_);
  ProfilePart* part = options_.profile_lines ? &parts_.of_this_thread() : nullptr;
  TileRun<kRaces> workers(*this, layout, scratch_base, part);
  const SupervisorInput input{supervisor_,
                              machine_,
                              layout,
                              launch_address,
                              options_.slot_limit,
                              part == nullptr ? nullptr : &part->words,
                              workers};
  return run_supervisor(input, counts);
}

Fault Prepared::run(TileMemory memory, std::uint32_t code_base, std::uint32_t scratch_base,
                    std::uint32_t launch_address, ComputeCounts& counts) {
  return options_.check_races
             ? run_with<true>(memory, code_base, scratch_base, launch_address, counts)
             : run_with<false>(memory, code_base, scratch_base, launch_address, counts);
}

class Interpreter final : public Executor {
 public:
  Interpreter(std::string_view name, MakeAccelerator make) : name_(name), make_(std::move(make)) {}

  [[nodiscard]] std::string_view name() const override { return name_; }

  [[nodiscard]] std::unique_ptr<PreparedProgram> prepare(
      const arch::TileProgram& program, const arch::Machine& machine,
      const ExecutorOptions& options) const override {
    return std::make_unique<Prepared>(program, machine, options, make_);
  }

  Fault run(PreparedProgram& program, TileMemory memory, std::uint32_t code_base,
            std::uint32_t scratch_base, std::uint32_t launch_address,
            ComputeCounts& counts) const override {
    return static_cast<Prepared&>(program).run(memory, code_base, scratch_base, launch_address,
                                               counts);
  }

  [[nodiscard]] const Profile& profile(const PreparedProgram& program) const override {
    // Summing up is the only change, and it is guarded.
    return const_cast<Prepared&>(static_cast<const Prepared&>(program)).profile();
  }

  [[nodiscard]] std::vector<std::uint64_t> slow_slots(
      const PreparedProgram& program) const override {
    const VertexAccelerator* accelerator = static_cast<const Prepared&>(program).accelerator();
    return accelerator == nullptr ? std::vector<std::uint64_t>{} : accelerator->slow_slots();
  }

  [[nodiscard]] std::vector<std::function<void()>> preparations(
      PreparedProgram& program, const std::vector<std::uint64_t>& since,
      std::uint64_t times) const override {
    VertexAccelerator* accelerator = static_cast<Prepared&>(program).accelerator();
    if (accelerator == nullptr) return {};
    return accelerator->preparations(since, times);
  }

 private:
  std::string_view name_;
  MakeAccelerator make_;
};

}  // namespace

std::unique_ptr<Executor> make_interpreter() {
  return std::make_unique<Interpreter>("interpreter", MakeAccelerator{});
}

std::unique_ptr<Executor> make_accelerated_interpreter(std::string_view name,
                                                       MakeAccelerator make) {
  return std::make_unique<Interpreter>(name, std::move(make));
}

}  // namespace bspike::sim
