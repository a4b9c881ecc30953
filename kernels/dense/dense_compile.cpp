// Owns the order of compilation of the program matrix_unit: choose grids and tiles, lay out, list
// supersteps, build programs, link, verify.
#include "kernels/dense/dense_compile.hpp"

#include <spdlog/spdlog.h>

#include <bit>

#include "arch/base/diagnostics.hpp"
#include "arch/program/image_tools.hpp"
#include "kernels/dense/dense_tables.hpp"
#include "kernels/layer_traits.hpp"
#include "kernels/parameter_data.hpp"
#include "kernels/placement/partitioner_table.hpp"
#include "kernels/training_schedule.hpp"
#include "kernels/training_tables.hpp"

namespace bspike::kernels::dense {
namespace {

using arch::TileId;

[[noreturn]] void refuse(const std::string& key, const std::string& message,
                         const std::string& hint) {
  arch::base::raise<arch::base::CompileError>({}, key, message, hint);
}

void check_network(const models::Network& network, const Mapping& mapping) {
  const std::string other = "choose another program in the mapping section";
  for (std::uint32_t layer = 0; layer < network.layers(); ++layer) {
    const std::string key = "network." + network.layer(layer).name;
    if (network.projection(layer).is_conv()) {
      refuse(key, "the program matrix_unit has no convolutions", other);
    }
    if (network.layer(layer).list) refuse(key, "the program matrix_unit has no spike lists", other);
    if (network.projection(layer).delay != 0) {
      refuse(key, "the program matrix_unit has no delays", other);
    }
    if (!is_plain(network.layer(layer)) || state_count(network.layer(layer)) != 1) {
      refuse(key,
             "the program matrix_unit has no neurons with more states than a membrane, with "
             "recurrence, with trained numbers or with a reset in the spike's own step",
             other);
    }
  }
  const models::LossRow& loss = models::loss_table()[network.loss.row];
  const bool each_step_membranes =
      loss.timing == models::LossTiming::kEachStep && loss.record == models::LossRecord::kMembranes;
  if (each_step_membranes || loss.summary != models::LossSummary::kSum) {
    refuse("network.loss",
           "the program matrix_unit has losses of sums over time of spikes or membranes, and of "
           "each step's spikes, alone",
           other);
  }
  if (mapping.hoist_constant_input && !network.constant_input()) {
    refuse("mapping.hoist_constant_input", "an input of spikes has no product to hoist",
           "set it to false, or the network's input.signal to constant");
  }
  if (!std::has_single_bit(mapping.gradient_scale)) {
    refuse("mapping.gradient_scale",
           std::to_string(mapping.gradient_scale) + " is no power of two, so scaling would round",
           "4096 is the default");
  }
}

// Tiles taken from the list in turn, around its end.
class TileSupply {
 public:
  TileSupply(const std::vector<TileId>& tiles, std::size_t first) : tiles_(tiles), next_(first) {}
  TileId take() { return tiles_[next_++ % tiles_.size()]; }
  std::vector<TileId> take(std::size_t count) {
    std::vector<TileId> result(count);
    for (TileId& tile : result) tile = take();
    return result;
  }

