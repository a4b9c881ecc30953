// Owns the page of a validation: each suite's simulated values against the measured ones.
import { tooltipText } from "./bars.js";
import { chartCard } from "./chart.js";
import { h } from "./dom.js";
import { counted, integer, isNumber, percent, real, shown, tick } from "./format.js";
import { table } from "./table.js";
import { provenance } from "./text_section.js";
import { axis } from "./theme.js";

const kRow = 22;

// Half the published width of a measurement, in the row's unit; null where none is published.
const halfWidth = (row) => row.half_width ?? null;

function limits(rows) {
  const values = rows.flatMap((row) => [row.measured, row.simulated]).filter((value) => value > 0);
  return [Math.min(...values), Math.max(...values)];
}

function errorBar(echartsApi, params, colour) {
  const [low, high, y] = [0, 1, 2].map((i) => echartsApi.value(i));
  const [x1, at] = echartsApi.coord([low, y]);
  const [x2] = echartsApi.coord([high, y]);
  const line = (shape) => ({ type: "line", shape, style: { stroke: colour, lineWidth: 1.5 } });
  return { type: "group", children: [line({ x1, x2, y1: at, y2: at }), line({ x1, x2: x1, y1: at - 4, y2: at + 4 }), line({ x1: x2, x2, y1: at - 4, y2: at + 4 })] };
}

const describeRow = (row) => [
  `${row.id}: ${row.case} ${row.parameter}`, `measured ${real(row.measured)} ${row.unit}${halfWidth(row) === null ? "" : ` ± ${halfWidth(row)}`}`,
  `simulated ${real(row.simulated)} ${row.unit}`, `difference ${percent(row.relative_error)}`,
];

// Simulated over measured, each axis logarithmic where the values span more than a decade.
function scatter(suite, rows, unit, suffix) {
  const [low, high] = limits(rows);
  const log = high > 10 * low;
  const type = log ? "log" : "value";
  const edges = log ? [low / 1.3, high * 1.3] : [Math.max(0, low - 0.1 * (high - low)), high + 0.1 * (high - low)];
  const bars = rows.filter((row) => halfWidth(row)).map((row) => [Math.max(row.measured - halfWidth(row), log ? low / 1.3 : -Infinity), row.measured + halfWidth(row), row.simulated]);
  return chartCard({
    id: `scatter-${suite.suite}${suffix}`, title: `Simulated against measured, ${unit}`, runs: [{ name: suite.suite }],
    about: "On the line the virtual chip gives what was measured; bars are the published half widths.", height: 380,
    option: (run, theme) => ({
      tooltip: { formatter: ({ data }) => (data.row ? tooltipText(...describeRow(data.row)) : "") },
      grid: { left: 76, right: 24, top: 14, bottom: 52 },
      xAxis: axis(theme, { type, name: `measured (${unit})`, nameGap: 30, min: edges[0], max: edges[1], axisLabel: { formatter: tick("number"), showMinLabel: false, showMaxLabel: false } }),
      yAxis: axis(theme, { type, name: `simulated (${unit})`, nameGap: 58, min: edges[0], max: edges[1], axisLabel: { formatter: tick("number"), showMinLabel: false, showMaxLabel: false } }),
      series: [
        { type: "line", name: "equal", data: [[edges[0], edges[0]], [edges[1], edges[1]]], symbol: "none", silent: true, lineStyle: { color: theme.muted, type: "dashed" } },
        { type: "custom", name: "half width", silent: true, data: bars, encode: { x: [0, 1], y: 2 }, renderItem: (params, echartsApi) => errorBar(echartsApi, params, theme.parts.exchange) },
        { type: "scatter", name: "rows", symbolSize: 8, itemStyle: { color: theme.parts.compute, borderColor: theme.page, borderWidth: 1 }, data: rows.map((row) => ({ value: [row.measured, row.simulated], row })) },
      ],
    }),
    rows: () => ({ columns: rowColumns, rows: rows.map(flatRow) }),
  }).element;
}

const rowColumns = [
  { name: "id", unit: "text" }, { name: "case", unit: "text" }, { name: "parameter", unit: "text" }, { name: "unit", unit: "text" },
  { name: "measured", unit: "number" }, { name: "half_width", title: "half width", unit: "number" }, { name: "simulated", unit: "number" },
  { name: "error", unit: "number" }, { name: "relative_error", title: "relative error", unit: "ratio" }, { name: "machine", unit: "text" }, { name: "source", unit: "text" },
];

const flatRow = (row) => ({ ...row, half_width: halfWidth(row) });

