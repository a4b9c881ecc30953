// Tests the tracks of tiles and of the chip against a schedule worked out on paper.
#include "sim/trace/tile_tracks.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include "sim/trace/path_tracks.hpp"
#include "tests/support/strict_trace.hpp"

namespace bspike::sim {
namespace {

using tests::TraceSpan;

// Two kinds in one phase; the second has no layer.
arch::Image two_supersteps() {
  arch::Image image;
  image.labels = {"forward", "layer0", "first \"kind\"", "second"};
  image.step.nodes.resize(3);
  image.step.nodes[0].children = {1, 2};
  for (const std::uint32_t node : {1u, 2u}) {
    image.step.nodes[node].kind = arch::ScheduleKind::kSuperstep;
    image.step.nodes[node].phase_label = 0;
    image.step.nodes[node].kind_label = node + 1;
  }
  image.step.nodes[1].layer_label = 0 + 1;
  return image;
}

SuperstepRecord record_of(std::uint32_t node, std::uint64_t bytes) {
  SuperstepRecord record;
  record.node = node;
  record.participants = 2;
  record.exchange_bytes = bytes;
  return record;
}

// A file of its own, removed at the end.
struct OwnFile {
  std::filesystem::path path =
      testing::TempDir() + "bspike-trace-" + std::to_string(getpid()) + ".json";
  ~OwnFile() { std::filesystem::remove(path); }
};

TraceRequest request_of(const OwnFile& file) {
  TraceRequest request;
  request.file = file.path;
  return request;
}

struct PathSink final : SuperstepSink {
  PathTracks* path = nullptr;
  void complete(const SuperstepRecord& record) override { path->complete(record); }
};

// The paper schedule of timeline_test.cpp, at 1 GHz: a cycle is a nanosecond. Tiles 0 and 1 are
// released 30 and 35 cycles after the last arrival.
//   superstep 0: compute 100 and 60: last arrival 100; releases 130, 135; exchange 10 and 40:
//     ready 140, 175.
//   superstep 1: compute 50 and 20: arrivals 190, 195; releases 225, 230; no exchange.
//   a last trip of 7 cycles on tile 0: 232, so the run ends at 232.
tests::StrictTrace trace_on_paper(const TraceRequest& request) {
  const arch::Image image = two_supersteps();
  TraceEvents events(request, 1e9);
  const SuperstepNames names(image);
  PathTracks path(events, names);
  TileTracks tiles(events, names, {0, 1});
  for (const TraceProcess process :
       {TraceProcess::kChip, TraceProcess::kHost, TraceProcess::kTiles})
    events.name_process(process, name_of(process).name);
  for (const TrackRow& row : trace_tracks())
    events.name_track(row.process, row.number, row.name.name);
  for (const char* tile : {"tile 0", "tile 1"})
    events.name_track(TraceProcess::kTiles,
                      kFirstTileTrack + static_cast<std::uint32_t>(tile[5] - '0'), tile);
  PathSink sink;
  sink.path = &path;
  Timeline timeline(2, {0, 1}, {30, 35}, sink, &tiles);
  (void)timeline.arrive(record_of(1, 64), std::vector<TileCompute>{{0, 100, 7}, {1, 60, 9}});
  (void)timeline.release();
  (void)timeline.exchange(std::vector<ExchangeTime>{{0, 10}, {1, 40}});
  (void)timeline.arrive(record_of(2, 0), std::vector<TileCompute>{{0, 50, 7}, {1, 20, 9}});
  (void)timeline.release();
  (void)timeline.exchange({});
  timeline.charge(std::vector<arch::TileId>{0}, 7);
  path.finish(timeline.finish());
  events.finish("otherData", "{}");
  return tests::read_strict_trace(request.file);
}

void expect_spans(
    const std::vector<TraceSpan>& found,
    const std::vector<std::tuple<std::string, std::uint64_t, std::uint64_t>>& wanted) {
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const auto& [name, begin, end] = wanted[i];
    EXPECT_EQ(found[i].name, name) << i;
    EXPECT_EQ(found[i].begin_ns, begin) << i;
    EXPECT_EQ(found[i].end_ns, end) << i;
    EXPECT_EQ(found[i].cycles(), end - begin) << i;
  }
}

TEST(TileTracks, TwoSuperstepsOnPaper) {
  const OwnFile file;
  const auto trace = trace_on_paper(request_of(file));
  expect_spans(trace.tracks.at("tile 0"), {{"compute", 0, 100},
                                           {"sync", 100, 130},
                                           {"exchange", 130, 140},
                                           {"compute", 140, 190},
                                           {"wait", 190, 195},
                                           {"sync", 195, 225},
                                           {"compute", 225, 232}});
  expect_spans(trace.tracks.at("tile 1"), {{"compute", 0, 60},
                                           {"wait", 60, 100},
                                           {"sync", 100, 135},
                                           {"exchange", 135, 175},
                                           {"compute", 175, 195},
                                           {"sync", 195, 230},
                                           {"wait", 230, 232}});
  const TraceSpan& compute = trace.tracks.at("tile 1")[0];
  EXPECT_EQ(compute.args.at("kind"), "first \"kind\"");
  EXPECT_EQ(compute.args.at("launch_cycles"), 9);
  EXPECT_EQ(trace.tracks.at("tile 1")[4].args.at("superstep"), 1);
}

// Tile 0 is critical first, then tile 1, and the end is tile 0's.
TEST(PathTracks, TwoSuperstepsOnPaper) {
  const OwnFile file;
  const auto trace = trace_on_paper(request_of(file));
  expect_spans(trace.tracks.at("critical path"), {{"compute", 0, 100},
                                                  {"sync", 100, 135},
                                                  {"exchange", 135, 175},
                                                  {"compute", 175, 195},
                                                  {"sync", 195, 225},
                                                  {"compute", 225, 232}});
  expect_spans(trace.tracks.at("supersteps"), {{"first \"kind\"", 0, 175}, {"second", 175, 225}});
  expect_spans(trace.tracks.at("phases"), {{"forward", 0, 225}});
  expect_spans(trace.tracks.at("layers"), {{"layer0", 0, 175}});
  expect_spans(trace.tracks.at("steps"), {{"step 0", 0, 225}});
  ASSERT_EQ(trace.counters.at("exchange bytes").size(), 2u);
  EXPECT_EQ(trace.counters.at("exchange bytes")[0].args.at("bytes"), 64);
  EXPECT_EQ(trace.counters.at("critical tile")[1].begin_ns, 175u);
  EXPECT_EQ(trace.counters.at("critical tile")[1].args.at("tile"), 1);
}

// Behind 190 and before 200: what touches the edges alone is not there.
TEST(TileTracks, OfATimeAlone) {
  const OwnFile file;
  TraceRequest request = request_of(file);
  request.begin = TraceMoment{190, std::nullopt};
  request.end = TraceMoment{0, 195e-9};
  const auto trace = trace_on_paper(request);
  expect_spans(trace.tracks.at("tile 0"), {{"wait", 190, 195}});
  expect_spans(trace.tracks.at("tile 1"), {{"compute", 175, 195}});
  expect_spans(trace.tracks.at("supersteps"), {{"second", 175, 225}});
}

}  // namespace
}  // namespace bspike::sim
