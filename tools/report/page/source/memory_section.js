// Owns the charts about tile memory: the chip's grid, categories against the budget, lifetimes.
import { barHeight, stackedBars, tooltipText } from "./bars.js";
import { chartCard, choice } from "./chart.js";
import { rowsOf } from "./dom.js";
import { axisSteps, bytes, percent, tick } from "./format.js";
import { mapHeight, mapOption } from "./grid_map.js";
import { axis } from "./theme.js";
import { labelOf } from "./time_section.js";

const kGanttRows = 28;

export const words = (name) => name.replaceAll("_", " ");

// In the order of memory.csv, which gives each its colour on every chart of every run.
const categoriesOf = (run) => run.report.columns["memory.csv"].map((column) => column.name).filter((name) => name in run.report.memory.by_category);
const colourOf = (run, theme, category) => theme.series[(categoriesOf(run).indexOf(category) + theme.series.length) % theme.series.length];

// Memory rows with their place on the grid; tiles that hold nothing are idle cells.
function memoryByTile(run) {
  const held = new Map(rowsOf(run.tables["memory.csv"]).map((row) => [row.tile, row]));
  return rowsOf(run.tables["tiles.csv"]).map(({ tile, row, column, sub }) => ({ ...held.get(tile), tile, row, column, sub }));
}

function memoryMap(runs) {
  let metric = "total_bytes";
  const value = (row) => row[metric] ?? null;
  const most = () => (metric === "total_bytes" ? Math.max(...runs.map((run) => run.report.memory.budget_tile_bytes)) : undefined);
  const card = chartCard({
    id: "memory-map", title: "Memory by tile", runs, about: "Each tile at its place on the chip. The total is coloured against the memory of a tile, a category against its own largest value.",
    height: (run, width) => mapHeight(run.report.machine, width),
    option: (run, theme) => mapOption({ theme, machine: run.report.machine, rows: memoryByTile(run), value, unit: "bytes", title: words(metric), max: most() }),
    rows: (run) => ({ columns: run.report.columns["memory.csv"], rows: rowsOf(run.tables["memory.csv"]) }),
    controls: [choice("Show", [["total_bytes", "total"], ...categoriesOf(runs[0]).map((name) => [name, words(name)])], (chosen) => {
      metric = chosen;
      card.redraw();
    }).element],
  });
  return card.element;
}

function categoryBars(runs) {
  const parts = (run) => categoriesOf(run).filter((name) => run.report.memory.by_category[name] > 0);
  const peak = (run, name) => run.report.memory.peak_tile_by_category[name];
  const rows = (run) => categoriesOf(run).map((category) => ({ category, fullest_tile: peak(run, category), chip: run.report.memory.by_category[category] }));
  return chartCard({
    id: "memory-categories", title: "Memory by category, fullest tile", runs, about: "What the fullest tile holds against the memory it has (dashed).",
    height: (run) => barHeight(parts(run).length + 1, false) + 16,
    option: (run, theme, width) => {
      const { memory } = run.report;
      const sorted = parts(run).sort((a, b) => peak(run, b) - peak(run, a));
      return stackedBars({
        theme, width, unit: "bytes", title: "memory of the tile", names: ["all", ...sorted.map(words)],
        parts: [{ name: "memory", values: [memory.peak_tile_bytes, ...sorted.map((name) => peak(run, name))] }],
        max: memory.budget_tile_bytes, line: { value: memory.budget_tile_bytes, name: "budget" },
      });
    },
    rows: (run) => ({ columns: [{ name: "category", unit: "text" }, { name: "fullest_tile", unit: "bytes" }, { name: "chip", unit: "bytes" }], rows: rows(run) }),
  }).element;
}

// --- lifetimes -----------------------------------------------------------------------------------

const livesOf = (run) => run.report.memory.lifetimes;
const pointName = (point) => (point.trips > 1 ? `${labelOf(point)}, ${point.trips} ×` : labelOf(point));

export function liveCategories(lives) {
  const present = [...new Set(lives.regions.map((region) => region.category))];
  const values = (category) => lives.points.map((_, i) => lives.regions.filter((region) => region.category === category && region.first <= i && i <= region.last)
    .reduce((sum, region) => sum + region.bytes, 0));
  return present.map((category) => ({ category, values: values(category) }));
}

function liveOption(run, theme) {
  const lives = livesOf(run);
  const held = run.report.memory.peak_tile_bytes;
  const parts = liveCategories(lives);
  const describe = (points) => tooltipText(`${points[0].dataIndex}: ${pointName(lives.points[points[0].dataIndex])}`, `live: ${bytes(lives.points[points[0].dataIndex].live_bytes)}`,
    ...points.filter((point) => point.value > 0).map((point) => `${point.seriesName}: ${bytes(point.value)}`));
  return {
    legend: { type: "scroll", top: 0, left: 0, pageIconColor: theme.ink, pageTextStyle: { color: theme.ink } },
    tooltip: { trigger: "axis", formatter: describe },
    grid: { left: 76, right: 24, top: 40, bottom: 48 },
    xAxis: axis(theme, { type: "category", data: lives.points.map((_, i) => String(i)), name: "place in the step's program", nameGap: 30, boundaryGap: false, splitLine: { show: false } }),
    yAxis: axis(theme, { type: "value", name: "memory of the tile", nameGap: 60, ...axisSteps(held * 1.02, 4, "bytes"), axisLabel: { formatter: tick("bytes") } }),
    series: parts.map(({ category, values }, i) => ({
      type: "line", name: words(category), stack: "live", data: values, step: "middle", symbol: "none", lineStyle: { width: 0.5 }, areaStyle: { opacity: 1 },
      color: colourOf(run, theme, category),
      markLine: i === 0 ? { symbol: "none", silent: true, lineStyle: { color: theme.ink, type: "dashed" }, label: { formatter: "allocated", color: theme.ink, position: "insideEndTop" }, data: [{ yAxis: held }] } : undefined,
    })),
  };
}

