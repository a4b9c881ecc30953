// Tests the schedule tree of a training step, and the numbers that codelets ask for by name.
#include "kernels/training_schedule.hpp"

#include <gmock/gmock.h>

#include "kernels/codelet_names.hpp"

namespace bspike::kernels {
namespace {

using arch::ScheduleKind;

// A superstep that is told by its exchange index.
arch::ScheduleNode superstep(std::uint32_t mark) {
  arch::ScheduleNode node;
  node.kind = ScheduleKind::kSuperstep;
  node.exchange = mark;
  return node;
}

// Marks in execution order, with t before each trip of a loop.
void walk(const arch::Schedule& schedule, std::uint32_t index, std::string& text) {
  const arch::ScheduleNode& node = schedule.nodes[index];
  if (node.kind == ScheduleKind::kSuperstep) text += std::to_string(node.exchange) + " ";
  if (node.kind == ScheduleKind::kHostIn) text += "in" + std::to_string(node.stream) + " ";
  if (node.kind == ScheduleKind::kHostOut) text += "out" + std::to_string(node.stream) + " ";
  const std::uint32_t trips = node.kind == ScheduleKind::kRepeat ? node.count : 1;
  for (std::uint32_t i = 0; i < trips; ++i) {
    if (node.kind == ScheduleKind::kRepeat) {
      text += "t" + std::to_string(node.first + static_cast<std::int32_t>(i) * node.step) + ": ";
    }
    for (const std::uint32_t child : node.children) walk(schedule, child, text);
  }
}

std::string order(std::size_t input_tiles) {
  StepNodes nodes;
  nodes.zero = superstep(100);
  for (std::uint32_t i = 0; i < input_tiles; ++i) {
    nodes.slice_input.push_back(superstep(10 + i));
    nodes.slice_backward.push_back(superstep(20 + i));
  }
  nodes.forward = {superstep(1), superstep(2)};
  nodes.final_loss = {superstep(3)};
  nodes.backward = {superstep(4), superstep(5)};
  nodes.update = {superstep(6)};
  const std::vector<arch::StreamInfo> streams{{"a", true, {}}, {"b", false, {}}};
  const arch::Schedule schedule = step_schedule(nodes, {3, 0x100, 0}, streams);
  std::string text;
  walk(schedule, 0, text);
  return text;
}

TEST(StepSchedule, GoesThroughTimeAndBack) {
  const std::string expected =
      "in0 100 t0: 10 1 2 t1: 10 1 2 t2: 10 1 2 3 "
      "t2: 20 5 4 t1: 20 5 4 t0: 20 5 4 6 out1 ";
  EXPECT_EQ(order(1), expected);
}

TEST(StepSchedule, InputComesFromTheTileThatKeepsTheTimeStep) {
  EXPECT_EQ(order(2),
            "in0 100 t0: 10 1 2 t1: 11 1 2 t2: 10 1 2 3 "
            "t2: 20 5 4 t1: 21 5 4 t0: 20 5 4 6 out1 ");
}

TEST(FindNumber, DerivesByName) {
  const NamedNumbers numbers{{"beta", 0.75}, {"alpha", 3}};
  EXPECT_EQ(find_number(numbers, "beta"), 0.75);
  EXPECT_EQ(find_number(numbers, "one_minus_beta"), 0.25);
  EXPECT_EQ(find_number(numbers, "half_alpha"), 1.5);
  EXPECT_DOUBLE_EQ(*find_number(numbers, "half_pi_alpha"), 4.71238898038469);
  EXPECT_FALSE(find_number(numbers, "gamma"));
  EXPECT_FALSE(find_number(numbers, "one_minus_gamma"));
}

}  // namespace
}  // namespace bspike::kernels
