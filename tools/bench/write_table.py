#!/usr/bin/env python3
# Owns the tables of docs/performance.md: from the JSON of measure.py, between two markers.
"""Use: write_table.py RESULTS.json docs/performance.md"""

import json
import sys

BEGIN = "<!-- measured: written by tools/bench.sh -->"
END = "<!-- end of measured -->"
KINDS = ["interpreter", "compiled", "native"]
SWITCHED = ["without_prefetch", "profiled"]
SLOWEST = 60  # codelets that the table shows
TITLES = {
    "gather_16": "gather of rows of 16 f32",
    "gather_64": "gather of rows of 64 f32",
    "leaky": "leaky neurons with exp",
    "half_dot": "f16 dot product",
    "branchy": "branchy integer code",
}


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return lines + [""]


def count(value):
    return f"{value:,.0f}"


def kernels(found):
    rows = []
    for name, counters in found.items():
        kernel, warmth = name.split("/")[1].rsplit("_", 1)
        interpreted, compiled, native = (counters[kind + "_MIPS"] for kind in KINDS)
        ratios = [f"{native / compiled:.1f}", f"{compiled / interpreted:.1f}"]
        in_turns = counters.get("native_in_turns_MIPS")
        rows.append([f"{TITLES[kernel]}, {warmth}", count(interpreted), count(compiled), count(native)]
                    + [count(in_turns) if in_turns else ""] + ratios
                    + [count(counters[kind + "_MIPS"]) for kind in SWITCHED])
    head = ["kernel", "interpreter", "compiled", "native", "native, in turns", "native / compiled", "compiled / interpreter",
            "compiled, no prefetch", "compiled, lines profiled"]
    return ["Millions of simulated instructions a second of processor time:", ""] + table(head, rows)


def codelets(found):
    by_name = {}
    for name, counters in found.items():
        if not name.startswith("codelet/"):
            continue
        _, engine, codelet = name.split("/")[:3]
        by_name.setdefault(codelet, {})[engine] = counters["MIPS"]
    rows = [[f"`{name}`", count(mips["interpreter"]), count(mips.get("compiled", 0))]
            for name, mips in sorted(by_name.items(), key=lambda item: item[1]["interpreter"])]
    text = [f"Codelets on one warm tile, their launches included: the {SLOWEST} slowest of {len(rows)}, the slowest first; `nothing`,",
            "`index_add` and `spike_flags` have no loop. Left out are those that walk tables which the benchmark doesn't make:", ""]
    rows = rows[:SLOWEST]
    return text + table(["codelet", "interpreter", "compiled"], rows)


def runs(found):
    rows = []
    for name, variants in found.items():
        for run in variants:
            shares = run["shares"]
            rest = 1 - sum(shares.values())
            rows.append([name, run["engine"], str(run["threads"]), f"{run['processor_seconds']:.1f}",
                         f"{run['wall_seconds']:.1f}", count(run["instructions"] / 1e6),
                         count(run["tile_cycles"] / 1e6 / run["processor_seconds"]),
                         count(run["instructions"] / 1e6 / run["processor_seconds"]),
                         count(run["peak_rss_bytes"] / 2**20)]
                        + [f"{100 * shares[part]:.0f}" for part in ("execute", "exchange", "stream", "clock")]
                        + [f"{100 * rest:.0f}"])
    head = ["run", "engine", "threads", "processor s", "wall s", "M instructions", "M tile-cycles/s", "MIPS",
            "MiB", "execute %", "exchange %", "streams %", "SystemC %", "rest %"]
    text = ["Whole commands; processor time is all of it, wall time that of the run; rates are a second of processor time,",
            "shares are of the wall time:", ""]
    return text + table(head, rows)


def scaling(found):
    rows = []
    for name, points in found.items():
        for point in points:
            rows.append([name, str(point["x"]), f"{point['seconds']:.3f}", f"{1e3 * point['seconds'] / point['x']:.3f}"])
    return ["Processor time of a step of the quickstart's network, start-up taken off (of all steps, where they vary):", ""] + table(
        ["against", "value", "s", "ms for one"], rows)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        results = json.load(file)
    host = results["host"]
    lines = [BEGIN, f"On {host['processor']}, {host['cores']} cores, load average {host['load']:.1f}.", ""]
    for name, write in (("kernels", kernels), ("runs", runs), ("scaling", scaling), ("codelets", codelets)):
        if name in results:
            lines += write(results[name])
    lines.append(END)
    with open(sys.argv[2], encoding="utf-8") as file:
        text = file.read()
    before, rest = text.split(BEGIN)
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(before + "\n".join(lines) + rest.split(END)[1])


if __name__ == "__main__":
    main()