 private:
  const std::vector<TileId>& tiles_;
  std::size_t next_;
};

std::uint32_t pass_inputs(const Mapping& mapping) {
  return mapping.matrix_type == kMatrixF16 ? 16 : 8;
}

// Cells of a level: as many parts of the samples as give each cell a tile of its own.
std::vector<Range> cut_samples(std::uint32_t batch, std::uint32_t blocks, std::uint32_t unit,
                               std::size_t tiles) {
  return split_samples(batch, unit, static_cast<std::uint32_t>(tiles / blocks));
}

struct CellTiles {
  Placement placement;
  std::vector<TileId> loss_tiles;
};

struct Cuts {
  std::vector<std::vector<Range>> levels;
  std::vector<Range> loss;  // a sample a worker, where there are tiles for it
};

Cuts cut_all(const models::Network& network, const arch::Machine& machine, const Mapping& mapping,
             std::size_t tiles) {
  const std::uint32_t unit = pass_inputs(mapping);
  Cuts cuts;
  cuts.levels.push_back(cut_samples(network.batch, blocks_in(network.input().size), unit, tiles));
  for (std::uint32_t layer = 0; layer < network.layers(); ++layer) {
    const std::uint32_t blocks = blocks_in(network.layer(layer).size);
    cuts.levels.push_back(cut_samples(network.batch, blocks, unit, tiles));
  }
  const std::uint32_t workers = machine.worker.contexts;
  const std::uint32_t parts = (network.batch + workers - 1) / workers;
  cuts.loss = split_samples(network.batch, 1, std::min(parts, static_cast<std::uint32_t>(tiles)));
  return cuts;
}

// Cells of neurons, then of the input, then the loss, from the last tile down: products begin at
// the first.
CellTiles place_on(const models::Network& network, const std::vector<TileId>& tiles,
                   const Cuts& cuts) {
  const std::vector<TileId> backwards(tiles.rbegin(), tiles.rend());
  TileSupply supply(backwards, 0);
  CellTiles result;
  for (std::uint32_t layer = 0; layer < network.layers(); ++layer) {
    auto& slices = result.placement.layers.emplace_back();
    const std::uint32_t neurons = network.layer(layer).size;
    for (std::uint32_t first = 0; first < neurons; first += kBlock) {
      for (const Range& samples : cuts.levels[layer + 1]) {
        slices.push_back({layer, first, std::min(kBlock, neurons - first), supply.take(),
                          samples.first, samples.count});
      }
    }
  }
  const std::size_t inputs = blocks_in(network.input().size) * cuts.levels.front().size();
  result.placement.input_tiles = supply.take(inputs);
  result.loss_tiles = supply.take(cuts.loss.size());
  result.placement.loss_tile = result.loss_tiles.front();
  return result;
}

DenseJob make_job(const models::Network& network, const arch::Machine& machine,
                  const Mapping& mapping, Purpose purpose) {
  const std::vector<TileId> tiles = usable_tiles(machine, mapping);
  const Cuts cuts = cut_all(network, machine, mapping, tiles.size());
  CellTiles cells = place_on(network, tiles, cuts);
  DenseJob job{{network, machine, mapping, purpose, network_codelets(network, purpose),
                std::move(cells.placement)},
               {},
               {},
               cuts.levels,
               {},
               cuts.loss,
               std::move(cells.loss_tiles),
               mapping.matrix_type == kMatrixF16};
  job.input_tiles = job.base.placement.input_tiles;
  const GridCosts costs{machine.worker.contexts, machine.worker.issue_period_cycles,
                        job.pass_inputs(), purpose == Purpose::kTraining};
  TileSupply supply(tiles, 0);
  for (std::uint32_t layer = 0; layer < network.layers(); ++layer) {
    const ProductSize size{network.batch, network.fan_in(layer), network.layer(layer).size};
    const Grid& grid =
        job.grids.emplace_back(choose_grid(size, static_cast<std::uint32_t>(tiles.size()), costs));
    job.grid_tiles.push_back(supply.take(grid.tiles()));
  }
  return job;
}

std::vector<const Superstep*> all_supersteps(const DenseSteps& steps) {
  std::vector<const Superstep*> result{&steps.zero};
  for (const auto* list :
       {&steps.start, &steps.prepare, &steps.slice_input, &steps.forward, &steps.loss_step,
        &steps.final_loss, &steps.slice_backward, &steps.backward, &steps.update}) {
    for (const Superstep& superstep : *list) result.push_back(&superstep);
  }
  return result;
}

// Which codelets a tile calls does not depend on addresses.
ProgramSet programs_of(const DenseJob& job) {
  LabelTable labels;
  MemoryPlanner memory(job.base.machine, labels);
  GroupTable groups;
  const DenseLayout layout =
      plan_dense_layout(job, std::vector<std::uint64_t>(job.base.machine.chip.tiles, 0), memory);
  memory.check_addressable();
  const DenseSteps steps = dense_steps({job, layout, groups});
  return build_programs(all_supersteps(steps), job.base.machine);
}

StepNodes add_steps(ImageWriter& writer, const DenseSteps& steps) {
  StepNodes nodes;
  nodes.start = writer.add_supersteps(steps.start);
  nodes.zero = writer.add_superstep(steps.zero);
  nodes.prepare = writer.add_supersteps(steps.prepare);
  nodes.slice_input = writer.add_supersteps(steps.slice_input);
  nodes.forward = writer.add_supersteps(steps.forward);
  nodes.loss_step = writer.add_supersteps(steps.loss_step);
  nodes.final_loss = writer.add_supersteps(steps.final_loss);
  nodes.slice_backward = writer.add_supersteps(steps.slice_backward);
  nodes.backward = writer.add_supersteps(steps.backward);
  nodes.update = writer.add_supersteps(steps.update);
  return nodes;
}

arch::Image link(const DenseJob& job, const ProgramSet& programs,
                 const models::ParameterSet& parameters) {
  arch::Image image;
  LabelTable labels;
  MemoryPlanner memory(job.base.machine, labels);
  GroupTable groups;
  const DenseLayout layout = plan_dense_layout(job, programs.code_bytes(), memory);
  const DenseContext context{job, layout, groups};
  ImageWriter writer(job.base.machine, programs, labels, memory, image);
  const StepNodes nodes = add_steps(writer, dense_steps(context));
  add_streams(context, image);
  const TimeLoop loop{job.base.network.time_steps, layout.base.counter,
                      groups.intern(layout.loop_tiles)};
  image.samples_per_step = job.base.network.batch;
  image.setup = empty_schedule();
  image.step = step_schedule(nodes, loop, image.streams);
  writer.close_memory(layout.base.tiles, groups.groups());
  add_data(context, parameters, writer);
  writer.finish(layout.base.tiles);
  add_tensors(context, image);
  add_series(job.base, image);
  return image;
}

void log_grids(const DenseJob& job) {
  for (std::size_t layer = 0; layer < job.grids.size(); ++layer) {
    const Grid& grid = job.grids[layer];
    spdlog::debug("layer {}: {} parts of samples, {} of inputs, {} of outputs", layer,
                  grid.samples.size(), grid.inputs.size(), grid.outputs.size());
  }
}

}  // namespace

Placement place_dense(const models::Network& network, const arch::Machine& machine,
                      const Mapping& mapping) {
  const std::vector<TileId> tiles = usable_tiles(machine, mapping);
  return place_on(network, tiles, cut_all(network, machine, mapping, tiles.size())).placement;
}

arch::Image compile_dense(const models::Network& network, const models::ParameterSet& parameters,
                          const arch::Machine& machine, const Mapping& mapping, Purpose purpose) {
  check_network(network, mapping);
  check_parameters(network, parameters);
  const DenseJob job = make_job(network, machine, mapping, purpose);
  log_grids(job);
  const ProgramSet programs = programs_of(job);
  arch::Image image = link(job, programs, parameters);
  arch::verify_image(image, machine);
  spdlog::debug("compiled {} projections on the matrix unit for {} of {} tiles of {}",
                network.layers(), image.tile_images.size(), image.tiles, machine.name);
  return image;
}

}  // namespace bspike::kernels::dense
