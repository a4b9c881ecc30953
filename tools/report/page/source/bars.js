// Owns horizontal stacked bars: one row a name, one colour a part.
import { axisSteps, shown, tick } from "./format.js";
import { axis } from "./theme.js";

const kRow = 24;

// Names get at most this share of the width.
const labelWidth = (width) => Math.max(90, Math.min(260, Math.round(width * 0.33)));

export const barHeight = (count, legend = true) => Math.max(2, count) * kRow + (legend ? 92 : 64);

function describe(unit, total) {
  return (points) => {
    const box = document.createElement("div");
    const line = (text) => { const row = document.createElement("div"); row.textContent = text; box.append(row); };
    line(points[0].name);
    points.filter((point) => point.value !== null && point.value !== undefined).forEach((point) => line(`${point.seriesName}: ${shown(point.value, unit)}`));
    if (total && points.length > 1) line(`together: ${shown(points.reduce((sum, point) => sum + (point.value ?? 0), 0), unit)}`);
    return box;
  };
}

// parts: [{name, colour?, values}], in the order of names; unit names the axis.
export function stackedBars({ theme, width, names, parts, unit, title, max, line }) {
  const legend = parts.length > 1;
  const splits = width < 500 ? 3 : 5;
  const most = max ?? Math.max(0, ...names.map((_, i) => parts.reduce((sum, part) => sum + (part.values[i] ?? 0), 0)));
  return {
    legend: legend ? { type: "scroll", top: 0, left: 0, pageIconColor: theme.ink, pageTextStyle: { color: theme.ink } } : undefined,
    tooltip: { trigger: "axis", axisPointer: { type: "shadow" }, formatter: describe(unit, legend) },
    grid: { left: labelWidth(width) + 12, right: 24, top: legend ? 34 : line ? 24 : 8, bottom: 48 },
    xAxis: axis(theme, { type: "value", name: title, nameGap: 30, ...axisSteps(most, splits, unit), axisLabel: { formatter: tick(unit) } }),
    yAxis: axis(theme, { type: "category", data: names, inverse: true, splitLine: { show: false }, axisLabel: { width: labelWidth(width), overflow: "truncate", interval: 0, hideOverlap: false } }),
    series: parts.map((part, i) => ({
      type: "bar", name: part.name, stack: "all", data: part.values, barCategoryGap: "25%",
      itemStyle: { color: part.colour ?? theme.series[i % theme.series.length], borderColor: theme.page, borderWidth: legend ? 0.5 : 0 },
      markLine: line && i === 0 ? { symbol: "none", silent: true, data: [{ xAxis: line.value }], label: { formatter: line.name, color: theme.ink, position: "start", rotate: 0, distance: 3 }, lineStyle: { color: theme.ink, type: "dashed" } } : undefined,
    })),
  };
}

// A line of text a row, as a tooltip's element.
export function tooltipText(...lines) {
  const box = document.createElement("div");
  for (const text of lines) {
    const row = document.createElement("div");
    row.textContent = text;
    box.append(row);
  }
  return box;
}
