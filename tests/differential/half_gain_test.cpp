// Owns what f16 saves, in bytes of memory and cycles of supersteps, for one network on 16 tiles;
// the table of docs/half_precision.md, which BSPIKE_REBASE=1 writes.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "arch/base/random.hpp"
#include "kernels/compile.hpp"
#include "sim/run.hpp"
#include "tests/support/small_network.hpp"
#include "tools/driver/host_streams.hpp"

namespace bspike {
namespace {

struct Setting {
  const char* name;
  kernels::NumberTypes types;
};

const std::vector<Setting>& settings() {
  static const std::vector<Setting> kSettings{{"f32", {}},
                                              {"weights", {1, 0, 0, 0}},
                                              {"states", {0, 1, 0, 0}},
                                              {"gradients", {0, 0, 1, 0}},
                                              {"all", {1, 1, 1, 0}},
                                              {"all, accumulation", {1, 1, 1, 1}}};
  return kSettings;
}

// Bytes over all tiles by category; cycles a call by phase and layer.
struct Cost {
  std::map<std::string, std::uint64_t> bytes;
  std::map<std::string, std::uint64_t> cycles;
  std::uint64_t exchanged = 0, peak = 0, total = 0;
};

models::StepInput input_of(const models::Network& network) {
  models::StepInput input;
  std::uint64_t draw = 0;
  for (std::uint32_t list = 0; list < network.time_steps * network.batch; ++list) {
    auto& ids = input.ids.emplace_back();
    for (std::uint32_t neuron = 0; neuron < network.input().size; ++neuron)
      if (arch::base::random_bits(3, 1, draw++) % 8 == 0) ids.push_back(neuron);
  }
  input.targets.assign(network.batch, 1);
  return input;
}

Cost cost_of(const kernels::NumberTypes& types) {
  const models::Network network = tests::make_network(
      {.sizes = {64, 256, 128, 10}, .time_steps = 10, .batch = 32, .loss = "ce_rate"});
  arch::Machine machine = arch::load_machine(BSPIKE_SOURCE_DIR "/configs/machines/bow.yaml");
  kernels::Mapping mapping;
  mapping.tiles = 16;
  mapping.types = types;
  const arch::Image image =
      kernels::compile(network, models::initial_parameters(network), machine, mapping);
  tools::HostStreams host(image, network, [&](std::uint64_t) { return input_of(network); });
  sim::RunOptions options;
  options.steps = 1;
  const sim::RunResult result = sim::run(image, machine, host, options);
  EXPECT_EQ(result.fault.message, "");
  Cost cost;
  for (const sim::MemoryRow& tile : result.memory) {
    for (const auto& [category, bytes] : tile.by_category) cost.bytes[category] += bytes;
    cost.peak = std::max(cost.peak, tile.total_bytes);
  }
  for (const sim::SuperstepKindRow& kind : result.kinds)
    cost.cycles[kind.kind + (kind.layer.empty() ? "" : " " + kind.layer)] +=
        kind.cycles.compute_cycles / kind.count;
  cost.exchanged = result.exchange_bytes_sent;
  cost.total = result.total_cycles;
  return cost;
}

TEST(HalfGain, EachKindHalvesItsBytes) {
  const Cost single = cost_of({});
  const Cost weights = cost_of({1, 0, 0, 0});
  const Cost states = cost_of({0, 1, 0, 0});
  const Cost gradients = cost_of({0, 0, 1, 0});
  // Rows and planes may be padded by a few neurons; the loss keeps its own history in f32.
  const auto halved = [&](const Cost& cost, const char* category) {
    const double share = static_cast<double>(cost.bytes.at(category)) /
                         static_cast<double>(single.bytes.at(category));
    EXPECT_GT(share, 0.49) << category;
    EXPECT_LT(share, 0.56) << category;
  };
  halved(weights, "weights");
  halved(states, "activation_history");
  halved(gradients, "gradients");
  EXPECT_LT(gradients.exchanged, single.exchanged);
}

TEST(HalfGain, MostSuperstepsTakeFewerCycles) {
  const Cost single = cost_of({});
  const Cost all = cost_of({1, 1, 1, 0});
  for (const char* kind :
       {"forward layer0", "forward layer1", "backward layer0", "backward layer1"})
    EXPECT_LT(all.cycles.at(kind), single.cycles.at(kind)) << kind;
  EXPECT_LT(all.cycles.at("forward layer1"), 0.75 * single.cycles.at("forward layer1"));
  EXPECT_LT(all.cycles.at("backward layer1"), 0.75 * single.cycles.at("backward layer1"));
  EXPECT_LT(all.total, single.total);
  EXPECT_LT(all.peak, single.peak);
}

std::string row_of(const std::string& name, const std::vector<std::uint64_t>& values) {
  std::string row = "| " + name + " |";
  for (const std::uint64_t value : values) row += " " + std::to_string(value) + " |";
  return row + "\n";
}

std::string table() {
  std::vector<Cost> costs;
  std::string text = "| |";
  std::string line = "|---|";
  for (const Setting& setting : settings()) {
    costs.push_back(cost_of(setting.types));
    text += std::string(" ") + setting.name + " |";
    line += "---|";
  }
  text += "\n" + line + "\n";
  const auto row = [&](const std::string& name, const auto& value) {
    std::vector<std::uint64_t> values;
    for (const Cost& cost : costs) values.push_back(value(cost));
    text += row_of(name, values);
  };
  for (const char* category : {"weights", "gradients", "activation_history", "optimizer_state",
                               "neuron_state", "exchange_buffers"})
    row(std::string("bytes of ") + category,
        [&](const Cost& cost) { return cost.bytes.at(category); });
  row("bytes of the fullest tile", [](const Cost& cost) { return cost.peak; });
  row("bytes sent", [](const Cost& cost) { return cost.exchanged; });
  for (const auto& [kind, cycles] : costs.front().cycles)
    row("cycles of " + kind, [&kind = kind](const Cost& cost) { return cost.cycles.at(kind); });
  row("cycles of the step", [](const Cost& cost) { return cost.total; });
  return text;
}

TEST(HalfGain, TableIsAsCommitted) {
  const std::string page = BSPIKE_SOURCE_DIR "/docs/half_precision.md";
  std::ostringstream read;
  read << std::ifstream(page).rdbuf();
  std::string text = read.str();
  const std::string mark = "table of gains.\n\n";
  const std::size_t found = text.find(mark);
  ASSERT_NE(found, std::string::npos);
  const std::size_t first = found + mark.size();
  const std::size_t end = text.find("\n\n", first) + 1;
  const std::string wanted = table();
  if (std::getenv("BSPIKE_REBASE") != nullptr) {
    text.replace(first, end - first, wanted);
    std::ofstream(page) << text;
    return;
  }
  EXPECT_EQ(text.substr(first, end - first), wanted);
}

}  // namespace
}  // namespace bspike
