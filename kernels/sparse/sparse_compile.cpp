// Owns the order of compilation of the sparse program: lay out, list supersteps, build programs,
// link, verify.
#include "kernels/sparse/sparse_compile.hpp"

#include <spdlog/spdlog.h>

#include "arch/base/diagnostics.hpp"
#include "arch/program/image_tools.hpp"
#include "kernels/parameter_data.hpp"
#include "kernels/sparse/sparse_tables.hpp"

namespace bspike::kernels::sparse {
namespace {

std::vector<const Superstep*> all_supersteps(const SparseProgram& program) {
  std::vector<const Superstep*> result;
  for (const auto* list : {&program.start, &program.forward, &program.loss, &program.backward_start,
                           &program.backward, &program.update}) {
    for (const Superstep& superstep : *list) result.push_back(&superstep);
  }
  return result;
}

// Which codelets a tile calls does not depend on addresses.
ProgramSet programs_of(const SparseJob& job) {
  LabelTable labels;
  MemoryPlanner memory(job.machine, labels);
  GroupTable groups;
  const SparseLayout layout =
      plan_sparse_layout(job, std::vector<std::uint64_t>(job.machine.chip.tiles, 0), memory);
  memory.check_fit();
  const SparseProgram program = sparse_program({job, layout, groups});
  return build_programs(all_supersteps(program), job.machine);
}

SparseNodes add_program(ImageWriter& writer, const SparseProgram& program) {
  return {writer.add_supersteps(program.start),
          writer.add_supersteps(program.forward),
          writer.add_supersteps(program.loss),
          writer.add_supersteps(program.backward_start),
          writer.add_supersteps(program.backward),
          writer.add_supersteps(program.update),
          program.backward_reductions};
}

arch::Image link(const SparseJob& job, const ProgramSet& programs,
                 const models::ParameterSet& parameters) {
  arch::Image image;
  LabelTable labels;
  MemoryPlanner memory(job.machine, labels);
  GroupTable groups;
  const SparseLayout layout = plan_sparse_layout(job, programs.code_bytes(), memory);
  const SparseContext context{job, layout, groups};
  ImageWriter writer(job.machine, programs, labels, memory, image);
  const SparseNodes nodes = add_program(writer, sparse_program(context));
  add_streams(context, image);
  image.samples_per_step = job.batch;
  image.setup = {{arch::ScheduleNode{}}};
  image.step = sparse_schedule(context, nodes, image.streams);
  writer.close_memory(layout.tiles, groups.groups());
  add_data(context, parameters, writer);
  writer.finish(layout.tiles);
  add_tensors(context, image);
  add_series(context, image);
  return image;
}

}  // namespace

arch::Image compile_sparse(const models::Network& network, const models::ParameterSet& parameters,
                           const arch::Machine& machine, const Mapping& mapping, Purpose purpose) {
  if (purpose != Purpose::kTraining) {
    arch::base::raise<arch::base::CompileError>(
        {}, "mapping.program", "the program sparse_bptt trains and knows no inference",
        "evaluate with program layer_by_layer");
  }
  check_parameters(network, parameters);
  const SparseJob job = make_job(network, machine, mapping);
  const ProgramSet programs = programs_of(job);
  arch::Image image = link(job, programs, parameters);
  arch::verify_image(image, machine);
  spdlog::debug("compiled {} sparse layers for {} tiles of {}: {} programs, {} plans",
                network.layers(), image.tiles, machine.name, image.programs.size(),
                image.exchanges.size());
  return image;
}

}  // namespace bspike::kernels::sparse
