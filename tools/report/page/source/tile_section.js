// Owns the charts by tile: exchange traffic and utilisation, and traffic by superstep.
import { barHeight, stackedBars, tooltipText } from "./bars.js";
import { chartCard, choice } from "./chart.js";
import { rowsOf } from "./dom.js";
import { axisSteps, bytes, integer, percent, tick } from "./format.js";
import { mapHeight, mapOption } from "./grid_map.js";
import { axis } from "./theme.js";
import { labelOf, shownStep, stepInWords } from "./time_section.js";

const kBusiest = 12;

const tilesOf = (run) => rowsOf(run.tables["tiles.csv"]);
const isActive = (row) => row.state === "active";
const columnsOf = (run, names) => run.report.columns["tiles.csv"].filter((column) => names.includes(column.name));
const placed = (runs) => runs.every((run) => run.tables["tiles.csv"].columns.includes("column"));

// A map of one column of tiles.csv, with a choice among several.
function tileMap({ id, title, about, runs, metrics, max }) {
  let [metric, , unit] = metrics[0];
  const value = (row) => (isActive(row) ? row[metric] : null);
  const most = () => max?.[metric] ?? (runs.length > 1 ? Math.max(...runs.flatMap((run) => tilesOf(run).map((row) => row[metric] ?? 0))) : undefined);
  const card = chartCard({
    id, title, about, runs,
    height: (run, width) => mapHeight(run.report.machine, width),
    option: (run, theme) => mapOption({ theme, machine: run.report.machine, rows: tilesOf(run), value, unit, title: metric, max: most() }),
    rows: (run) => ({ columns: columnsOf(run, ["tile", "state", ...metrics.map(([name]) => name), "row", "column"]), rows: tilesOf(run) }),
    controls: metrics.length > 1 ? [choice("Show", metrics, (chosen) => {
      [metric, , unit] = metrics.find(([name]) => name === chosen);
      card.redraw();
    }).element] : [],
  });
  return card.element;
}

function busiest(runs, { id, title, about, column }) {
  const rows = (run) => tilesOf(run).filter((row) => row[column] > 0).sort((a, b) => b[column] - a[column]);
  const max = runs.length > 1 ? Math.max(...runs.flatMap((run) => rows(run).map((row) => row[column]))) : undefined;
  return chartCard({
    id, title, about, runs,
    height: (run) => barHeight(Math.min(kBusiest, rows(run).length), false),
    option: (run, theme, width) => {
      const most = rows(run).slice(0, kBusiest);
      return stackedBars({
        theme, width, names: most.map((row) => `tile ${row.tile}`), unit: "bytes", title: `bytes ${column === "bytes_sent" ? "sent" : "received"}`, max,
        parts: [{ name: title, colour: theme.parts.exchange, values: most.map((row) => row[column]) }],
      });
    },
    rows: (run) => ({ columns: columnsOf(run, ["tile", "bytes_sent", "bytes_received", "exchange_cycles"]), rows: rows(run) }),
  }).element;
}

function trafficByKind(runs) {
  const rows = (run) => run.report.superstep_kinds.filter((row) => row.exchange_bytes > 0).sort((a, b) => b.exchange_bytes - a.exchange_bytes);
  return chartCard({
    id: "traffic-kinds", title: "Traffic by superstep kind", runs, about: "Bytes sent in all supersteps of a kind; a multicast counts once.",
    height: (run) => barHeight(Math.min(kBusiest, rows(run).length), false),
    option: (run, theme, width) => {
      const most = rows(run).slice(0, kBusiest);
      return stackedBars({
        theme, width, names: most.map(labelOf), unit: "bytes", title: "bytes sent",
        parts: [{ name: "sent", colour: theme.parts.exchange, values: most.map((row) => row.exchange_bytes) }],
      });
    },
    rows: (run) => ({ columns: run.report.columns.superstep_kinds.filter((column) => ["phase", "layer", "kind", "count", "exchange_bytes", "exchange_cycles", "tiles"].includes(column.name)), rows: rows(run) }),
  }).element;
}

function trafficBySuperstep(runs) {
  return chartCard({
    id: "traffic-supersteps", title: "Traffic by superstep", runs, wide: true, height: 300,
    about: `Bytes sent in each superstep, ${stepInWords(runs[0])}; a multicast counts once.`,
    option: (run, theme) => {
      const { rows } = shownStep(run);
      const describe = (points) => {
        const row = rows[points[0].dataIndex];
        return tooltipText(`superstep ${row.superstep}: ${labelOf(row)}`, `${bytes(row.exchange_bytes)} sent in ${integer(row.exchange_cycles)} cycles`);
      };
      return {
        tooltip: { trigger: "axis", axisPointer: { type: "shadow" }, formatter: describe },
        grid: { left: 76, right: 24, top: 12, bottom: 48 },
        xAxis: axis(theme, { type: "category", data: rows.map((row) => row.superstep), name: "superstep of the run", nameGap: 30, splitLine: { show: false } }),
        yAxis: axis(theme, { type: "value", name: "bytes sent", nameGap: 60, ...axisSteps(Math.max(0, ...rows.map((row) => row.exchange_bytes)), 4, "bytes"), axisLabel: { formatter: tick("bytes") } }),
        series: [{ type: "bar", name: "sent", data: rows.map((row) => row.exchange_bytes), itemStyle: { color: theme.parts.exchange }, barMinWidth: 1, large: false }],
      };
    },
    rows: (run) => ({ columns: run.report.columns["supersteps.csv"].filter((column) => ["superstep", "phase", "layer", "kind", "exchange_cycles", "participants", "exchange_bytes"].includes(column.name)), rows: shownStep(run).rows }),
  }).element;
}

