// Owns the page of a sweep: curves, a heat map over two axes, a Pareto chart, the table of points, and the sweep's own tables.
// The table's filters choose the points that the charts show. docs/html_report.md has the shape of the data.
import { tooltipText } from "./bars.js";
import { chartCard, choice } from "./chart.js";
import { curveOption } from "./curves.js";
import { h } from "./dom.js";
import { integer, isNumber, shown, tick } from "./format.js";
import { compare, table } from "./table.js";
import { axis } from "./theme.js";

const kLines = 24;  // more cannot be told apart
const kStatusWords = { done: "done", does_not_fit: "do not fit", failed: "failed", timed_out: "timed out", out_of_memory: "out of memory", running: "running", missing: "missing" };

const flatPoint = (point) => ({ id: point.id, status: point.status, ...point.values, reason: point.reason ?? "" });
const distinct = (rows, name) => [...new Set(rows.map((row) => row[name]))].filter((value) => value !== undefined && value !== null).sort((a, b) => compare(a, b, 1));

// What is shown now, and the charts to draw again when that changes.
class Selection {
  constructor(rows) {
    this.rows = rows;
    this.cards = [];
  }
  done() { return this.rows.filter((row) => row.status === "done"); }
  choose(rows) {
    this.rows = rows;
    this.cards.forEach((card) => card.redraw());
  }
}

const named = (columns) => columns.map((column) => [column.name, column.name.replaceAll("_", " ")]);
const columnOf = (columns, name) => columns.find((column) => column.name === name);
const isNumeric = (rows, name) => distinct(rows, name).every(isNumber);

// A card whose choices redraw it.
function card(selection, picks, settings) {
  const chosen = {};
  let made = null;
  const controls = picks.filter(Boolean).map(({ key, label, options, start }) => {
    const pick = choice(label, options, (value) => { chosen[key] = value; made.redraw(); });
    chosen[key] = start ?? options[0]?.[0];
    pick.select.value = chosen[key];
    return pick.element;
  });
  made = chartCard({ ...settings, runs: [{ name: "" }], controls, option: (run, theme, width) => settings.option(chosen, theme, width), rows: () => settings.rows(chosen) });
  selection.cards.push(made);
  return made.element;
}

function isSpread(values) {
  return values.length > 1 && Math.min(...values) > 0 && Math.max(...values) >= 8 * Math.min(...values);
}

// Lines over one axis, one for each combination of the other axes that the points have.
function linesOf(rows, axes, { x, y }) {
  const others = axes.map((one) => one.name).filter((name) => name !== x && distinct(rows, name).length > 1);
  const groups = new Map();
  for (const row of rows) {
    if (!isNumber(row[x]) || !isNumber(row[y])) continue;
    const name = others.map((other) => `${other.split(".").pop()} ${row[other]}`).join(", ") || y;
    groups.set(name, [...(groups.get(name) ?? []), [row[x], row[y]]]);
  }
  return [...groups].map(([name, points]) => ({ name, points: points.sort((a, b) => a[0] - b[0]) }));
}

function curves(selection, axes, columns, allColumns) {
  const numeric = axes.filter((one) => isNumeric(selection.rows, one.name));
  if (!numeric.length || !columns.length) return null;
  return card(selection, [
    { key: "x", label: "Over", options: named(numeric) }, { key: "y", label: "Show", options: named(columns) },
    { key: "scale", label: "Scale", options: [["auto", "automatic"], ["linear", "linear"], ["log", "logarithmic"]] },
  ], {
    id: "curves", title: "Scaling curves", about: "Points that are done, one line for each combination of the other axes. At most 24 lines: filter the table to choose.", height: 400, wide: true,
    option: (chosen, theme) => {
      const all = linesOf(selection.done(), axes, chosen);
      const lines = all.slice(0, kLines);
      const left = all.length > kLines ? `, ${kLines} of ${all.length} lines` : "";
      const log = (place) => chosen.scale === "log" || (chosen.scale === "auto" && isSpread(lines.flatMap((line) => line.points.map((point) => point[place]))));
      return curveOption({
        theme, lines, xTitle: titleOf(axes, chosen.x) + left, yTitle: titleOf(columns, chosen.y), xUnit: columnOf(axes, chosen.x).unit, yUnit: columnOf(columns, chosen.y).unit, xLog: log(0), yLog: log(1),
      });
    },
    rows: () => ({ columns: allColumns, rows: selection.done() }),
  });
}

