// Holds the scheduler to its contract: hazards, memory order, the end of a block, and pairing.
#include "kernels/emit/scheduler.hpp"

#include <gtest/gtest.h>

#include <map>

#include "kernels/emit/builder.hpp"

namespace bspike::kernels {

namespace {

constexpr EmitContext kContext{6, 4095};

// Slot of each operation of the first block.
std::vector<int> slots_of(Builder& b, ScheduleOrder order = ScheduleOrder::kCriticalPath) {
  b.exit();
  const Code code = b.finish();
  const BlockSchedule schedule = schedule_block(code, code.blocks[0], order);
  std::vector<int> slots(code.blocks[0].operations.size(), -1);
  for (std::size_t i = 0; i < schedule.size(); ++i)
    for (const int half : {schedule[i].main, schedule[i].aux})
      if (half != kEmptyHalf) slots[static_cast<std::size_t>(half)] = static_cast<int>(i);
  return slots;
}

TEST(Scheduler, PairsIndependentMainAndAux) {
  Builder b("test", {}, kContext);
  const Int x = b.constant(1);
  const F1 y = b.constant_f32(1.0F);
  EXPECT_EQ(slots_of(b), (std::vector<int>{0, 0, 1}));
  (void)x;
  (void)y;
}

TEST(Scheduler, ReadsOneSlotBehindTheWrite) {
  Builder b("test", {}, kContext);
  const F1 y = b.constant_f32(1.0F);
  b.emit(Op::kF32add, {b.f1(), y, y});
  b.emit(Op::kAtom, {b.integer(), y});
  EXPECT_EQ(slots_of(b), (std::vector<int>{0, 1, 1, 2}));
}

TEST(Scheduler, OverwritesInTheSlotOfTheLastRead) {
  Builder b("test", {}, kContext);
  const F2 value = b.constant_f32v2(1.0F);  // two operations
  const F2 sum = b.f2();
  b.emit(Op::kF32v2add, {sum, value, value});
  b.emit(Op::kLda64, {value, b.zero(), b.zero(), 0});
  // The load is as early as its write after the two writes and the read allows.
  EXPECT_EQ(slots_of(b), (std::vector<int>{0, 1, 2, 2, 3}));
}

TEST(Scheduler, KeepsTwoWritesApart) {
  Builder b("test", {}, kContext);
  const F2 value = b.f2();
  b.emit(Op::kMov64, {value, b.zero2()});
  b.emit(Op::kLda64, {value, b.zero(), b.zero(), 0});
  EXPECT_EQ(slots_of(b), (std::vector<int>{0, 1, 2}));
}

TEST(Scheduler, OtherLanesAreNoHazard) {
  Builder b("test", {}, kContext);
  const F2 value = b.f2();
  b.emit(Op::kMov32, {value.hi(), b.zero1()});
  b.emit(Op::kLda32, {value.lo(), b.zero(), b.zero(), 0});
  EXPECT_EQ(slots_of(b), (std::vector<int>{0, 0, 1}));
}

TEST(Scheduler, LoadsStayBehindStoresUnlessIndependent) {
  const auto slots = [](bool independent) {
    Builder b("test", {}, kContext);
    b.emit(Op::kSt32, {b.zero(), b.zero(), b.zero(), 0});
    const Int loaded = b.integer();
    const std::initializer_list<Argument> load{loaded, b.zero(), b.zero(), 0};
    independent ? b.emit_independent(Op::kLd32, load) : b.emit(Op::kLd32, load);
    // A long way behind the load makes it worth being first.
    for (int i = 0; i < 3; ++i) b.emit(Op::kAddi, {loaded, loaded, 1});
    return slots_of(b);
  };
  EXPECT_EQ(slots(false)[0], 0);
  EXPECT_EQ(slots(false)[1], 1);
  EXPECT_EQ(slots(true)[1], 0);
}

TEST(Scheduler, StoresKeepTheirOrderEvenIfIndependent) {
  Builder b("test", {}, kContext);
  b.emit_independent(Op::kSt32, {b.zero(), b.zero(), b.zero(), 0});
  b.emit_independent(Op::kSt32, {b.zero(), b.zero(), b.zero(), 0});
  EXPECT_EQ(slots_of(b), (std::vector<int>{0, 1, 2}));
}

TEST(Scheduler, TheEndOfTheBlockTakesAnAuxAlong) {
  Builder b("test", {}, kContext);
  const Int x = b.constant(1);
  const F1 y = b.constant_f32(1.0F);
  b.emit(Op::kF32add, {b.f1(), y, y});
  b.emit(Op::kAddi, {b.integer(), x, 1});
  // {seti, aseti} {addi, f32add} {exit}: nothing is left for the exit.
  EXPECT_EQ(slots_of(b), (std::vector<int>{0, 0, 1, 1, 2}));
}

// --- random blocks against an independent statement of the rules ------------------------------

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : state_(seed) {}
  std::size_t below(std::size_t limit) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return (state_ >> 33) % limit;
  }