export function exchangeCharts(runs) {
  const hasSupersteps = runs.every((run) => run.tables["supersteps.csv"].rows.length > 0);
  const moves = runs.some((run) => run.report.exchange.bytes > 0);
  if (!moves) return [];
  return [
    placed(runs) && tileMap({
      id: "exchange-map", title: "Exchange by tile", runs, about: "Bytes through each tile's port over the whole run; idle tiles are grey.",
      metrics: [["bytes_sent", "sent", "bytes"], ["bytes_received", "received", "bytes"], ["exchange_cycles", "cycles in exchange", "cycles"]],
    }),
    trafficByKind(runs),
    busiest(runs, { id: "senders", title: "Busiest senders", about: "Tiles that send most; a multicast counts once.", column: "bytes_sent" }),
    busiest(runs, { id: "receivers", title: "Busiest receivers", about: "Tiles that receive most.", column: "bytes_received" }),
    hasSupersteps && trafficBySuperstep(runs),
  ].filter(Boolean);
}

// --- utilisation ---------------------------------------------------------------------------------

const kTileParts = ["compute", "wait", "sync", "exchange"];

// Active tiles from the busiest down, in at most as many groups as there is room for.
function profile(run, groups) {
  const rows = tilesOf(run).filter(isActive).sort((a, b) => b.compute_cycles - a.compute_cycles);
  const size = Math.max(1, Math.ceil(rows.length / groups));
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => {
    const group = rows.slice(i * size, (i + 1) * size);
    return { from: i * size, to: i * size + group.length - 1, group, mean: (name) => group.reduce((sum, row) => sum + row[name], 0) / group.length };
  });
}

function tileProfile(runs) {
  return chartCard({
    id: "tile-profile", title: "How tiles spend the run", runs, height: 320,
    about: "Active tiles from the most to the least computing; where there are many, each bar is the mean of neighbours.",
    option: (run, theme, width) => {
      const groups = profile(run, Math.max(40, Math.round(width / 4)));
      const describe = (points) => {
        const group = groups[points[0].dataIndex];
        return tooltipText(group.group.length > 1 ? `${group.group.length} tiles, ${group.group[0].tile} first` : `tile ${group.group[0].tile}`, ...points.map((point) => `${point.seriesName}: ${integer(Math.round(point.value))} cycles`));
      };
      return {
        legend: { top: 0, left: 0 }, tooltip: { trigger: "axis", axisPointer: { type: "shadow" }, formatter: describe },
        grid: { left: 64, right: 16, top: 34, bottom: 48 },
        xAxis: axis(theme, { type: "category", data: groups.map((group) => group.from), name: "active tiles, by compute", nameGap: 30, splitLine: { show: false } }),
        yAxis: axis(theme, { type: "value", name: "cycles", nameGap: 48, splitNumber: 4, axisLabel: { formatter: tick("cycles"), showMaxLabel: false }, max: run.report.totals.cycles }),
        series: kTileParts.map((part) => ({ type: "bar", stack: "all", name: part, barCategoryGap: "0%", itemStyle: { color: theme.parts[part] }, data: groups.map((group) => group.mean(`${part}_cycles`)) })),
      };
    },
    rows: (run) => ({ columns: columnsOf(run, ["tile", "compute_cycles", "launch_cycles", "wait_cycles", "sync_cycles", "exchange_cycles", "utilisation"]), rows: tilesOf(run).filter(isActive) }),
  }).element;
}

export const utilisationSentence = ({ report }) =>
  report.tiles.utilisation === null ? "" : `${integer(report.tiles.active)} of ${integer(report.machine.tiles)} tiles are active; they use ${percent(report.tiles.utilisation)} of their issue slots.`;

export function utilisationCharts(runs) {
  if (!runs.every((run) => run.report.run.timed)) return [];
  const hasUtilisation = runs.every((run) => run.tables["tiles.csv"].columns.includes("utilisation"));
  return [
    placed(runs) && hasUtilisation && tileMap({
      id: "utilisation-map", title: "Utilisation by tile", runs, about: "Issue slots used of those offered over the whole run; idle tiles are grey.",
      metrics: [["utilisation", "issue slots used", "ratio"], ["compute_cycles", "compute", "cycles"], ["wait_cycles", "wait", "cycles"], ["issue_slots", "issue slots", "slots"]],
    }),
    tileProfile(runs),
  ].filter(Boolean);
}
