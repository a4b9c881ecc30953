// Owns the order of compilation: place, lay out, list supersteps, build programs, link, verify.
#include "kernels/compile.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <set>
#include <utility>

#include "arch/base/diagnostics.hpp"
#include "arch/program/image_tools.hpp"
#include "kernels/dense/dense_compile.hpp"
#include "kernels/half/half_rules.hpp"
#include "kernels/image_writer.hpp"
#include "kernels/parameter_data.hpp"
#include "kernels/placement/replicas.hpp"
#include "kernels/replicas/replica_steps.hpp"
#include "kernels/sparse/sparse_compile.hpp"
#include "kernels/training_schedule.hpp"
#include "kernels/training_steps.hpp"
#include "kernels/training_tables.hpp"

namespace bspike::kernels {
namespace {

// Input ids travel as u16.
void check_input(const models::Network& network) {
  constexpr std::uint32_t kMost = 65536;
  if (network.constant_input()) {
    arch::base::raise<arch::base::CompileError>(
        {}, "network.input.signal", "the program layer_by_layer has no constant inputs",
        "choose the program matrix_unit in the mapping section, or an encoder of spikes");
  }
  if (network.input().size <= kMost) return;
  arch::base::raise<arch::base::CompileError>(
      {}, "network.input",
      std::to_string(network.input().size) + " input neurons are more than " +
          std::to_string(kMost) + ", the most that 16-bit ids can name");
}

// What this program would silently leave out.
void check_layers(const models::Network& network) {
  for (std::uint32_t l = 0; l < network.layers(); ++l) {
    const auto& record = models::loss_table()[network.loss.row].record;
    if (network.layer(l).list && l + 1 == network.layers() &&
        record == models::LossRecord::kMembranes) {
      arch::base::raise<arch::base::CompileError>(
          {}, "network." + network.layer(l).name,
          "an output layer with a spike list has no loss of its membranes",
          "choose a loss of spikes, or leave the list out");
    }
    if (network.projection(l).is_conv())
      conv::check_convolution(network.projection(l).convolution, network.layer(l).name);
  }
}

std::vector<const Superstep*> all_supersteps(const TrainingSteps& steps) {
  std::vector<const Superstep*> result{&steps.zero};
  for (const auto* list : {&steps.slice_input, &steps.forward, &steps.loss_step, &steps.final_loss,
                           &steps.slice_backward, &steps.backward, &steps.numbers, &steps.gather}) {
    for (const Superstep& superstep : *list) result.push_back(&superstep);
  }
  result.push_back(&steps.update);
  return result;
}

// Codelets of a tile do not depend on addresses, so a layout without code tells which programs
// there are, and how large the code in front of everything else is.
ProgramSet programs_of(const Job& job) {
  LabelTable labels;
  MemoryPlanner memory(job.machine, labels);
  GroupTable groups;
  const Layout layout =
      plan_layout(job, std::vector<std::uint64_t>(job.machine.chip.tiles, 0), memory);
  memory.check_addressable();
  const TrainingSteps steps = replicated_steps(job, replicated(job, layout), groups);
  return build_programs(all_supersteps(steps), job.machine);
}

// By tile of the first replica: room for the largest of the programs in its place, since all
// replicas are laid out alike.
std::vector<std::uint64_t> code_bytes(const Job& job, const ProgramSet& programs) {
  std::vector<std::uint64_t> bytes = programs.code_bytes();
  const std::uint32_t distance = job.placement.replica_tiles;
  const std::uint32_t first = job.mapping.first_tile;
  for (std::uint32_t replica = 1; replica < job.placement.replicas; ++replica)
    for (std::uint32_t tile = first; tile < first + distance; ++tile)
      bytes[tile] = std::max(bytes[tile], bytes[tile + replica * distance]);
  return bytes;
}

StepNodes add_steps(ImageWriter& writer, const TrainingSteps& steps, bool training) {
  StepNodes nodes;
  nodes.start = writer.add_supersteps(steps.share);
  nodes.zero = writer.add_superstep(steps.zero);
  nodes.slice_input = writer.add_supersteps(steps.slice_input);
  nodes.forward = writer.add_supersteps(steps.forward);
  nodes.loss_step = writer.add_supersteps(steps.loss_step);
  nodes.final_loss = writer.add_supersteps(steps.final_loss);
  nodes.slice_backward = writer.add_supersteps(steps.slice_backward);
  nodes.backward = writer.add_supersteps(steps.backward);
  nodes.update = writer.add_supersteps(steps.numbers);
  for (arch::ScheduleNode& node : writer.add_supersteps(steps.gather))
    nodes.update.push_back(std::move(node));
  if (training) nodes.update.push_back(writer.add_superstep(steps.update));
  return nodes;
}

void add_conv_tables(const LayerLayout& layer, ImageWriter& writer) {
  for (const SliceLayout& slice : layer.slices) {
    writer.add_data(slice.slice.tile, layer.conv->table_base, layer.conv->tables);
    writer.add_data(slice.slice.tile, slice.conv->plane_table,
                    std::as_bytes(std::span(slice.conv->plane_words)));
  }
}

void add_segment_tables(const Layout& layout, bool training, ImageWriter& writer) {
  for (const LayerLayout& layer : layout.layers) {
    for (const arch::TileId tile : layer.tiles) {
      writer.add_data(tile, layer.segment_table, std::as_bytes(std::span(layer.segments)));
      if (layer.own)
        writer.add_data(tile, layer.own->segment_table,
                        std::as_bytes(std::span(layer.own->segments)));
    }
    if (layer.conv) add_conv_tables(layer, writer);
    if (!layer.list) continue;
    writer.add_data(layer.list->tile, layer.list->segment_table,
                    std::as_bytes(std::span(layer.list->segments)));
  }
  if (!training) return;
  writer.add_data(layout.loss.tile, layout.loss.segment_table,
                  std::as_bytes(std::span(layout.loss.segments)));
  if (!layout.loss.class_segments.empty()) {
    writer.add_data(layout.loss.tile, layout.loss.class_segment_table,
                    std::as_bytes(std::span(layout.loss.class_segments)));
  }
}

// Tiles with work or traffic in the loops over time.
std::vector<arch::TileId> loop_tiles(const Job& job, std::span<const Layout> layouts) {
  std::set<arch::TileId> tiles;
  for (const Layout& layout : layouts) {
    tiles.insert(layout.neuron_tiles.begin(), layout.neuron_tiles.end());
    for (const InputTileLayout& input : layout.inputs) tiles.insert(input.tile);
    if (job.training() && job.each_step_loss()) tiles.insert(layout.loss.tile);
  }
  return {tiles.begin(), tiles.end()};
}

arch::Image link(const Job& job, const ProgramSet& programs,
                 const models::ParameterSet& parameters) {
  arch::Image image;
  LabelTable labels;
  MemoryPlanner memory(job.machine, labels);
  GroupTable groups;
  const Layout first = plan_layout(job, code_bytes(job, programs), memory);
  const std::vector<Layout> layouts = replicated(job, first);
  std::vector<arch::TileId> tiles;
  for (const Layout& layout : layouts) {
    if (layout.replica > 0)
      memory.repeat(first.tiles, layout.replica * job.placement.replica_tiles);
    tiles.insert(tiles.end(), layout.tiles.begin(), layout.tiles.end());
  }
  const TrainingSteps steps = replicated_steps(job, layouts, groups);
  ImageWriter writer(job.machine, programs, labels, memory, image);
  const StepNodes nodes = add_steps(writer, steps, job.training());
  add_streams(job, layouts, groups, image);
  const TimeLoop loop{job.network.time_steps, first.counter,
                      groups.intern(loop_tiles(job, layouts))};
  image.samples_per_step = static_cast<double>(job.samples());
  image.setup = empty_schedule();
  image.step = step_schedule(nodes, loop, image.streams);
  writer.close_memory(tiles, groups.groups());
  for (const Layout& layout : layouts) {
    add_parameter_data(job, layout, parameters, writer);
    add_segment_tables(layout, job.training(), writer);
  }
  writer.finish(tiles);
  add_tensors(job, layouts, image);
  add_series(job, image);
  return image;
}

}  // namespace

arch::Image compile(const models::Network& network, const models::ParameterSet& parameters,
                    const arch::Machine& machine, const Mapping& mapping, Purpose purpose) {
  conv::check_program(network, mapping);
  check_types(network, mapping);
  check_no_replicas(mapping);
  if (mapping.program == kProgramSparseBptt) {
    return sparse::compile_sparse(network, parameters, machine, mapping, purpose);
  }
  if (mapping.program == kProgramMatrixUnit) {
    return dense::compile_dense(network, parameters, machine, mapping, purpose);
  }
  check_input(network);
  check_layers(network);
  check_parameters(network, parameters);
  Placement placement = place(network, machine, mapping);
  models::Network share = network;
  share.batch /= placement.replicas;
  const Job job{share,
                machine,
                mapping,
                purpose,
                typed_codelets(network_codelets(network, purpose), network, mapping, purpose),
                std::move(placement)};
  const ProgramSet programs = programs_of(job);
  arch::Image image = link(job, programs, parameters);
  arch::verify_image(image, machine);
  spdlog::debug("compiled {} layers for {} of {} tiles of {}: {} programs, {} plans",
                network.layers(), image.tile_images.size(), image.tiles, machine.name,
                image.programs.size(), image.exchanges.size());
  return image;
}

}  // namespace bspike::kernels
