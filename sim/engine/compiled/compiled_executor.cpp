// Owns the compiled vertices of a program: which codelets are translated, when, and for which place
// of the code in memory.
#include "sim/engine/compiled/compiled_executor.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <mutex>
#include <vector>

#include "sim/engine/bare_run_parts.hpp"
#include "sim/engine/compiled/translated_codelet.hpp"
#include "sim/engine/vertex_accelerator.hpp"

namespace bspike::sim {
namespace {

// Translating a word takes about as long as interpreting this many slots.
constexpr std::uint64_t kBusySlotsAWord = 40'000;

struct Place {
  std::uint32_t base = 0;
  std::uint32_t size = 0;
  std::uint32_t code_end = 0;
  bool operator==(const Place&) const = default;
};

Place place_of(const MemoryLayout& layout) {
  return {layout.memory.base, layout.memory.size, layout.code_end};
}

struct Entry {
  std::atomic<const TranslatedCodelet*> code = nullptr;
  std::atomic<std::uint64_t> interpreted_slots = 0;
  std::atomic<bool> refused = false;
  std::mutex translating;
  std::unique_ptr<TranslatedCodelet> owned;
};

class CompiledVertices final : public VertexAccelerator {
 public:
  CompiledVertices(std::shared_ptr<CodeGenerator> generator, CompileOptions compile,
                   const arch::TileProgram& program, const arch::Machine& machine,
                   const ExecutorOptions& options, const MicroProgram& micro)
      : generator_(std::move(generator)),
        compile_(compile),
        program_(program),
        machine_(machine),
        options_(options),
        micro_(micro),
        codelet_at_(program.words.size(), arch::kNoIndex),
        entries_(program.codelets.size()) {
    for (std::uint32_t i = 0; i < program.codelets.size(); ++i) {
      codelet_at_[program.codelets[i].entry_word] = i;
    }
  }

  // Code is made for the place of the first run; tiles that share a program share its place.
  [[nodiscard]] bool accepts(const MemoryLayout& layout) override {
    std::call_once(place_known_, [&] { place_ = place_of(layout); });
    return place_ == place_of(layout);
  }

  std::optional<WorkerEnd> run(const MemoryLayout& layout, const VertexStart& start,
                               CountDifferences* counts) override {
    const std::uint32_t codelet = codelet_at_[start.entry_word];
    if (codelet == arch::kNoIndex) return std::nullopt;
    Entry& entry = entries_[codelet];
    const TranslatedCodelet* code = entry.code.load(std::memory_order_acquire);
    if (code == nullptr) code = translate(codelet, entry);
    if (code == nullptr) return std::nullopt;
    // Native code reads the registers that are set here alone, so that none is cleared.
    static thread_local WorkerState state;
    state.registers.m[arch::isa::kVertexBase] = start.vertex_base;
    state.registers.m[arch::isa::kScratchBase] = start.scratch_base;
    state.registers.m[arch::isa::kWorkerIndex] = start.worker;
    if (code->calls_bodies()) {
      state.body.matrix = {};
      state.body.matrix.weights = start.weights;
    }
    return code->run(state, layout, options_.slot_limit, counts);
  }

  void interpreted(std::uint32_t entry_word, std::uint64_t slots) override {
    const std::uint32_t codelet = codelet_at_[entry_word];
    if (codelet != arch::kNoIndex) entries_[codelet].interpreted_slots += slots;
  }

  [[nodiscard]] std::vector<std::uint64_t> slow_slots() const override {
    std::vector<std::uint64_t> slots;
    for (const Entry& entry : entries_) slots.push_back(entry.interpreted_slots);
    return slots;
  }

  [[nodiscard]] std::vector<std::function<void()>> preparations(
      const std::vector<std::uint64_t>& since, std::uint64_t times) override {
    std::vector<std::function<void()>> calls;
    for (std::uint32_t i = 0; i < entries_.size(); ++i) {
      Entry& entry = entries_[i];
      const std::uint64_t slots = entry.interpreted_slots - since.at(i);
      if (entry.owned != nullptr || entry.refused || slots == 0 || slots < busy_slots(i) / times)
        continue;
      calls.emplace_back([this, i, &entry] {
        const std::lock_guard lock(entry.translating);
        (void)translate_locked(i, entry);
      });
    }
    return calls;
  }

