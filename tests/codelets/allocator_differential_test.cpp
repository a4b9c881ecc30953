// Runs random straight-line codelets with and without pressure on the registers: spills, schedules
// and lanes must not change what they compute. The wanted values come from evaluating the same
// operations in plain C++ while they are drawn.
#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "kernels/emit/builder.hpp"
#include "kernels/emit/program_builder.hpp"
#include "tests/codelets/codelet_run.hpp"

namespace bspike::test {

namespace {

using kernels::Builder;
using kernels::F2;
using kernels::F4;
using kernels::Int;
using kernels::Op;

constexpr std::size_t kInts = 10;
constexpr std::size_t kPairs = 5;
constexpr std::size_t kQuads = 2;

// Variables of the codelet and their values.
struct Variables {
  std::vector<Int> ints;
  std::vector<F2> pairs;
  std::vector<F4> quads;
  std::vector<std::uint32_t> int_values;
  std::vector<std::array<float, 2>> pair_values;
  std::vector<std::array<float, 4>> quad_values;
};

class RandomCodelet {
 public:
  explicit RandomCodelet(std::uint64_t seed)
      : numbers_(seed), b_("random", {}, {1, 4095}), address_(b_.integer()) {}

  // The code stores every variable from `output` on.
  kernels::Code make(std::uint32_t output, int operations) {
    b_.set(address_, output);
    start();
    for (int i = 0; i < operations; ++i) draw();
    store();
    b_.exit();
    return b_.finish();
  }
  [[nodiscard]] std::vector<std::uint32_t> wanted() const { return wanted_; }

 private:
  void start() {
    for (std::size_t i = 0; i < kInts; ++i) {
      v_.int_values.push_back(numbers_.below(1u << 30));
      v_.ints.push_back(b_.constant(v_.int_values.back()));
    }
    for (std::size_t i = 0; i < kPairs; ++i) {
      const float value = numbers_.real();
      v_.pair_values.push_back({value, value});
      v_.pairs.push_back(b_.constant_f32v2(value));
    }
    for (std::size_t i = 0; i < kQuads; ++i) {
      v_.quads.push_back(b_.f4());
      const std::size_t from = numbers_.below(kPairs);
      const auto& value = v_.pair_values[from];
      b_.emit(Op::kMov64, {v_.quads[i].lo(), v_.pairs[from]});
      b_.emit(Op::kMov64, {v_.quads[i].hi(), v_.pairs[from]});
      v_.quad_values.push_back({value[0], value[1], value[0], value[1]});
    }
  }

  void draw() {
    switch (numbers_.below(6)) {
      case 0:
        return draw_integer();
      case 1:
        return draw_difference();
      case 2:
        return draw_lane();
      case 3:
        return draw_quad();
      case 4:
        return draw_halves();
      default:
        return draw_broadcast();
    }
  }

  void draw_integer() {
    const std::size_t d = numbers_.below(kInts), x = numbers_.below(kInts),
                      y = numbers_.below(kInts);
    if (numbers_.below(2) == 0) {
      b_.emit(Op::kAdd, {v_.ints[d], v_.ints[x], v_.ints[y]});
      v_.int_values[d] = v_.int_values[x] + v_.int_values[y];
    } else {
      b_.emit(Op::kXor, {v_.ints[d], v_.ints[x], v_.ints[y]});
      v_.int_values[d] = v_.int_values[x] ^ v_.int_values[y];
    }
  }

  void draw_difference() {
    const std::size_t d = numbers_.below(kPairs), x = numbers_.below(kPairs),
                      y = numbers_.below(kPairs);
    b_.emit(Op::kF32v2sub, {v_.pairs[d], v_.pairs[x], v_.pairs[y]});
    const auto a = v_.pair_values[x], c = v_.pair_values[y];
    v_.pair_values[d] = {a[0] - c[0], a[1] - c[1]};
  }

  void draw_lane() {
    const std::size_t d = numbers_.below(kPairs), x = numbers_.below(kPairs);
    b_.emit(Op::kF32neg, {v_.pairs[d].lo(), v_.pairs[x].hi()});
    v_.pair_values[d][0] = -v_.pair_values[x][1];
  }

  void draw_quad() {
    const std::size_t d = numbers_.below(kQuads), x = numbers_.below(kQuads);
    b_.emit(Op::kF32v4add, {v_.quads[d], v_.quads[x]});
    const auto a = v_.quad_values[x];
    for (std::size_t k = 0; k < 4; ++k) v_.quad_values[d][k] += a[k];
  }

