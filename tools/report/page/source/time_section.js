// Owns the charts about where the time goes.
import { barHeight, stackedBars, tooltipText } from "./bars.js";
import { chartCard } from "./chart.js";
import { rowsOf } from "./dom.js";
import { integer, percent, shown, tick } from "./format.js";
import { axis } from "./theme.js";

const kShownRows = 20;

// Compute without launch, launch, sync, exchange: what adds up to a row's cycles.
const kParts = [
  ["compute", (row) => row.compute_cycles - row.launch_cycles],
  ["launch", (row) => row.launch_cycles],
  ["sync", (row) => row.sync_cycles],
  ["exchange", (row) => row.exchange_cycles],
];
const total = (row) => row.compute_cycles + row.sync_cycles + row.exchange_cycles;
// What tells most comes first: labels are cut at their end.
export const labelOf = (row) => [row.kind, row.layer, row.phase].filter((word, i, all) => word && all.indexOf(word) === i).join(", ");

const cycleParts = (theme, rows) => kParts.map(([name, value]) => ({ name, colour: theme.parts[name], values: rows.map(value) }));
const largest = (rows, value) => [...rows].sort((a, b) => value(b) - value(a)).slice(0, kShownRows);
const most = (runs, rows, value) => Math.max(0, ...runs.flatMap((run) => rows(run).map(value)));
const sharedMax = (runs, rows, value) => (runs.length > 1 ? most(runs, rows, value) : undefined);

function cycleBars({ id, title, about, runs, key, name, columns }) {
  const rows = (run) => run.report[key];
  const some = (run) => largest(rows(run), total);
  return chartCard({
    id, title, about, runs,
    height: (run) => barHeight(some(run).length),
    option: (run, theme, width) => stackedBars({
      theme, width, names: some(run).map(name), parts: cycleParts(theme, some(run)), unit: "cycles", title: "cycles on the critical path",
      max: sharedMax(runs, some, total),
    }),
    rows: (run) => ({ columns: run.report.columns[columns ?? key], rows: rows(run) }),
  }).element;
}

// One bar a run: the tile's mean with waiting, beside the critical path.
function meanBars(runs) {
  const parts = ["compute", "wait", "sync", "exchange"];
  const rows = (run) => [
    { view: "critical path", compute_cycles: run.report.phases.compute_cycles, wait_cycles: 0, sync_cycles: run.report.phases.sync_cycles, exchange_cycles: run.report.phases.exchange_cycles },
    { view: "tile mean", ...run.report.tile_mean },
  ];
  return chartCard({
    id: "time-parts", title: "Compute, wait, sync, exchange", runs,
    about: "The same elapsed cycles twice: along the last tile to arrive at each barrier, and as an active tile sees them on average.",
    height: barHeight(2),
    option: (run, theme, width) => stackedBars({
      theme, width, names: rows(run).map((row) => row.view), unit: "cycles", title: "cycles", max: Math.max(...runs.map((one) => one.report.totals.cycles)),
      parts: parts.map((name) => ({ name, colour: theme.parts[name], values: rows(run).map((row) => row[`${name}_cycles`]) })),
    }),
    rows: (run) => ({ columns: [{ name: "view", unit: "text" }, ...parts.map((name) => ({ name: `${name}_cycles`, unit: "cycles" }))], rows: rows(run) }),
  }).element;
}

function kernelBars(runs) {
  const rows = (run) => run.report.kernels;
  const slots = (row) => row.issue_slots;
  return chartCard({
    id: "kernels", title: "Kernels", runs, about: "Issue slots that the workers of all tiles spent in each codelet.",
    height: (run) => barHeight(Math.min(kShownRows, rows(run).length), false),
    option: (run, theme, width) => stackedBars({
      theme, width, names: largest(rows(run), slots).map((row) => row.codelet), unit: "slots", title: "issue slots",
      parts: [{ name: "issue slots", values: largest(rows(run), slots).map(slots) }], max: sharedMax(runs, rows, slots),
    }),
    rows: (run) => ({ columns: run.report.columns.kernels, rows: rows(run) }),
  }).element;
}

