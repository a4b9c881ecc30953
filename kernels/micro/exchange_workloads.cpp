// Owns the micro workloads that move words between tiles.
// Every tile that takes part runs one empty vertex before the exchange, as a program that reads its
// cycle counter around a phase does.
#include <algorithm>
#include <set>

#include "arch/base/diagnostics.hpp"
#include "kernels/micro/micro_workloads.hpp"

namespace bspike::kernels {

namespace {

using arch::TileId;
using arch::Transfer;

std::uint32_t bytes_of(const MicroSpec& spec) { return static_cast<std::uint32_t>(4 * spec.words); }

// Root and the others of a collective.
struct Collective {
  TileId root = 0;
  std::vector<TileId> others;
};

Collective collective_of(MicroProgram& program, const MicroSpec& spec) {
  const std::vector<TileId> tiles = first_tiles(program.machine(), spec);
  Collective result;
  result.root =
      spec.source_physical ? tile_at(program.machine(), *spec.source_physical) : TileId{0};
  for (const TileId tile : tiles) {
    if (tile != result.root) result.others.push_back(tile);
  }
  if (result.others.size() == tiles.size() || result.others.empty()) {
    arch::base::raise<arch::base::CompileError>(
        {}, "micro", "a collective needs its root and another tile among its tiles");
  }
  program.use(tiles);
  return result;
}

void fill(MicroProgram& program, std::span<const TileId> tiles, std::uint32_t address,
          std::uint64_t words) {
  for (const TileId tile : tiles) program.data(tile, address, micro_numbers(tile, words));
}

void exchange(MicroProgram& program, const std::string& kind, std::vector<Transfer> transfers) {
  Superstep superstep = same_call(program.tiles(), kind, call_of("nothing", {}));
  superstep.exchange.push_back(std::move(transfers));
  program.superstep(std::move(superstep));
}

// One sender, any receivers, one message.
void send_to_all(MicroProgram& program, const MicroSpec& spec, TileId source,
                 const std::vector<TileId>& receivers, const std::string& kind) {
  const std::vector<TileId> sources{source};
  const std::uint32_t from = program.buffer(sources, "source", bytes_of(spec));
  const std::uint32_t to = program.buffer(receivers, "destination", bytes_of(spec));
  fill(program, sources, from, spec.words);
  program.tensor("source", arch::ElementType::kF32, sources, from, spec.words);
  program.tensor("destination", arch::ElementType::kF32, receivers, to, spec.words);
  exchange(program, kind, {{source, program.groups().intern(receivers), from, to, bytes_of(spec)}});
}

// Buffers of a gather: each tile's message, and the root's row of them.
struct GatherBuffers {
  std::uint32_t from = 0, to = 0;
};

GatherBuffers gather(MicroProgram& program, const MicroSpec& spec, const Collective& tiles,
                     const std::string& kind) {
  const std::vector<TileId> roots{tiles.root};
  GatherBuffers buffers;
  buffers.from = program.buffer(tiles.others, "source", bytes_of(spec));
  buffers.to = program.buffer(roots, "destination", tiles.others.size() * bytes_of(spec));
  fill(program, tiles.others, buffers.from, spec.words);
  program.tensor("source", arch::ElementType::kF32, tiles.others, buffers.from, spec.words);
  program.tensor("destination", arch::ElementType::kF32, roots, buffers.to,
                 tiles.others.size() * spec.words);
  const std::uint32_t group = program.groups().single(tiles.root);
  std::vector<Transfer> transfers;
  std::uint32_t to = buffers.to;
  for (const TileId tile : tiles.others) {
    transfers.push_back({tile, group, buffers.from, to, bytes_of(spec)});
    to += bytes_of(spec);
  }
  exchange(program, kind, std::move(transfers));
  return buffers;
}

}  // namespace

void build_multicast(MicroProgram& program, const MicroSpec& spec) {
  const TileId source = tile_at(program.machine(), spec.source_physical.value_or(0));
  std::set<TileId> receivers;
  for (const std::int64_t physical : spec.receivers_physical) {
    receivers.insert(tile_at(program.machine(), static_cast<std::uint64_t>(physical)));
  }
  std::set<TileId> all = receivers;
  if (!all.insert(source).second) {
    arch::base::raise<arch::base::CompileError>({}, "micro.receivers_physical",
                                                "the source cannot be among the receivers");
  }
  program.use({all.begin(), all.end()});
  send_to_all(program, spec, source, {receivers.begin(), receivers.end()}, "multicast");
}

void build_broadcast(MicroProgram& program, const MicroSpec& spec) {
  const Collective tiles = collective_of(program, spec);
  send_to_all(program, spec, tiles.root, tiles.others, "broadcast");
}

void build_gather(MicroProgram& program, const MicroSpec& spec) {
  (void)gather(program, spec, collective_of(program, spec), "gather");
}

void build_reduce(MicroProgram& program, const MicroSpec& spec) {
  if (spec.words % 2 != 0) {
    arch::base::raise<arch::base::CompileError>({}, "micro.words",
                                                "a reduction needs an even number of words");
  }
  const Collective tiles = collective_of(program, spec);
  const std::vector<TileId> roots{tiles.root};
  const std::uint32_t sum = program.buffer(roots, "sum", bytes_of(spec));
  program.tensor("sum", arch::ElementType::kF32, roots, sum, spec.words);
  const GatherBuffers buffers = gather(program, spec, tiles, "gather");
  const Call call = call_of("reduce_blocks", {{"pairs", spec.words / 2},
                                              {"source", buffers.to},
                                              {"blocks", tiles.others.size()},
                                              {"block_stride", bytes_of(spec)},
                                              {"destination", sum}});
  program.superstep(same_call(roots, "reduce", call));
}

void build_scatter(MicroProgram& program, const MicroSpec& spec) {
  const Collective tiles = collective_of(program, spec);
  const std::vector<TileId> roots{tiles.root};
  const std::uint64_t words = tiles.others.size() * spec.words;
  const std::uint32_t from = program.buffer(roots, "source", 4 * words);
  const std::uint32_t to = program.buffer(tiles.others, "destination", bytes_of(spec));
  fill(program, roots, from, words);
  program.tensor("source", arch::ElementType::kF32, roots, from, words);
  program.tensor("destination", arch::ElementType::kF32, tiles.others, to, spec.words);
  std::vector<Transfer> transfers;
  std::uint32_t next = from;
  for (const TileId tile : tiles.others) {
    transfers.push_back({tiles.root, program.groups().single(tile), next, to, bytes_of(spec)});
    next += bytes_of(spec);
  }
  exchange(program, "scatter", std::move(transfers));
}

void build_all_to_all(MicroProgram& program, const MicroSpec& spec) {
  const std::vector<TileId> tiles = first_tiles(program.machine(), spec);
  program.use(tiles);
  const std::uint64_t words = tiles.size() * spec.words;
  const std::uint32_t from = program.buffer(tiles, "source", 4 * words);
  const std::uint32_t to = program.buffer(tiles, "destination", 4 * words);
  fill(program, tiles, from, words);
  program.tensor("source", arch::ElementType::kF32, tiles, from, words);
  program.tensor("destination", arch::ElementType::kF32, tiles, to, words);
  const auto message = [&](std::size_t i, std::size_t j) {
    const std::uint32_t bytes = bytes_of(spec);
    return Transfer{tiles[i], program.groups().single(tiles[j]),
                    from + static_cast<std::uint32_t>(j) * bytes,
                    to + static_cast<std::uint32_t>(i) * bytes, bytes};
  };
  std::vector<Transfer> transfers = all_to_all(tiles.size(), tiles.size(), message);
  std::erase_if(transfers, [&](const Transfer& transfer) {
    return program.groups().single(transfer.source) == transfer.group;
  });
  exchange(program, "all_to_all", std::move(transfers));
}

}  // namespace bspike::kernels