// What a row's relative error is, with what its measurement leaves open.
function errorChart(suite) {
  const rows = suite.rows.filter((row) => isNumber(row.relative_error));
  const half = (row) => (halfWidth(row) === null ? 0 : halfWidth(row) / Math.abs(row.measured));
  const bars = rows.map((row, i) => [row.relative_error - half(row), row.relative_error + half(row), i]).filter((bar) => bar[1] > bar[0]);
  return chartCard({
    id: `errors-${suite.suite}`, title: "Relative error by row", runs: [{ name: suite.suite }],
    about: `Simulated less measured, over measured; bars are the published half widths. The mean of absolute errors is ${percent(suite.mean_absolute_relative_error)}.`,
    height: rows.length * kRow + 72,
    option: (run, theme, width) => {
      const left = Math.max(80, Math.min(240, Math.round(width * 0.33)));
      return {
        tooltip: { formatter: ({ dataIndex, seriesType }) => (seriesType === "bar" ? tooltipText(...describeRow(rows[dataIndex])) : "") },
        grid: { left: left + 12, right: 24, top: 8, bottom: 48 },
        xAxis: axis(theme, { type: "value", name: "relative error", nameGap: 30, splitNumber: width < 500 ? 3 : 6, axisLabel: { formatter: tick("ratio") } }),
        yAxis: axis(theme, { type: "category", data: rows.map((row) => row.id), inverse: true, splitLine: { show: false }, axisLabel: { width: left, overflow: "truncate", interval: 0, hideOverlap: false } }),
        series: [
          { type: "bar", name: "relative error", data: rows.map((row) => row.relative_error), itemStyle: { color: theme.parts.compute }, barCategoryGap: "40%" },
          { type: "custom", name: "half width", silent: true, data: bars, encode: { x: [0, 1], y: 2 }, renderItem: (params, echartsApi) => errorBar(echartsApi, params, theme.parts.exchange) },
        ],
      };
    },
    rows: () => ({ columns: rowColumns, rows: rows.map(flatRow) }),
  }).element;
}

function pairTable(caption, pairs) {
  if (!pairs?.length) return null;
  return table({ caption, rows: pairs, columns: ["of", "to"].map((name) => ({ name, unit: "text" })).concat(["measured", "simulated", "allowed"].map((name) => ({ name, unit: "number" }))) });
}

function lineTable(lines) {
  if (!lines?.length) return null;
  const names = ["measured_slope", "simulated_slope", "measured_intercept", "simulated_intercept"];
  return table({ caption: "Lines fitted to each case", rows: lines, columns: ["case", "over", "unit"].map((name) => ({ name, unit: "text" })).concat(names.map((name) => ({ name, title: name.replaceAll("_", " "), unit: "number" }))) });
}

function suiteSection(suite) {
  const units = [...new Set(suite.rows.map((row) => row.unit))];
  return {
    id: `suite-${suite.suite}`, title: suite.title || suite.suite,
    intro: suite.rows.length === 0 ? `No row of ${suite.data} has a simulated twin.` : `${integer(suite.rows.length)} rows of ${suite.data}; mean of absolute relative errors ${percent(suite.mean_absolute_relative_error)}.`,
    charts: suite.rows.length === 0 ? [] : [errorChart(suite), ...units.map((unit, i) => scatter(suite, suite.rows.filter((row) => row.unit === unit), unit, i || ""))],
    body: [
      suite.conclusions?.length ? [h("h3", {}, "Conclusions"), h("ul", {}, suite.conclusions.map((text) => h("li", {}, text)))] : null,
      suite.rows.length === 0 ? null : [h("h3", {}, "All rows"), table({ caption: `Rows of ${suite.suite}`, columns: rowColumns, rows: suite.rows.map(flatRow), filters: true })],
      lineTable(suite.lines), pairTable("Ratios between rows", suite.ratios), pairTable("Differences between rows", suite.differences),
      suite.assumptions.length ? [h("h3", {}, "Assumptions of the comparison"), h("ul", {}, suite.assumptions.map((text) => h("li", {}, text)))] : null,
      suite.no_twin.length ? [h("h3", {}, "Rows without a simulated twin"), h("ul", {}, suite.no_twin.map(({ ids, reason }) => h("li", {}, h("code", {}, [].concat(ids).join(", ")), `: ${reason}`)))] : null,
    ],
  };
}

// Machines with equal names are equal: suites run on the shipped ones.
function machinesOf(suites) {
  const byName = new Map(suites.flatMap((suite) => suite.machines).map((machine) => [machine.name, machine]));
  return [...byName.values()];
}

function overview(suites) {
  return h("dl", { class: "cards" }, suites.map((suite) => h("div", { class: "card" }, h("dt", {}, `${suite.title || suite.suite}: mean absolute error`),
    h("dd", { "data-suite": suite.suite, "data-value": suite.mean_absolute_relative_error }, suite.rows.length === 0 ? "no rows" : shown(suite.mean_absolute_relative_error, "ratio")))));
}

export function validationPage({ name, suites }) {
  return {
    title: `Validation ${name}`,
    subtitle: `${counted(suites.length, "suite")}, ${counted(suites.reduce((sum, suite) => sum + suite.rows.length, 0), "measured value")}`,
    sections: [
      { id: "summary", title: "Summary", body: [overview(suites)] },
      ...suites.map(suiteSection),
      { id: "provenance", title: "Provenance", body: machinesOf(suites).flatMap(provenance) },
    ],
  };
}