 private:
  std::uint64_t state_;
};

Code random_block(std::uint64_t seed) {
  Draw draw(seed);
  Builder b("random", {}, kContext);
  std::vector<Int> ints;
  std::vector<F2> pairs;
  for (int i = 0; i < 4; ++i) {
    ints.push_back(b.constant(static_cast<std::uint32_t>(i)));
    pairs.push_back(b.constant_f32v2(static_cast<float>(i)));
  }
  const auto some_int = [&] { return ints[draw.below(4)]; };
  const auto some_pair = [&] { return pairs[draw.below(4)]; };
  for (int i = 0; i < 30; ++i) {
    switch (draw.below(6)) {
      case 0:
        b.emit(Op::kAdd, {some_int(), some_int(), some_int()});
        break;
      case 1:
        b.emit(Op::kF32v2add, {some_pair(), some_pair(), some_pair()});
        break;
      case 2:
        b.emit(Op::kMov32, {some_pair().hi(), some_pair().lo()});
        break;
      case 3:
        b.emit(Op::kLda64step, {some_pair(), b.zero(), some_int(), 1});
        break;
      case 4:
        b.emit(Op::kSta64step, {some_pair(), b.zero(), some_int(), 1});
        break;
      default:
        b.emit(Op::kF32v2macb, {some_pair(), some_pair().lo(), some_pair()});
        break;
    }
  }
  b.exit();
  return b.finish();
}

// Slots that `later` must lie behind `earlier`, or -1 where they are free of each other.
int distance(const Code& code, const Operation& earlier, const Operation& later) {
  int needed = -1;
  for (const auto& x : register_operands(code, earlier))
    for (const auto& y : register_operands(code, later)) {
      const bool overlap = x.view.id == y.view.id && x.view.offset < y.view.offset + y.view.width &&
                           y.view.offset < x.view.offset + x.view.width;
      if (!overlap) continue;
      if (x.writes && (y.reads || y.writes)) needed = 1;
      if (x.reads && y.writes) needed = std::max(needed, 0);
    }
  const auto& a = arch::isa::info(earlier.op);
  const auto& b = arch::isa::info(later.op);
  const bool both = (a.is_load || a.is_store) && (b.is_load || b.is_store);
  if (both && (a.is_store || b.is_store)) needed = 1;
  if (ends_block(later)) needed = std::max(needed, 0);
  return needed;
}

TEST(Scheduler, RandomBlocksKeepEveryHazard) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Code code = random_block(seed);
    const auto& operations = code.blocks[0].operations;
    for (const ScheduleOrder order : {ScheduleOrder::kCriticalPath, ScheduleOrder::kSource}) {
      std::map<int, int> slot;
      const BlockSchedule schedule = schedule_block(code, code.blocks[0], order);
      for (std::size_t i = 0; i < schedule.size(); ++i) {
        for (const int half : {schedule[i].main, schedule[i].aux}) {
          if (half == kEmptyHalf) continue;
          ASSERT_TRUE(slot.emplace(half, static_cast<int>(i)).second);
        }
      }
      ASSERT_EQ(slot.size(), operations.size());
      for (std::size_t i = 0; i < operations.size(); ++i)
        for (std::size_t j = i + 1; j < operations.size(); ++j) {
          const int needed = distance(code, operations[i], operations[j]);
          if (needed < 0) continue;
          ASSERT_GE(slot[static_cast<int>(j)], slot[static_cast<int>(i)] + needed)
              << "seed " << seed << ", operations " << i << " and " << j;
        }
    }
  }
}

}  // namespace

}  // namespace bspike::kernels
