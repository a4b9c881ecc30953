// Owns chart cards: title, sentence, one drawing a run, and the table behind it.
import { h } from "./dom.js";
import { echarts } from "./library.js";
import { table } from "./table.js";
import { baseOption, colours, setPrinting } from "./theme.js";

const drawings = [];
const kPrintWidth = 680;

function withBase(theme, option) {
  const base = baseOption(theme);
  const legend = option.legend ? { ...base.legend, ...option.legend } : undefined;
  return { ...base, ...option, legend, tooltip: { ...base.tooltip, ...option.tooltip } };
}

function draw(drawing, width = drawing.canvas.clientWidth) {
  drawing.instance?.dispose();
  const theme = colours();
  const height = typeof drawing.height === "function" ? drawing.height(width) : drawing.height;
  drawing.canvas.style.height = `${height}px`;
  drawing.width = width;
  drawing.instance = echarts.init(drawing.canvas, null, { renderer: "svg", width, height });
  drawing.instance.setOption(withBase(theme, drawing.option(theme, width)));
  drawing.instance.getZr().flush();
  drawing.canvas.dataset.drawn = String(drawing.canvas.querySelectorAll("path,rect,circle").length);
}

export function drawAll() {
  drawings.forEach((drawing) => draw(drawing));
}

function redrawWhereNeeded() {
  for (const drawing of drawings) {
    if (drawing.canvas.clientWidth !== drawing.width) draw(drawing);
  }
}

// Redraws on a change of width or of colours, and in light colours for paper.
export function keepDrawn() {
  let pending = 0;
  window.addEventListener("resize", () => {
    cancelAnimationFrame(pending);
    pending = requestAnimationFrame(redrawWhereNeeded);
  });
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
  window.addEventListener("beforeprint", () => {
    setPrinting(true);
    drawings.forEach((drawing) => draw(drawing, kPrintWidth / (drawing.canvas.closest(".panels").children.length)));
  });
  window.addEventListener("afterprint", () => {
    setPrinting(false);
    drawAll();
  });
}

function panel(title, label, height, option) {
  const canvas = h("div", { class: "canvas", role: "img", "aria-label": label });
  const drawing = { canvas, height, option };
  drawings.push(drawing);
  return { drawing, element: h("div", { class: "panel" }, title ? h("h4", {}, title) : null, canvas) };
}

// Tables of thousands of rows are made when they are asked for.
function tableBehind(makeTables) {
  const details = h("details", { class: "behind" }, h("summary", {}, "Table"));
  details.addEventListener("toggle", () => {
    if (details.open && details.children.length === 1) details.append(...makeTables());
  });
  return details;
}

// runs: [{name, ...}]; option(run, theme, width) gives the drawing, table(run) its columns and rows.
// `controls` are elements above the drawing; redraw() of the result draws again.
export function chartCard({ id, title, about, runs, height, option, rows, controls = [], wide = false }) {
  const several = runs.length > 1;
  const panels = runs.map((run) => panel(several ? run.name : null, `${title}. ${about} The table below has the numbers.`,
    typeof height === "function" ? (width) => height(run, width) : height, (theme, width) => option(run, theme, width)));
  const behind = tableBehind(() => runs.map((run) => table({ caption: several ? `${title}: ${run.name}` : title, ...rows(run) })));
  const element = h("figure", { id, class: wide ? "chart wide" : "chart" },
    h("figcaption", {}, h("h3", {}, title), h("p", {}, about)), controls.length ? h("div", { class: "controls" }, controls) : null,
    h("div", { class: "panels" }, panels.map((part) => part.element)), behind);
  const redraw = () => {
    panels.forEach((part) => draw(part.drawing));
    if (behind.open) behind.open = false;
    while (behind.children.length > 1) behind.lastChild.remove();
  };
  return { element, redraw };
}

// A labelled choice for `controls`.
export function choice(label, options, onchange) {
  const select = h("select", {}, options.map(([value, text]) => h("option", { value }, text)));
  select.addEventListener("change", () => onchange(select.value));
  return { element: h("label", {}, `${label} `, select), select };
}
