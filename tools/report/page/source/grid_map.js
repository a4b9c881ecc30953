// Owns maps of the chip: each tile a cell at its place on the physical grid.
import { tooltipText } from "./bars.js";
import { shown, tick } from "./format.js";
import { axis } from "./theme.js";

// Tiles at one crossing of the grid stand in a block of cells, as square as can be.
export function blockOf(perCrossing) {
  const across = Math.ceil(Math.sqrt(perCrossing));
  return { across, down: Math.ceil(perCrossing / across) };
}

const kTop = 8, kBottom = 104, kLeft = 44, kRight = 12;

function sizeOf(machine) {
  const block = blockOf(machine.tiles_per_supertile);
  return { block, across: machine.columns * block.across, down: machine.rows * block.down };
}

// Cells stay about square, between bounds that suit a phone and a wide screen.
export function mapHeight(machine, width) {
  const { across, down } = sizeOf(machine);
  const cell = Math.max(4, Math.min(20, (width - kLeft - kRight) / across));
  return Math.round(Math.max(140, Math.min(560, cell * down)) + kTop + kBottom);
}

// rows: {tile, row, column, sub, ...}; value(row) is a number or null for nothing to show.
export function mapOption({ theme, machine, rows, value, unit, title, max }) {
  const { block, across, down } = sizeOf(machine);
  const place = (row) => [row.column * block.across + (row.sub % block.across), row.row * block.down + Math.floor(row.sub / block.across)];
  const cells = rows.filter((row) => value(row) !== null).map((row) => ({ value: [...place(row), value(row)], row }));
  const idle = rows.filter((row) => value(row) === null).map((row) => ({ value: [...place(row), 0], row }));
  const most = max ?? Math.max(0, ...cells.map((cell) => cell.value[2]));
  const describe = ({ data, seriesIndex }) => tooltipText(`tile ${data.row.tile}: ${seriesIndex === 0 ? shown(data.value[2], unit) : "idle"}`, `column ${data.row.column}, row ${data.row.row}, place ${data.row.sub}`);
  const every = (size, step) => Array.from({ length: size }, (_, i) => String(Math.floor(i / step)));
  const labels = (step) => ({ interval: (i) => i % step === 0, hideOverlap: true });
  const border = { borderColor: theme.page, borderWidth: 0.5 };
  return {
    tooltip: { formatter: describe },
    grid: { left: kLeft, right: kRight, top: kTop, bottom: kBottom },
    xAxis: axis(theme, { type: "category", data: every(across, block.across), name: "column of the grid", nameGap: 26, axisLabel: labels(block.across), splitLine: { show: false }, axisTick: { show: false } }),
    yAxis: axis(theme, { type: "category", data: every(down, block.down), name: "row of the grid", nameGap: 28, axisLabel: labels(block.down), splitLine: { show: false }, axisTick: { show: false } }),
    visualMap: {
      type: "continuous", min: 0, max: most || 1, seriesIndex: 0, orient: "horizontal", left: "center", bottom: 0, itemWidth: 12, itemHeight: 150,
      text: [`${tick(unit)(most)}`, "0"], textStyle: { color: theme.ink }, inRange: { color: theme.heat }, calculable: false, formatter: tick(unit),
    },
    series: [
      { type: "heatmap", name: title, data: cells, itemStyle: border, progressive: 0 },
      { type: "heatmap", name: "idle", data: idle.map((cell) => ({ ...cell, itemStyle: { color: theme.idle, ...border } })), progressive: 0 },
    ],
  };
}
