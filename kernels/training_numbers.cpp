// Owns the layout and the calls of trained numbers.
#include "kernels/training_numbers.hpp"

#include <limits>

#include "kernels/layer_traits.hpp"
#include "kernels/replicas/replica_steps.hpp"
#include "models/neurons/neuron_table.hpp"

namespace bspike::kernels {
namespace {

using arch::MemoryCategory;
using models::Population;
using models::Training;

constexpr std::uint32_t kPair = 8;
constexpr const char* kOwnWeight = "V";

// The numbers in the order of the records: the model's trainable ones, the threshold last; then V.
std::vector<std::string> number_names(const Population& population) {
  std::vector<std::string> names;
  if (has_records(population)) {
    for (const auto& info : models::neuron_table()[population.model].parameters)
      if (info.training != Training::kNever && info.name != "threshold")
        names.emplace_back(info.name);
    names.emplace_back("threshold");
  }
  if (population.recurrence == models::Recurrence::kOneToOne) names.emplace_back(kOwnWeight);
  return names;
}

// What isn't trained is as the codelets see it.
NumberLayout describe(const Job& job, std::uint32_t index, const std::string& name) {
  const Population& population = job.network.layer(index);
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  NumberLayout number;
  number.name = name;
  const auto learned = population.learned.find(name);
  number.trained = learned != population.learned.end();
  number.shared = !number.trained || learned->second == models::Scope::kLayer;
  number.initial = static_cast<float>(job.codelets.layers[index].numbers.at(name));
  const auto* info = models::find_parameter(models::neuron_table()[population.model], name);
  const bool share = info != nullptr && info->training == Training::kShare;
  number.low = share ? 0 : -kInfinity;
  number.high = share ? 1 : kInfinity;
  return number;
}

std::uint64_t value_bytes(const SliceLayout& slice, const NumberLayout& number) {
  return std::uint64_t{kPair} * (number.shared ? 1 : slice.planes);
}

void allocate_number(const Job& job, SliceLayout& slice, NumberLayout& number, const TakeFn& take) {
  const std::uint64_t bytes = value_bytes(slice, number);
  number.value = take(number.name, MemoryCategory::kWeights, bytes);
  if (!number.trained || !job.training()) return;
  number.gradient = take(number.name + ".gradient", MemoryCategory::kGradients, bytes);
  if (number.shared)
    number.plane_sums = take(number.name + ".sums", MemoryCategory::kExchangeBuffer,
                             std::uint64_t{kPair} * slice.planes);
  else
    number.plane_sums = number.gradient;
  for (const std::string& state : job.codelets.optimizer_states)
    number.optimizer_states.push_back(
        take(number.name + "." + state, MemoryCategory::kOptimizerState, bytes));
}

// Value and sum of each number side by side, so that one pointer reaches them.
void allocate_records(const Job& job, SliceLayout& slice, const TakeFn& take) {
  const Population& population = job.network.layer(slice.slice.layer);
  const std::uint32_t own = population.recurrence == models::Recurrence::kOneToOne ? 1 : 0;
  const auto in_record = static_cast<std::uint32_t>(slice.numbers.size()) - own;
  const std::uint32_t bytes = 2 * kPair * in_record;
  slice.record_bytes = std::uint64_t{bytes} * slice.step_pairs();
  if (in_record > 0)
    slice.records = take("numbers", MemoryCategory::kNeuronState, slice.record_bytes);
  for (std::uint32_t i = 0; i < in_record; ++i) {
    slice.numbers[i].records = slice.records + 2 * kPair * i;
    slice.numbers[i].sums = slice.numbers[i].records + kPair;
    slice.numbers[i].record_bytes = bytes;
  }
  if (own == 0) return;
  slice.own_weights = take("own_weights", MemoryCategory::kNeuronState, slice.step_bytes);
  if (job.training())
    slice.own_sums = take("own_sums", MemoryCategory::kNeuronState, slice.step_bytes);
  NumberLayout& weight = slice.numbers.back();
  weight.records = slice.own_weights;
  weight.sums = slice.own_sums;
  weight.record_bytes = kPair;
}

// Arguments that spreading and summing have in common.
std::vector<NamedWord> record_words(const StepContext& context, const SliceLayout& slice,
                                    const NumberLayout& number, std::uint32_t records) {
  return {{"records", records},     {"record_bytes", number.record_bytes},
          {"value", number.value},  {"value_stride", number.shared ? 0u : kPair},
          {"planes", slice.planes}, {"batch", context.job.network.batch}};
}

NamedNumbers limits(const NumberLayout& number) {
  return {{"low", number.low}, {"high", number.high}};
}

std::uint32_t layer_planes(const LayerLayout& layer) {
  std::uint32_t planes = 0;
  for (const SliceLayout& slice : layer.slices) planes += slice.planes;
  return planes;
}

// To all tiles of the layer, behind each other in the order of the replicas and slices.
std::vector<arch::Transfer> sum_transfers(const StepContext& context, const LayerLayout& layer,
                                          std::size_t number) {
  std::vector<TileBuffer> blocks;
  for (const SliceLayout& slice : layer.slices)
    blocks.push_back({slice.slice.tile, slice.numbers[number].plane_sums, slice.planes * kPair});
  const std::uint32_t own = context.layout.replica * layer_planes(layer) * kPair;
  const auto tiles = in_all_replicas(context, layer.tiles);
  return gather_multicast(blocks, context.groups.intern(tiles),
                          layer.slices.front().numbers[number].layer_sums + own);
}

}  // namespace

void allocate_numbers(const Job& job, SliceLayout& slice, const TakeFn& take) {
  for (NumberLayout& number : slice.numbers) allocate_number(job, slice, number, take);
  if (!slice.numbers.empty()) allocate_records(job, slice, take);
}

void plan_shared_numbers(const Job& job, std::uint32_t index, LayerLayout& layer,
                         MemoryPlanner& memory) {
  const Population& population = job.network.layer(index);
  const std::string prefix = "layer" + std::to_string(index) + ".";
  for (const std::string& name : number_names(population)) {
    NumberLayout number = describe(job, index, name);
    if (number.trained && number.shared && job.training())
      number.layer_sums = memory.allocate_common(
          layer.tiles, {prefix + name + ".layer_sums", MemoryCategory::kExchangeBuffer,
                        std::uint64_t{kPair} * layer_planes(layer) * job.placement.replicas});
    for (SliceLayout& slice : layer.slices) slice.numbers.push_back(number);
  }
}

void add_number_spreads(const StepContext& context, const SliceLayout& slice, WorkTable& work) {
  const arch::TileId tile = slice.slice.tile;
  const auto zero = [&](std::uint32_t address, std::uint64_t bytes) {
    work.add(tile, call_of("fill_zero", {{"address", address}, {"pairs", bytes / kPair}}));
  };
  if (slice.records != 0) zero(slice.records, slice.record_bytes);
  if (slice.own_sums != 0) zero(slice.own_sums, slice.step_bytes);
  for (const NumberLayout& number : slice.numbers) {
    const NamedNumbers numbers = limits(number);
    work.add(tile, call_of("spread_number", record_words(context, slice, number, number.records),
                           &numbers));
  }
}

std::vector<Superstep> number_supersteps(const StepContext& context) {
  WorkTable work;
  Superstep step{"update", "", "numbers", {}, {}};
  for (const LayerLayout& layer : context.layout.layers) {
    for (const SliceLayout& slice : layer.slices)
      for (const NumberLayout& number : slice.numbers) {
        if (!number.trained) continue;
        auto words = record_words(context, slice, number, number.sums);
        words.push_back({"gradient", number.plane_sums});
        const NamedNumbers numbers = limits(number);
        work.add(slice.slice.tile, call_of("number_gradient", words, &numbers));
      }
    for (std::size_t i = 0; i < layer.slices.front().numbers.size(); ++i)
      if (layer.slices.front().numbers[i].layer_sums != 0)
        step.exchange.push_back(sum_transfers(context, layer, i));
  }
  step.work = work.take();
  if (step.work.empty()) return {};
  return {std::move(step)};
}

void add_shared_updates(const StepContext& context, const SliceLayout& slice, WorkTable& work) {
  const LayerLayout& layer = context.layout.layers[slice.slice.layer];
  const std::uint32_t pairs = layer_planes(layer) * context.job.placement.replicas;
  for (const NumberLayout& number : slice.numbers) {
    if (!number.trained || !number.shared) continue;
    work.add(slice.slice.tile, call_of("sum_lanes", {{"pairs", pairs},
                                                     {"source", number.layer_sums},
                                                     {"destination", number.gradient}}));
    const UpdateOf update{context.job.codelets.number_optimizer, 1, number.value, number.gradient,
                          number.optimizer_states};
    work.add(slice.slice.tile, update_call(context, update));
  }
}

}  // namespace bspike::kernels