function titleOf(columns, name) {
  const { unit } = columnOf(columns, name);
  return `${name.replaceAll("_", " ")}${unit && !["text", "index", "count", "number", name].includes(unit) ? ` (${unit})` : ""}`;
}

// A cell may stand for several points, where there are more axes than two: it shows the least value.
function cellsOf(rows, { x, y, value }, xs, ys) {
  const cells = new Map();
  for (const row of rows) {
    if (!isNumber(row[value])) continue;
    const key = `${xs.indexOf(row[x])} ${ys.indexOf(row[y])}`;
    const old = cells.get(key);
    cells.set(key, { value: [xs.indexOf(row[x]), ys.indexOf(row[y]), Math.min(old?.value[2] ?? Infinity, row[value])], points: (old?.points ?? 0) + 1 });
  }
  return [...cells.values()];
}

function heatMap(selection, axes, columns, allColumns) {
  const varied = axes.filter((one) => distinct(selection.rows, one.name).length > 1);
  if (varied.length < 2 || !columns.length) return null;
  return card(selection, [
    { key: "x", label: "Across", options: named(varied) }, { key: "y", label: "Up", options: named(varied), start: varied[1].name }, { key: "value", label: "Colour", options: named(columns) },
  ], {
    id: "heat", title: "Heat map over two axes", about: "Points that are done; a cell of several points shows the least value, an empty one has none.", height: 400,
    option: (chosen, theme, width) => {
      const rows = selection.done();
      const [xs, ys] = [distinct(rows, chosen.x), distinct(rows, chosen.y)];
      const cells = cellsOf(rows, chosen, xs, ys);
      const { unit } = columnOf(columns, chosen.value);
      const values = cells.map((cell) => cell.value[2]);
      const [least, most] = [Math.min(...values), Math.max(...values)];
      const ink = (value) => theme.heatInk[Number(value - least > 0.45 * (most - least))];
      cells.forEach((cell) => { cell.label = { color: ink(cell.value[2]) }; });
      const labels = xs.length <= width / 64 && ys.length <= 16;
      return {
        tooltip: { formatter: ({ data }) => tooltipText(`${chosen.x}: ${xs[data.value[0]]}`, `${chosen.y}: ${ys[data.value[1]]}`, `${chosen.value}: ${shown(data.value[2], unit)}`, data.points > 1 ? `least of ${data.points} points` : "") },
        grid: { left: 76, right: 16, top: 10, bottom: 100 },
        xAxis: axis(theme, { type: "category", data: xs.map(String), name: chosen.x, nameGap: 28, splitLine: { show: false } }),
        yAxis: axis(theme, { type: "category", data: ys.map(String), name: chosen.y, nameGap: 56, splitLine: { show: false } }),
        visualMap: { type: "continuous", min: least, max: most > least ? most : least + 1, orient: "horizontal", left: "center", bottom: 0, itemWidth: 12, itemHeight: 150, textStyle: { color: theme.ink }, text: cells.length ? [tick(unit)(most), tick(unit)(least)] : ["", ""], inRange: { color: theme.heat } },
        series: [{ type: "heatmap", data: cells, itemStyle: { borderColor: theme.page, borderWidth: 1 }, label: { show: labels, fontSize: 10, formatter: ({ data }) => tick(unit)(data.value[2]) } }],
      };
    },
    rows: () => ({ columns: allColumns, rows: selection.done() }),
  });
}

// Points that no other one beats in both columns; `better` is 1 where more is better, -1 where less is.
export function paretoFront(rows, { x, y, xBetter, yBetter }) {
  const [across, up] = [xBetter === "more" ? -1 : 1, yBetter === "more" ? -1 : 1];
  const sorted = rows.filter((row) => isNumber(row[x]) && isNumber(row[y])).sort((a, b) => across * (a[x] - b[x]) || up * (a[y] - b[y]));
  let best = Infinity;
  return sorted.filter((row) => {
    const better = up * row[y] < best;
    if (better) best = up * row[y];
    return better;
  });
}

