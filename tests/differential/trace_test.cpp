// Tests the traces of whole runs: that they are strict JSON, add up to the report, change nothing,
// are the same however the run is executed, and say what they leave out.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "sim/engine/compiled/compiled_executor.hpp"
#include "tests/support/run_program.hpp"
#include "tests/support/strict_trace.hpp"

namespace bspike::tests {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

const std::string kTiny = "configs/runs/tiny.yaml";

struct TracedRun {
  ProgramResult program;
  StrictTrace trace;
  std::string bytes;
  json report;
  std::string tiles_csv, supersteps_csv;
};

TracedRun traced(const std::vector<std::string>& options, const std::string& name = "t.json.gz") {
  const TemporaryFolder folder;
  std::vector<std::string> arguments = {"run", "--out", folder.path().string(), "--trace",
                                        (folder.path() / name).string()};
  arguments.insert(arguments.end(), options.begin(), options.end());
  TracedRun run{run_bspike(arguments), {}, "", {}, "", ""};
  EXPECT_EQ(run.program.exit_code, 0) << run.program.err;
  run.trace = read_strict_trace(folder.path() / name);
  run.bytes = read_file(folder.path() / name);
  run.report = json::parse(read_file(folder.path() / "report.json"));
  run.tiles_csv = read_file(folder.path() / "tiles.csv");
  run.supersteps_csv = read_file(folder.path() / "supersteps.csv");
  return run;
}

// Rows of a CSV file without quotes, by column.
std::vector<std::map<std::string, std::string>> rows_of(const std::string& csv) {
  std::istringstream lines(csv);
  std::string head, line;
  std::getline(lines, head);
  std::vector<std::map<std::string, std::string>> rows;
  while (std::getline(lines, line)) {
    std::istringstream names(head), cells(line);
    std::string name, cell;
    rows.emplace_back();
    while (std::getline(names, name, ',')) {
      cell.clear();
      std::getline(cells, cell, ',');
      rows.back()[name] = cell;
    }
  }
  return rows;
}

std::uint64_t number(const std::map<std::string, std::string>& row, const std::string& column) {
  return std::stoull(row.at(column));
}

// Whatever a track holds, its spans follow on in cycles and their times are those cycles.
void expect_no_gap(const TracedRun& run, const std::string& track) {
  const double clock = run.report.at("machine").at("clock_hz");
  std::uint64_t cycle = 0;
  for (const TraceSpan& span : run.trace.tracks.at(track)) {
    const auto at = [&](std::uint64_t when) {
      return static_cast<std::uint64_t>(std::llround(static_cast<double>(when) * 1e9 / clock));
    };
    ASSERT_EQ(span.begin_ns, at(cycle)) << track << " cycle " << cycle;
    cycle += span.cycles();
    ASSERT_EQ(span.end_ns, at(cycle)) << track << " cycle " << cycle;
  }
  EXPECT_EQ(cycle, run.report.at("totals").at("cycles").get<std::uint64_t>()) << track;
}

void expect_sums(const TracedRun& run, const std::string& track, const json& rows) {
  std::map<std::string, std::uint64_t> wanted, found;
  for (const json& row : rows)
    wanted[row.at("name").get<std::string>()] = row.at("cycles").get<std::uint64_t>();
  for (const TraceSpan& span : run.trace.tracks.at(track)) found[span.name] += span.cycles();
  EXPECT_EQ(found, wanted) << track;
}

void expect_tiles_of_the_report(const TracedRun& run) {
  for (const auto& row : rows_of(run.tiles_csv)) {
    const auto track = run.trace.tracks.find("tile " + row.at("tile"));
    if (track == run.trace.tracks.end()) continue;
    for (const char* part : {"compute", "wait", "sync", "exchange"})
      EXPECT_EQ(run.trace.cycles(track->first, part), number(row, std::string(part) + "_cycles"))
          << track->first << " " << part;
    expect_no_gap(run, track->first);
  }
}

void expect_supersteps_of_the_report(const TracedRun& run) {
  const auto rows = rows_of(run.supersteps_csv);
  const auto& spans = run.trace.tracks.at("supersteps");
  ASSERT_EQ(spans.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(spans[i].name, rows[i].at("kind"));
    EXPECT_EQ(spans[i].args.at("superstep"), i);
    EXPECT_EQ(spans[i].args.at("critical_tile"), number(rows[i], "critical_tile"));
    EXPECT_EQ(spans[i].args.at("exchange_bytes"), number(rows[i], "exchange_bytes"));
    EXPECT_EQ(spans[i].cycles(), number(rows[i], "compute_cycles") +
                                     number(rows[i], "sync_cycles") +
                                     number(rows[i], "exchange_cycles"));
  }
}

void expect_host_of_the_report(const TracedRun& run) {
  const auto& spans = run.trace.tracks.at("host time");
  const double seconds = run.report.at("totals").at("host_seconds");
  if (seconds == 0) {
    EXPECT_TRUE(spans.empty());
    return;
  }
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    EXPECT_EQ(spans[i].begin_ns, i == 0 ? 0 : spans[i - 1].end_ns);
    if (spans[i].name == "rendezvous" || spans[i].name == "call overhead") continue;
    bytes += spans[i].args.at("bytes_to_chip").get<std::uint64_t>() +
             spans[i].args.at("bytes_from_chip").get<std::uint64_t>();
  }
  EXPECT_NEAR(static_cast<double>(spans.back().end_ns), seconds * 1e9, 1);
  EXPECT_EQ(bytes, run.report.at("host").at("bytes_in").get<std::uint64_t>() +
                       run.report.at("host").at("bytes_out").get<std::uint64_t>());
  EXPECT_EQ(run.trace.marks.at("host transfers").size() +
                run.report.at("host").at("phases").get<std::size_t>() +
                run.report.at("host").value("calls", std::size_t{0}),
            spans.size());
}

