// Owns the linking of a micro workload into an Image.
#include "kernels/micro/compile_micro.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "arch/base/diagnostics.hpp"
#include "arch/program/image_tools.hpp"
#include "kernels/image_writer.hpp"
#include "kernels/micro/micro_workloads.hpp"
#include "kernels/training_schedule.hpp"

namespace bspike::kernels {

namespace {

using arch::base::CompileError;

const MicroWorkload& workload_of(const MicroSpec& spec) {
  return micro_workloads()[static_cast<std::size_t>(spec.workload)];
}

std::map<std::string, bool> given_parameters(const MicroSpec& spec) {
  return {{"words", spec.words != 0},
          {"source_physical", spec.source_physical.has_value()},
          {"receivers_physical", !spec.receivers_physical.empty()},
          {"tiles", spec.tiles != 0},
          {"bytes", spec.bytes != 0},
          {"target_memory", spec.target_memory != 0},
          {"weights_memory", spec.weights_memory != 0},
          {"elements", spec.elements != 0},
          {"rows", spec.rows != 0},
          {"columns", spec.columns != 0},
          {"loads", spec.loads != 0},
          {"repeats", spec.repeats != 0}};
}

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void check_parameters(const MicroSpec& spec) {
  const MicroWorkload& workload = workload_of(spec);
  arch::base::DiagnosticSink sink;
  for (const auto& [name, given] : given_parameters(spec)) {
    const bool needed = has(workload.needs, name);
    if (given ? needed || has(workload.takes, name) : !needed) continue;
    arch::base::Diagnostic problem;
    problem.key_path = "micro." + name;
    problem.message = std::string("workload ") + workload.name +
                      (given ? " does not take this parameter" : " needs this parameter");
    sink.add(std::move(problem));
  }
  sink.throw_if_any<CompileError>();
}

ProgramSet programs_of(const MicroSpec& spec, const arch::Machine& machine) {
  LabelTable labels;
  MemoryPlanner memory(machine, labels);
  const std::vector<std::uint64_t> no_code(machine.chip.tiles, 0);
  MicroProgram program(machine, memory, no_code);
  workload_of(spec).build(program, spec);
  memory.check_addressable();
  std::vector<const Superstep*> supersteps;
  for (const Superstep& superstep : program.supersteps()) supersteps.push_back(&superstep);
  return build_programs(supersteps, machine);
}

arch::Schedule sequence_of(std::vector<arch::ScheduleNode> nodes) {
  arch::Schedule schedule = empty_schedule();
  for (arch::ScheduleNode& node : nodes) {
    schedule.nodes[0].children.push_back(static_cast<std::uint32_t>(schedule.nodes.size()));
    schedule.nodes.push_back(std::move(node));
  }
  return schedule;
}

}  // namespace

arch::Image compile_micro(const MicroSpec& spec, const arch::Machine& machine) {
  check_parameters(spec);
  const ProgramSet programs = programs_of(spec, machine);
  arch::Image image;
  LabelTable labels;
  MemoryPlanner memory(machine, labels);
  const std::vector<std::uint64_t> code_bytes = programs.code_bytes();
  MicroProgram program(machine, memory, code_bytes);
  workload_of(spec).build(program, spec);
  ImageWriter writer(machine, programs, labels, memory, image);
  std::vector<arch::ScheduleNode> nodes;
  for (const Superstep& superstep : program.supersteps()) {
    nodes.push_back(writer.add_superstep(superstep));
  }
  image.samples_per_step = 1;
  image.setup = empty_schedule();
  image.step = sequence_of(std::move(nodes));
  writer.close_memory(program.tiles(), program.groups().groups());
  for (const TileData& data : program.data()) {
    writer.add_data(data.tile, data.address, std::as_bytes(std::span(data.words)));
  }
  writer.finish(program.tiles());
  image.tensors = program.tensors();
  arch::verify_image(image, machine);
  return image;
}

}  // namespace bspike::kernels
