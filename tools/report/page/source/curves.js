// Owns line charts over an axis of numbers.
import { shown, tick } from "./format.js";
import { tooltipText } from "./bars.js";
import { axis } from "./theme.js";

const kSymbols = ["circle", "rect", "triangle", "diamond"];
const kDashes = ["solid", "dashed", "dotted"];

// lines: [{name, points: [[x, y], ...]}]. Lines differ in colour, symbol and dash.
export function curveOption({ theme, lines, xTitle, yTitle, yUnit = "number", xUnit = "number", xLog = false, yLog = false, marks = true }) {
  const few = marks && lines.every((line) => line.points.length <= 60);
  const values = lines.flatMap((line) => line.points.map((point) => point[1])).filter((value) => value !== null);
  const low = Math.min(...values), high = Math.max(...values);
  const describe = (points) => tooltipText(`${xTitle} ${shown(points[0].value[0], xUnit)}`, ...points.map((point) => `${point.seriesName}: ${shown(point.value[1], yUnit)}`));
  return {
    legend: lines.length > 1 ? { type: "scroll", top: 0, left: 0, pageIconColor: theme.ink, pageTextStyle: { color: theme.ink }, icon: undefined } : undefined,
    tooltip: { trigger: "axis", formatter: describe },
    grid: { left: 72, right: 24, top: lines.length > 1 ? 38 : 14, bottom: 48 },
    xAxis: axis(theme, { type: xLog ? "log" : "value", logBase: 2, name: xTitle, nameGap: 30, min: "dataMin", max: "dataMax", minInterval: xUnit === "index" ? 1 : undefined, axisLabel: { formatter: tick(xUnit) } }),
    yAxis: axis(theme, { type: yLog ? "log" : "value", name: yTitle, nameGap: 54, scale: low > 0 && low > 0.5 * high, splitNumber: 4, axisLabel: { formatter: tick(yUnit) } }),
    series: lines.map((line, i) => ({
      type: "line", name: line.name, data: line.points, connectNulls: false, showSymbol: few, symbol: kSymbols[i % kSymbols.length], symbolSize: 7,
      lineStyle: { width: 2, type: kDashes[Math.floor(i / theme.series.length) % kDashes.length] }, color: line.colour ?? theme.series[i % theme.series.length],
    })),
  };
}