function pareto(selection, columns, allColumns) {
  if (columns.length < 2) return null;
  const directions = [["less", "less is better"], ["more", "more is better"]];
  const start = (column) => (/per_second|speed|efficiency|accuracy|utilisation/.test(column.name) ? "more" : "less");
  return card(selection, [
    { key: "x", label: "Across", options: named(columns) }, { key: "xBetter", label: "where", options: directions, start: start(columns[0]) },
    { key: "y", label: "Up", options: named(columns), start: columns[1].name }, { key: "yBetter", label: "where", options: directions, start: start(columns[1]) },
  ], {
    id: "pareto", title: "Pareto chart", about: "The line joins the points that no other point beats in both columns; its table lists them.", height: 400,
    option: (chosen, theme) => {
      const rows = selection.done().filter((row) => isNumber(row[chosen.x]) && isNumber(row[chosen.y]));
      const front = paretoFront(rows, chosen);
      const at = (row) => ({ value: [row[chosen.x], row[chosen.y]], row });
      const [xUnit, yUnit] = [columnOf(columns, chosen.x).unit, columnOf(columns, chosen.y).unit];
      return {
        legend: { top: 0, left: 0 },
        tooltip: { formatter: ({ data }) => tooltipText(data.row.id, `${chosen.x}: ${shown(data.row[chosen.x], xUnit)}`, `${chosen.y}: ${shown(data.row[chosen.y], yUnit)}`) },
        grid: { left: 84, right: 24, top: 34, bottom: 48 },
        xAxis: axis(theme, { type: "value", scale: true, name: titleOf(columns, chosen.x), nameGap: 30, axisLabel: { formatter: tick(xUnit) } }),
        yAxis: axis(theme, { type: "value", scale: true, name: titleOf(columns, chosen.y), nameGap: 66, axisLabel: { formatter: tick(yUnit) } }),
        series: [
          { type: "scatter", name: "points", data: rows.map(at), symbolSize: 8, itemStyle: { color: theme.parts.wait } },
          { type: "line", name: "front", data: front.map(at), symbol: "diamond", symbolSize: 10, color: theme.parts.exchange },
        ],
      };
    },
    rows: (chosen) => ({ columns: allColumns, rows: paretoFront(selection.done(), chosen) }),
  });
}

function statusCards(points) {
  const counts = Object.keys(kStatusWords).map((status) => [status, points.filter((point) => point.status === status).length]).filter(([, count]) => count > 0);
  return h("dl", { class: "cards" }, h("div", { class: "card" }, h("dt", {}, "Points"), h("dd", { "data-value": points.length }, integer(points.length))),
    counts.map(([status, count]) => h("div", { class: "card" }, h("dt", {}, `Points ${kStatusWords[status]}`), h("dd", { "data-status": status, "data-value": count }, integer(count)))));
}

// Dotted names by their last part, where that tells them apart; the whole name is the button's hint.
function shortTitles(columns) {
  const last = (column) => column.name.split(".").pop();
  const alone = (column) => columns.filter((other) => last(other) === last(column)).length === 1;
  return columns.map((column) => ({ ...column, title: alone(column) ? last(column).replaceAll("_", " ") : column.name, sentence: column.name }));
}

// The tables that the sweep's file asks for: scaling, best points, fronts, grids.
function askedTable({ title, columns, rows }) {
  return h("div", { class: "asked" }, table({ caption: title, columns: shortTitles(columns), rows }));
}

export function sweepPage({ name, description, axes, columns, points, tables = [] }) {
  const rows = points.map(flatPoint);
  const selection = new Selection(rows);
  const allColumns = [{ name: "id", unit: "text" }, { name: "status", unit: "text" }, ...axes, ...columns, { name: "reason", unit: "text" }];
  const numeric = columns.filter((column) => rows.some((row) => isNumber(row[column.name])));
  const charts = [curves(selection, axes, numeric, allColumns), heatMap(selection, axes, numeric, allColumns), pareto(selection, numeric, allColumns)].filter(Boolean);
  let first = true;
  const all = table({ caption: "Points of the sweep", columns: allColumns, rows, filters: true, onchange: (kept) => { if (!first) selection.choose(kept); first = false; } });
  return {
    title: `Sweep ${name}`, subtitle: description ?? "",
    sections: [
      { id: "summary", title: "Summary", body: [statusCards(points)] },
      { id: "points", title: "Points", intro: "A filter takes a part of the text, a comparison (>= 4) or a range (4..16); the charts show what the table shows.", body: [all] },
      { id: "charts", title: "Charts", charts },
      { id: "tables", title: "Tables", intro: "What the sweep's file asks for; all its points count, whatever the filters say.", body: tables.map(askedTable) },
    ].filter((section) => section.charts?.length || section.body?.length),
  };
}