function criticalBars(runs) {
  const rows = (run) => rowsOf(run.critical_tiles);
  const cycles = (row) => row.compute_cycles;
  return chartCard({
    id: "critical-tiles", title: "Critical tiles", runs, about: "Tiles that arrived last at a barrier, and the compute that all others waited for.",
    height: (run) => barHeight(Math.min(kShownRows, rows(run).length), false),
    option: (run, theme, width) => stackedBars({
      theme, width, names: largest(rows(run), cycles).map((row) => `tile ${row.tile}, ${row.supersteps} ×`), unit: "cycles", title: "compute cycles while critical",
      parts: [{ name: "compute", colour: theme.parts.compute, values: largest(rows(run), cycles).map(cycles) }], max: sharedMax(runs, rows, cycles),
    }),
    rows: (run) => ({
      columns: [{ name: "tile", unit: "index" }, { name: "supersteps", unit: "count" }, { name: "compute_cycles", unit: "cycles" }], rows: rows(run),
    }),
  }).element;
}

// --- one step, superstep by superstep ------------------------------------------------------------

// The last step whose supersteps are all here, else the first one.
export function shownStep(run) {
  const rows = rowsOf(run.tables["supersteps.csv"]);
  const steps = [...new Set(rows.map((row) => row.step).filter((step) => step !== null))];
  const whole = run.tables["supersteps.csv"].total_rows === rows.length;
  const step = steps.length > 1 ? steps[steps.length - (whole ? 1 : 2)] : steps[0];
  return { step, rows: rows.filter((row) => row.step === step), whole: whole || steps.length > 1 };
}

// "step 2", and how much of it is here.
export function stepInWords(run) {
  const { step, rows, whole } = shownStep(run);
  return whole ? `step ${step ?? "–"}` : `the first ${integer(rows.length)} supersteps of step ${step}`;
}

const laneOf = (row) => [row.phase, row.layer].filter((word) => word).join(" / ");

function spansOf(rows, lanes, start) {
  return rows.flatMap((row, i) => {
    let from = row.start_cycle - start;
    return ["compute", "sync", "exchange"].map((part) => {
      const begin = from;
      from += row[`${part}_cycles`];
      return { value: [begin, from, lanes.indexOf(laneOf(row)), i], part };
    }).filter((span) => span.value[1] > span.value[0]);
  });
}

function rectangle(echartsApi, params, colour) {
  const [from, to, lane] = [0, 1, 2].map((i) => echartsApi.value(i));
  const [x, y] = echartsApi.coord([from, lane]);
  const [right] = echartsApi.coord([to, lane]);
  const height = echartsApi.size([0, 1])[1] * 0.7;
  return { type: "rect", shape: { x, y: y - height / 2, width: Math.max(0.4, right - x), height }, style: { fill: colour } };
}

function lengthOf(run) {
  const { rows } = shownStep(run);
  const last = rows[rows.length - 1];
  return rows.length ? last.start_cycle + total(last) - rows[0].start_cycle : 0;
}