void expect_all_of_the_report(const TracedRun& run) {
  const auto& whole = run.trace.tracks.at("run");
  ASSERT_EQ(whole.size(), 1u);
  EXPECT_EQ(whole[0].args.at("seconds"), run.report.at("totals").at("seconds"));
  for (const char* track : {"run", "steps", "supersteps", "critical path", "phases"})
    expect_no_gap(run, track);
  for (const char* part : {"compute", "sync", "exchange"})
    EXPECT_EQ(run.trace.cycles("critical path", part),
              run.report.at("phases").at(std::string(part) + "_cycles").get<std::uint64_t>());
  expect_sums(run, "phases", run.report.at("by_phase"));
  expect_sums(run, "layers", run.report.at("by_layer"));
  expect_supersteps_of_the_report(run);
  expect_tiles_of_the_report(run);
  expect_host_of_the_report(run);
}

std::size_t tile_tracks(const StrictTrace& trace) {
  std::size_t count = 0;
  for (const auto& [name, spans] : trace.tracks) count += name.rfind("tile ", 0) == 0 ? 1 : 0;
  return count;
}

TEST(Traces, AddUpToTheReport) {
  const TracedRun run = traced({kTiny, "--steps", "2"});
  EXPECT_EQ(tile_tracks(run.trace), 8u);
  EXPECT_EQ(run.trace.tracks.at("steps").size(),
            2u + (run.trace.tracks.at("steps")[0].name == "setup"));
  EXPECT_TRUE(run.trace.other.at("left_out").empty());
  expect_all_of_the_report(run);
}

