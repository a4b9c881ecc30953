// Owns the summary of runs: one card a number, and with two runs the second beside the first.
import { at, exact, h } from "./dom.js";
import { isNumber, shown } from "./format.js";

// Label, path in report.json, unit.
export const kSummary = [
  ["Device time", "totals.seconds", "seconds"],
  ["Device cycles", "totals.cycles", "cycles"],
  ["Cycles a step", "totals.cycles_per_step", "cycles"],
  ["Samples a second, device", "totals.samples_per_second", "number"],
  ["Samples a second, with host", "totals.samples_per_second_with_host", "number"],
  ["Host time", "totals.host_seconds", "seconds"],
  ["Steps", "run.steps", "count"],
  ["Samples a step", "run.samples_per_step", "count"],
  ["Issue slots used, active tiles", "tiles.utilisation", "ratio"],
  ["Issue slots used, whole chip", "tiles.chip_utilisation", "ratio"],
  ["Active tiles", "tiles.active", "count"],
  ["Idle tiles", "tiles.idle", "count"],
  ["Fullest tile's memory", "memory.peak_tile_bytes", "bytes"],
  ["Memory of a tile", "memory.budget_tile_bytes", "bytes"],
  ["Memory on the chip", "memory.bytes", "bytes"],
  ["Exchange, sent", "exchange.bytes", "bytes"],
  ["Exchange, received", "exchange.bytes_received", "bytes"],
  ["Saved by multicast", "exchange.multicast_saving", "ratio"],
  ["Supersteps", "totals.supersteps", "count"],
  ["Instructions", "totals.instructions", "count"],
  ["To the chip", "host.bytes_in", "bytes"],
  ["From the chip", "host.bytes_out", "bytes"],
];

// The last value of each training curve.
function lastValues(reports) {
  const isMap = (value) => typeof value === "object" && value !== null && !Array.isArray(value);  // of curves, by population
  const names = new Set(reports.flatMap((report) => Object.entries(report.training ?? {}).filter(([, value]) => !isMap(value)).map(([name]) => name)));
  return [...names].map((name) => [`Last ${name.replaceAll("_", " ")}`, `training.${name}`, "number"]);
}

function valueAt(report, path) {
  const value = at(report, path);
  return Array.isArray(value) ? value[value.length - 1] : value;
}

const valueElement = (name, value, unit, path) =>
  h(name, { "data-path": path, "data-value": exact(value) }, shown(value, unit));

function card([label, path, unit], report) {
  return h("div", { class: "card" }, h("dt", {}, label), valueElement("dd", valueAt(report, path), unit, path));
}

function comparedRow([label, path, unit], reports) {
  const [a, b] = reports.map((report) => valueAt(report, path));
  const both = isNumber(a) && isNumber(b);
  const ratio = both && a !== 0 ? b / a : null;
  return h("tr", {}, h("th", { scope: "row" }, label), valueElement("td", a, unit, path), valueElement("td", b, unit, path),
    h("td", { class: "number" }, both ? shown(b - a, unit) : "–"), h("td", { class: "number" }, ratio === null ? "–" : `× ${Number(ratio.toPrecision(4))}`));
}

export function summary(runs) {
  const reports = runs.map((run) => run.report);
  const rows = [...kSummary, ...lastValues(reports)].filter(([, path]) => reports.some((report) => valueAt(report, path) !== undefined));
  if (reports.length === 1) return h("dl", { class: "cards" }, rows.map((row) => card(row, reports[0])));
  return h("div", { class: "table whole", tabindex: 0, role: "region", "aria-label": "Both runs" }, h("table", { id: "both-runs" }, h("caption", {}, "Both runs"),
    h("thead", {}, h("tr", {}, ["", ...runs.map((run) => run.name), "difference", "ratio"].map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", {}, rows.map((row) => comparedRow(row, reports)))));
}

// What a reader must know before any number.
export function warnings(run) {
  const { report, name } = run;
  const list = [];
  if (report.fault) {
    const { kind, message, tile, superstep, step } = report.fault;
    list.push(`${name} ended in a fault (${kind}) on tile ${tile} in ${superstep}, step ${step}: ${message}`);
  }
  if (report.run.interrupted) list.push(`${name} was cut short: what is complete is shown.`);
  if (!report.run.timed) list.push(`${name} is a functional run: it has values and no cycles.`);
  return list.map((text) => h("p", { class: "warning", role: "alert" }, text));
}