function liveChart(runs) {
  const atPeak = (run) => {
    const lives = livesOf(run);
    return lives.regions.filter((region) => region.always === "no" && region.first <= lives.peak_point && lives.peak_point <= region.last).slice(0, 3).map((region) => `${region.name} ${bytes(region.bytes)}`).join(", ");
  };
  const sentence = (run) => {
    const lives = livesOf(run);
    return `${runs.length > 1 ? `${run.name}: most` : "Most"} is alive at ${lives.peak_point} (${labelOf(lives.points[lives.peak_point])}): ${bytes(lives.peak_bytes)}, ${percent(lives.peak_bytes / run.report.memory.peak_tile_bytes)} of what tile ${lives.tile} has allocated. Largest that come and go there: ${atPeak(run) || "none"}.`;
  };
  return chartCard({
    id: "memory-live", title: "Memory over the program of a step", runs, wide: true,
    about: `Memory maps are static: each region keeps its place for the whole run. The areas show what holds something needed later, by the schedule. ${runs.map(sentence).join(" ")}`,
    height: 360, option: liveOption,
    rows: (run) => ({ columns: run.report.columns["memory.lifetimes.points"], rows: livesOf(run).points }),
  }).element;
}

function lifeBar(echartsApi, params, colour) {
  const [first, last, lane] = [0, 1, 2].map((i) => echartsApi.value(i));
  const [x, y] = echartsApi.coord([first, lane]);
  const [right] = echartsApi.coord([last, lane]);
  const [step, row] = echartsApi.size([1, 1]);
  const height = row * 0.7;
  return { type: "rect", shape: { x: x - step / 2, y: y - height / 2, width: right - x + step, height }, style: { fill: colour } };
}

function ganttOption(run, theme, width) {
  const lives = livesOf(run);
  const shownRegions = lives.regions.slice(0, kGanttRows);
  const categories = [...new Set(lives.regions.map((region) => region.category))];
  const left = Math.max(90, Math.min(240, Math.round(width * 0.33)));
  const describe = ({ value }) => {
    const region = shownRegions[value[2]];
    return tooltipText(`${region.name}: ${bytes(region.bytes)}`, words(region.category), region.always === "yes" ? "lives always" : `from ${region.first}, ${pointName(lives.points[region.first])}`,
      region.always === "yes" ? "" : `to ${region.last}, ${pointName(lives.points[region.last])}`);
  };
  return {
    legend: { type: "scroll", top: 0, left: 0, pageIconColor: theme.ink, pageTextStyle: { color: theme.ink } },
    tooltip: { formatter: describe },
    grid: { left: left + 12, right: 24, top: 40, bottom: 48 },
    xAxis: axis(theme, { type: "category", data: lives.points.map((_, i) => String(i)), name: "place in the step's program", nameGap: 30, splitLine: { show: false } }),
    yAxis: axis(theme, { type: "category", data: shownRegions.map((region) => `${region.name}, ${bytes(region.bytes)}`), inverse: true, axisLabel: { width: left, overflow: "truncate", interval: 0, hideOverlap: false } }),
    series: categories.map((category) => ({
      type: "custom", name: words(category), color: colourOf(run, theme, category), encode: { x: [0, 1], y: 2 },
      data: shownRegions.map((region, i) => ({ region, value: [region.first, region.last, i] })).filter(({ region }) => region.category === category).map(({ value }) => value),
      renderItem: (params, echartsApi) => lifeBar(echartsApi, params, colourOf(run, theme, category)),
    })).filter((series) => series.data.length > 0),
  };
}

function gantt(runs) {
  return chartCard({
    id: "lifetimes", title: "Which tensor lives when", runs, wide: true,
    about: `The ${kGanttRows} largest regions of the fullest tile, over the supersteps and host transfers of a step in program order; all in the table.`,
    height: (run) => barHeight(Math.min(kGanttRows, livesOf(run).regions.length)),
    option: ganttOption,
    rows: (run) => ({ columns: run.report.columns["memory.lifetimes.regions"], rows: livesOf(run).regions }),
  }).element;
}

export function memoryCharts(runs) {
  const placed = runs.every((run) => run.tables["tiles.csv"].columns.includes("column"));
  const lived = runs.every((run) => run.report.memory.lifetimes?.points.length > 0 && run.report.memory.lifetimes.regions.length > 0);
  const stepped = lived && runs.every((run) => livesOf(run).points.length > 1);  // an area needs two
  return [categoryBars(runs), placed && memoryMap(runs), stepped && liveChart(runs), lived && gantt(runs)].filter(Boolean);
}