// Each step is a call: its transfers share no rendezvous with the next one's.
TEST(Traces, ShowTheHostsOwnTimeOfAwaitedCalls) {
  const TracedRun run = traced({kTiny, "--steps", "3", "--set", "run.call_overhead=250us"});
  expect_all_of_the_report(run);
  std::size_t calls = 0;
  for (const TraceSpan& span : run.trace.tracks.at("host time")) {
    if (span.name != "call overhead") continue;
    EXPECT_EQ(span.end_ns - span.begin_ns, 250'000u);
    ++calls;
  }
  EXPECT_EQ(calls, 3u);
  EXPECT_EQ(run.trace.tracks.at("host time").back().name, "call overhead");
}

TEST(Traces, OfMicroRunsAndImagesAddUpToo) {
  expect_all_of_the_report(traced({"configs/runs/micro/multicast.yaml", "--trace-tiles", "0-8"}));
  const TemporaryFolder folder;
  const std::string image = (folder.path() / "tiny.image").string();
  ASSERT_EQ(run_bspike({"run", kTiny, "--emit", "image=" + image}).exit_code, 0);
  const TracedRun from_image = traced({image, "--steps", "2"});
  expect_all_of_the_report(from_image);
  EXPECT_EQ(from_image.bytes, traced({kTiny, "--steps", "2"}).bytes);
}

// Each label that a program uses is a span where it belongs, and in the legend; no other is there.
TEST(Traces, ShowEveryPhaseLayerAndKindOfTheProgram) {
  const TracedRun run = traced({kTiny, "--steps", "1"});
  const json& legend = run.trace.other.at("legend");
  const std::pair<const char*, const char*> kTracks[] = {
      {"phases", "phases"}, {"layers", "layers"}, {"superstep_kinds", "supersteps"}};
  for (const auto& [key, track] : kTracks) {
    std::set<std::string> named, seen;
    for (const json& name : legend.at(key)) named.insert(name);
    for (const TraceSpan& span : run.trace.tracks.at(track)) seen.insert(span.name);
    EXPECT_EQ(seen, named) << track;
    EXPECT_FALSE(named.empty()) << track;
  }
  for (const auto& [name, spans] : run.trace.tracks) {
    const bool of_tile = name.rfind("tile ", 0) == 0;
    EXPECT_TRUE(of_tile || legend.at("tracks").contains(name)) << name;
    for (const TraceSpan& span : spans)
      EXPECT_TRUE(!of_tile || legend.at("tile_parts").contains(span.name)) << span.name;
  }
  for (const auto& [name, values] : run.trace.counters)
    EXPECT_TRUE(legend.at("counters").contains(name)) << name;
  EXPECT_EQ(run.trace.counters.size(), legend.at("counters").size());
}

struct Outcome {
  json report;
  std::string files;
};

Outcome outcome_of(std::vector<std::string> options) {
  const TemporaryFolder folder;
  const std::string out = (folder.path() / "out").string();
  options.insert(options.begin(), {"run", "--quiet", "--out", out, "--save", out + "/saved",
                                   "--dump", "hidden.mem"});
  EXPECT_EQ(run_bspike(options, BSPIKE_SOURCE_DIR).exit_code, 0);
  Outcome outcome{json::parse(read_file(out + "/report.json")), ""};
  outcome.report.erase("simulator");
  for (const char* file : {"supersteps.csv", "tiles.csv", "memory.csv", "saved", "hidden.mem.npy"})
    outcome.files += read_file(out + "/" + file);
  return outcome;
}

TEST(Traces, ChangeNeitherValuesNorCyclesNorReports) {
  const TemporaryFolder folder;
  const Outcome without = outcome_of({kTiny, "--steps", "2"});
  const Outcome with =
      outcome_of({kTiny, "--steps", "2", "--trace", (folder.path() / "t.json").string()});
  EXPECT_EQ(with.report.dump(), without.report.dump());
  EXPECT_EQ(with.files, without.files);
}

TEST(Traces, AreTheSameForAnyEngineAndNumberOfThreads) {
  std::vector<std::string> engines = {"interpreter", "auto"};
  if (sim::has_code_generator()) engines.push_back("compiled");
  const std::string wanted = traced({kTiny, "--steps", "1", "--engine", "interpreter"}).bytes;
  for (const std::string& engine : engines) {
    for (const char* threads : {"1", "2", "4", "7"}) {
      EXPECT_EQ(traced({kTiny, "--steps", "1", "--engine", engine, "--threads", threads}).bytes,
                wanted)
          << engine << " " << threads;
    }
  }
}

TEST(Traces, AreCompressedByTheirName) {
  const TracedRun packed = traced({kTiny, "--steps", "1"});
  const TracedRun plain = traced({kTiny, "--steps", "1"}, "t.json");
  EXPECT_EQ(plain.bytes.substr(0, 2), "{\"");
  EXPECT_EQ(packed.bytes.substr(0, 2), "\x1f\x8b");
  EXPECT_LT(packed.bytes.size() * 5, plain.bytes.size());
  EXPECT_EQ(packed.trace.other, plain.trace.other);
}

TEST(Traces, ShowTheTilesThatAreChosen) {
  const TracedRun run = traced({kTiny, "--steps", "1", "--trace-tiles", "6,1-2"});
  EXPECT_EQ(tile_tracks(run.trace), 3u);
  EXPECT_EQ(run.trace.other.at("tiles"), json({1, 2, 6}));
  EXPECT_THAT(run.program.out, HasSubstr("left out: 5 of 8 tiles that take part"));
  expect_all_of_the_report(run);
}

// A chip with idle tiles: what takes part in nothing has no track.
TEST(Traces, LeaveIdleTilesOut) {
  const TracedRun run =
      traced({kTiny, "--steps", "1", "--machine", "bow", "--trace-tiles", "0-1471"});
  EXPECT_EQ(tile_tracks(run.trace), run.report.at("tiles").at("active").get<std::size_t>());
  EXPECT_LT(tile_tracks(run.trace), 1472u);
  EXPECT_THAT(run.program.out, HasSubstr("take part in nothing"));
  expect_all_of_the_report(run);
}

TEST(Traces, ShowTheTimeThatIsChosen) {
  const TracedRun all = traced({kTiny, "--steps", "1"});
  const TracedRun part = traced({kTiny, "--steps", "1", "--trace-time", "20us..30us"});
  for (const auto& [track, spans] : all.trace.tracks) {
    if (track == "run" || track == "host time") continue;
    std::size_t wanted = 0;
    for (const TraceSpan& span : spans)
      wanted += span.begin_ns < 30'000 && span.end_ns > 20'000 ? 1 : 0;
    EXPECT_EQ(part.trace.tracks.at(track).size(), wanted) << track;
  }
  EXPECT_EQ(part.trace.cycles("run"), all.trace.cycles("run"));
  EXPECT_THAT(part.program.out, HasSubstr("outside the cycles that --trace-time names"));
  // The same in cycles: 1.325 GHz, so 26,500 to 39,750.
  const TracedRun cycles =
      traced({kTiny, "--steps", "1", "--trace-time", "26500cycles..39750cycles"});
  EXPECT_EQ(cycles.bytes, part.bytes);
  EXPECT_EQ(traced({kTiny, "--steps", "1", "--trace-time", "0us.."}).bytes, all.bytes);
}

// Whole supersteps of tiles are there up to a cycle, and none behind it; the chip goes on.
TEST(Traces, StayBelowTheirLimit) {
  const TracedRun run = traced({kTiny, "--steps", "40", "--trace-limit", "1500kB"}, "limited.json");
  EXPECT_LE(run.bytes.size(), 1'500'000u);
  EXPECT_THAT(run.program.out, HasSubstr("of tiles from cycle"));
  EXPECT_FALSE(run.trace.other.at("left_out").empty());
  std::set<std::uint64_t> last;
  for (const auto& [track, spans] : run.trace.tracks) {
    if (track.rfind("tile ", 0) == 0)
      last.insert(spans.back().args.at("superstep").get<std::uint64_t>());
  }
  EXPECT_EQ(last.size(), 1u);
  EXPECT_LT(*last.begin(), run.trace.tracks.at("supersteps").size());
  EXPECT_EQ(run.trace.cycles("run"), run.report.at("totals").at("cycles").get<std::uint64_t>());
}

// Ctrl-C: what is complete is written, the trace too, and it says that the run was cut.
TEST(Traces, OfARunThatIsCutReachToItsEnd) {
  const TemporaryFolder folder;
  const ProgramResult result = run_shell(
      shell_quoted(BSPIKE_BINARY) + " run " + shell_quoted(BSPIKE_SOURCE_DIR "/" + kTiny) +
          " --quiet --steps 100000000 --out . --trace t.json & pid=$!; sleep 1; kill -INT $pid; "
          "wait $pid",
      folder.path());
  EXPECT_EQ(result.exit_code, 130) << result.err;
  const StrictTrace trace = read_strict_trace(folder.path() / "t.json");
  const json report = json::parse(read_file(folder.path() / "report.json"));
  EXPECT_EQ(trace.other.at("complete_run"), false);
  EXPECT_EQ(trace.cycles("run"), report.at("totals").at("cycles").get<std::uint64_t>());
  EXPECT_EQ(trace.tracks.at("run")[0].args.at("steps"), report.at("run").at("steps"));
}

// Many supersteps: as many tiles as viewers show, spread over those that take part.
TEST(Traces, ChooseFewerTilesForLongRuns) {
  const TracedRun run = traced({kTiny, "--steps", "1600", "--trace-time", "0cycles..1cycles"});
  const double supersteps = run.report.at("totals").at("supersteps");
  EXPECT_EQ(tile_tracks(run.trace), static_cast<std::size_t>(5e5 / supersteps));
  EXPECT_LT(tile_tracks(run.trace), 8u);
  EXPECT_GE(tile_tracks(run.trace), 1u);
}

}  // namespace
}  // namespace bspike::tests