 private:
  // Nothing: not worth it yet, being translated by another thread, or without a native form.
  const TranslatedCodelet* translate(std::uint32_t codelet, Entry& entry) {
    if (entry.refused) return nullptr;
    if (compile_.policy == TranslatePolicy::kWhenBusy) {
      std::unique_lock lock(entry.translating, std::defer_lock);
      if (entry.interpreted_slots < busy_slots(codelet) || !lock.try_lock()) return nullptr;
      return translate_locked(codelet, entry);
    }
    const std::lock_guard lock(entry.translating);
    return translate_locked(codelet, entry);
  }

  [[nodiscard]] std::uint64_t busy_slots(std::uint32_t codelet) const {
    const arch::CodeletEntry& code = program_.codelets[codelet];
    return kBusySlotsAWord * (code.end_word - code.entry_word);
  }

  const TranslatedCodelet* translate_locked(std::uint32_t codelet, Entry& entry) {
    if (entry.owned == nullptr && !entry.refused) {
      entry.owned = TranslatedCodelet::make(
          *generator_, assumptions(), cut_into_blocks(program_, program_.codelets[codelet], micro_),
          micro_);
      entry.refused = entry.owned == nullptr;
      entry.code.store(entry.owned.get(), std::memory_order_release);
    }
    return entry.owned.get();
  }

  [[nodiscard]] CodeletAssumptions assumptions() const {
    return {.machine = machine_,
            .memory_base = place_.base,
            .memory_bytes = place_.size,
            .code_end = place_.code_end,
            .keep_registers = false,
            .count_words = options_.profile_lines,
            .prefetch = compile_.prefetch,
            .features = generator_->features()};
  }

  std::shared_ptr<CodeGenerator> generator_;
  CompileOptions compile_;
  arch::TileProgram program_;
  const arch::Machine& machine_;
  const ExecutorOptions& options_;
  const MicroProgram& micro_;
  std::vector<std::uint32_t> codelet_at_;  // by entry word
  std::deque<Entry> entries_;              // by codelet
  std::once_flag place_known_;
  Place place_;
};

}  // namespace

bool has_code_generator() { return true; }

std::unique_ptr<Executor> make_compiled_executor(const CompileOptions& compile) {
  auto generator = std::make_shared<CodeGenerator>();
  return make_accelerated_interpreter(
      "compiled",
      [generator, compile](const arch::TileProgram& program, const arch::Machine& machine,
                           const ExecutorOptions& options, const MicroProgram& micro) {
        return std::make_unique<CompiledVertices>(generator, compile, program, machine, options,
                                                  micro);
      });
}

BareResult run_bare_compiled(const arch::TileProgram& program, const arch::Machine& machine,
                             const BareRun& run) {
  static CodeGenerator generator;
  const BareVertex vertex = bare_vertex(program, machine, run);
  const CodeletAssumptions assumptions{.machine = machine,
                                       .memory_base = vertex.layout.memory.base,
                                       .memory_bytes = vertex.layout.memory.size,
                                       .code_end = vertex.layout.code_end,
                                       .keep_registers = true,
                                       .features = generator.features()};
  const auto codelet =
      std::ranges::find(program.codelets, vertex.entry_word, &arch::CodeletEntry::entry_word);
  const auto code = TranslatedCodelet::make(
      generator, assumptions, cut_into_blocks(program, *codelet, vertex.micro), vertex.micro);
  if (code == nullptr) return run_bare(program, machine, run);
  WorkerState state;
  state.registers = from_bare(run.registers);
  const WorkerEnd end = code->run(state, vertex.layout, run.slot_limit, nullptr);
  return bare_result(machine, run, state.registers, end);
}

}  // namespace bspike::sim
