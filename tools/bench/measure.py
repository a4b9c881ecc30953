#!/usr/bin/env python3
# Owns the speed measurements: processor time of kernels, codelets, whole runs and scaling, as JSON.
"""The speed measurements of tools/bench.sh: kernels, codelets, whole runs and scaling.

Everything is measured in processor time, so that neighbours on the host count as little as they
can; results go to a JSON file, from which write_table.py makes the tables of docs/performance.md.
"""

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile

RUNS = {
    "quickstart": "configs/runs/quickstart.yaml",
    "digits": "configs/runs/digits.yaml",
    "published sparse step": "configs/runs/sparse/log_2hid_10.yaml",
}
TILES = [64, 368, 1472, 5888]
STEPS = [2, 4, 8, 16]
BATCHES = [8, 16, 32, 64]


def benchmarks(binary, pattern):
    """The counters of Google Benchmark, by name."""
    command = [binary, f"--benchmark_filter={pattern}", "--benchmark_format=json"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found = {}
    for row in json.loads(text)["benchmarks"]:
        if row.get("error_occurred") and row["error_message"].startswith("no size for"):
            continue  # a codelet that the benchmark makes no tables for
        if row.get("error_occurred"):
            sys.exit(f"bspike: the benchmark {row['name']} failed: {row['error_message']}")
        found[row["name"]] = {k: v for k, v in row.items() if "MIPS" in k or k == "ms_a_superstep"}
    return found


def run(binary, config, *options):
    """One command: its report, and the processor time of the whole of it."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as out:
        command = [binary, "run", config, "--quiet", "--out", out, *options]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"bspike: '{' '.join(command)}' failed: {done.stderr.strip()}")
        with open(os.path.join(out, "report.json"), encoding="utf-8") as file:
            report = json.load(file)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return report, seconds


def whole_run(binary, config, threads, engine):
    report, seconds = run(binary, config, "--threads", str(threads), "--engine", engine)
    simulator = report["simulator"]
    tile_cycles = report["totals"]["cycles"] * report["machine"]["tiles"]
    wall = simulator["wall_seconds"]
    parts = {name: simulator[name + "_seconds"] for name in ("execute", "exchange", "stream", "clock")}
    return {
        "threads": threads,
        "engine": engine,
        "processor_seconds": seconds,
        "wall_seconds": wall,
        "instructions": simulator["instructions"],
        "tile_cycles": tile_cycles,
        "peak_rss_bytes": simulator["peak_rss_bytes"],
        "shares": {name: value / wall for name, value in parts.items()},
    }


def machine_of(tiles):
    rows = max(23, (tiles + 63) // 64)  # 16 columns of 4 tiles a row
    return f"machine={{extends: bow, name: bow{tiles}, chip: {{tiles: {tiles}, rows: {rows}}}}}"


def hidden(size):
    return f"network.layers[0].size={size}"


def step_seconds(binary, steps, *settings):
    """Processor time of a step, compiling and start-up taken off: from runs that differ in steps."""
    options = ["--threads", "1"]
    for setting in settings:
        options += ["--set", setting]
    config = RUNS["quickstart"]
    _, short = run(binary, config, "--steps", "1", *options)
    _, long = run(binary, config, "--steps", str(1 + steps), *options)
    return (long - short) / steps


def scaling(binary):
    def points(values, measure):
        return [{"x": value, "seconds": measure(value)} for value in values]

    return {
        "tiles, a neuron each, batch of 2": points(
            TILES, lambda n: step_seconds(binary, 4, machine_of(n), hidden(n), "network.batch=2")),
        "idle tiles beside 64 with work": points(
            TILES, lambda n: step_seconds(binary, 4, machine_of(n), hidden(118))),
        "steps": points(STEPS, lambda n: n * step_seconds(binary, n)),
        "samples a batch": points(
            BATCHES, lambda n: step_seconds(binary, 4, f"network.batch={n}")),
    }


def whole_runs(binary):
    found = {}
    for name, config in RUNS.items():
        found[name] = [whole_run(binary, config, 1, "interpreter"), whole_run(binary, config, 1, "auto"),
                       whole_run(binary, config, 2, "auto")]
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True, help="build folder")
    parser.add_argument("--out", required=True, help="JSON file to write")
    parser.add_argument("--parts", default="kernels,codelets,runs,scaling")
    given = parser.parse_args()
    perf, bspike = given.build + "/tests/bspike_perf", given.build + "/bspike"
    parts = {
        "kernels": lambda: benchmarks(perf, "^engines"),
        "codelets": lambda: benchmarks(perf, "^codelet/|^empty_superstep"),
        "runs": lambda: whole_runs(bspike),
        "scaling": lambda: scaling(bspike),
    }
    results = {}
    if os.path.exists(given.out):
        with open(given.out, encoding="utf-8") as file:
            results = json.load(file)
    results["host"] = {"processor": processor(), "cores": os.cpu_count(),
                       "load": os.getloadavg()[0], "system": platform.system()}
    for name in given.parts.split(","):
        results[name] = parts[name]()
        with open(given.out, "w", encoding="utf-8") as file:
            json.dump(results, file, indent=1)


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.machine()


if __name__ == "__main__":
    main()