  void draw_halves() {
    const std::size_t q = numbers_.below(kQuads), x = numbers_.below(kPairs);
    b_.emit(Op::kSwap32, {v_.quads[q].hi(), v_.pairs[x]});
    v_.quad_values[q][2] = v_.pair_values[x][1];
    v_.quad_values[q][3] = v_.pair_values[x][0];
  }

  void draw_broadcast() {
    const std::size_t d = numbers_.below(kPairs), x = numbers_.below(kPairs),
                      y = numbers_.below(kPairs);
    b_.emit(Op::kF32v2addb, {v_.pairs[d], v_.pairs[x].hi(), v_.pairs[y]});
    const float added = v_.pair_values[x][1];
    const auto a = v_.pair_values[y];
    v_.pair_values[d] = {added + a[0], added + a[1]};
  }

  void store() {
    for (std::size_t i = 0; i < kInts; ++i) {
      b_.emit(Op::kSt32step, {v_.ints[i], b_.zero(), address_, 1});
      wanted_.push_back(v_.int_values[i]);
    }
    for (std::size_t i = 0; i < kPairs; ++i) {
      b_.emit(Op::kSta64step, {v_.pairs[i], b_.zero(), address_, 1});
      for (const float value : v_.pair_values[i])
        wanted_.push_back(std::bit_cast<std::uint32_t>(value));
    }
    for (std::size_t i = 0; i < kQuads; ++i) {
      b_.emit(Op::kSta64step, {v_.quads[i].lo(), b_.zero(), address_, 1});
      b_.emit(Op::kSta64step, {v_.quads[i].hi(), b_.zero(), address_, 1});
      for (const float value : v_.quad_values[i])
        wanted_.push_back(std::bit_cast<std::uint32_t>(value));
    }
  }

  Numbers numbers_;
  Builder b_;
  Int address_;
  Variables v_;
  std::vector<std::uint32_t> wanted_;
};

constexpr std::uint32_t kOutputOffset = 0x8000;
constexpr std::uint32_t kMemoryBytes = 0x9000;

std::vector<std::uint32_t> execute(const kernels::AllocatedCode& code, const arch::Machine& machine,
                                   std::size_t words) {
  arch::TileProgram program;
  program.name = "random";
  kernels::append_words(kernels::lay_out(code), program.words);
  program.codelets = {{"random", 0, static_cast<std::uint32_t>(program.words.size())}};
  program.supervisor_entry_word = static_cast<std::uint32_t>(program.words.size());
  kernels::append_words(kernels::compile_supervisor(1), program.words);
  const auto base = static_cast<std::uint32_t>(machine.sram.base_address);
  std::vector<std::byte> memory(kMemoryBytes);
  const std::uint32_t launch = 0x7000;
  const std::array<std::uint32_t, 4> table{1, 0, 0, base + launch};
  std::memcpy(memory.data() + launch, table.data(), sizeof(table));
  const auto executor = sim::make_interpreter();
  const auto prepared = executor->prepare(program, machine, {});
  sim::ComputeCounts counts;
  const sim::Fault fault = executor->run(*prepared, {memory.data(), base, kMemoryBytes}, base,
                                         base + 0x7800, base + launch, counts);
  EXPECT_EQ(fault.kind, sim::FaultKind::kNone) << sim::name(fault.kind);
  std::vector<std::uint32_t> result(words);
  std::memcpy(result.data(), memory.data() + kOutputOffset, 4 * words);
  return result;
}

TEST(AllocatorDifferential, PressureChangesNoValue) {
  const arch::Machine machine = test_machine({1, 4095});
  const auto base = static_cast<std::uint32_t>(machine.sram.base_address);
  const std::vector<kernels::RegisterPool> pools{{15, 14}, {8, 14}, {15, 8}, {5, 8}};
  std::uint32_t spilled = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    for (const kernels::RegisterPool& pool : pools) {
      RandomCodelet random(seed);
      const kernels::Code code = random.make(base + kOutputOffset, 60);
      const kernels::AllocatedCode allocated = kernels::allocate_registers(code, 1024, pool);
      spilled += allocated.scratch_bytes > 0 ? 1 : 0;
      const auto wanted = random.wanted();
      ASSERT_EQ(execute(allocated, machine, wanted.size()), wanted)
          << "seed " << seed << ", " << int{pool.main} << " and " << int{pool.floats}
          << " registers";
    }
  }
  EXPECT_GT(spilled, 100u);  // else the pressure tests nothing
}

}  // namespace

}  // namespace bspike::test