function timelineOption(runs, run, theme, width) {
  const { rows } = shownStep(run);
  const start = rows.length ? rows[0].start_cycle : 0;
  const lanes = [...new Set(rows.map(laneOf))];
  const spans = spansOf(rows, lanes, start);
  const left = Math.max(80, Math.min(180, Math.round(width * 0.28)));
  const tooltip = ({ value, seriesName }) => tooltipText(labelOf(rows[value[3]]), `${seriesName}: ${integer(value[1] - value[0])} cycles from cycle ${integer(value[0] + start)}`, `critical tile ${rows[value[3]].critical_tile}`);
  return {
    legend: { top: 0, left: 0 }, tooltip: { formatter: tooltip },
    grid: { left: left + 12, right: 24, top: 34, bottom: 48 },
    xAxis: axis(theme, { type: "value", name: "cycles from the step's start", nameGap: 30, splitNumber: width < 500 ? 3 : 6, axisLabel: { formatter: tick("cycles"), showMaxLabel: false }, max: Math.max(...runs.map(lengthOf)) }),
    yAxis: axis(theme, { type: "category", data: lanes, inverse: true, axisLabel: { width: left, overflow: "truncate", interval: 0, hideOverlap: false } }),
    series: ["compute", "sync", "exchange"].map((part) => ({
      type: "custom", name: part, itemStyle: { color: theme.parts[part] }, encode: { x: [0, 1], y: 2 },
      data: spans.filter((span) => span.part === part).map((span) => span.value),
      renderItem: (params, echartsApi) => rectangle(echartsApi, params, theme.parts[part]),
    })),
  };
}

function timeline(runs) {
  const lanes = (run) => new Set(shownStep(run).rows.map(laneOf)).size;
  return chartCard({
    id: "timeline", title: "One step, superstep by superstep", runs, wide: true,
    about: `Along the critical path, ${stepInWords(runs[0])}: each superstep computes, synchronises and exchanges.`,
    height: (run) => barHeight(lanes(run)),
    option: (run, theme, width) => timelineOption(runs, run, theme, width),
    rows: (run) => ({ columns: run.report.columns["supersteps.csv"], rows: shownStep(run).rows }),
  }).element;
}

function mixBars(runs) {
  const rows = (run) => Object.entries(run.report.instruction_mix).map(([mnemonic, executed]) => ({ mnemonic, executed }));
  const executed = (row) => row.executed;
  return chartCard({
    id: "mix", title: "Instructions", runs, about: "Executed by workers and supervisors of all tiles, by mnemonic.",
    height: (run) => barHeight(Math.min(kShownRows, rows(run).length), false),
    option: (run, theme, width) => stackedBars({
      theme, width, names: largest(rows(run), executed).map((row) => row.mnemonic), unit: "count", title: "instructions executed",
      parts: [{ name: "executed", values: largest(rows(run), executed).map(executed) }], max: sharedMax(runs, rows, executed),
    }),
    rows: (run) => ({ columns: [{ name: "mnemonic", unit: "text" }, { name: "executed", unit: "count" }], rows: rows(run) }),
  }).element;
}

// How much of the time the phases take, in words.
export function timeSentence({ report }) {
  const { cycles } = report.totals;
  if (!cycles) return "";
  const share = (part) => percent(report.phases[`${part}_cycles`] / cycles);
  return `${shown(report.totals.cycles, "cycles")} cycles: compute ${share("compute")}, sync ${share("sync")}, exchange ${share("exchange")}.`;
}

export function timeCharts(runs) {
  const timed = runs.every((run) => run.report.run.timed);
  const hasSupersteps = runs.every((run) => run.tables["supersteps.csv"].rows.length > 0);
  const withLayers = runs.every((run) => run.report.by_layer.length > 0);
  return [
    timed && meanBars(runs),
    timed && cycleBars({ id: "phases", title: "Phases", about: "Cycles along the critical path, by phase of the training step.", runs, key: "by_phase", name: (row) => row.name }),
    timed && withLayers && cycleBars({ id: "layers", title: "Layers", about: "Cycles along the critical path, by layer; supersteps without a layer are left out.", runs, key: "by_layer", name: (row) => row.name }),
    timed && cycleBars({ id: "kinds", title: "Superstep kinds", about: `The ${kShownRows} kinds that take longest along the critical path; all in the table.`, runs, key: "superstep_kinds", name: labelOf }),
    timed && hasSupersteps && criticalBars(runs),
    kernelBars(runs),
    Object.keys(runs[0].report.instruction_mix).length > 0 && mixBars(runs),
    timed && hasSupersteps && timeline(runs),
  ].filter(Boolean);
}
