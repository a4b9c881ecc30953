// Owns the page as a whole: reads its data, lays out the sections, draws.
import { drawAll, keepDrawn } from "./chart.js";
import { h } from "./dom.js";
import { runPage } from "./run_page.js";
import { sweepPage } from "./sweep_page.js";
import { validationPage } from "./validation_page.js";

const kPages = { run: runPage, validation: validationPage, sweep: sweepPage };

const section = ({ id, title, intro, charts = [], body = [] }) =>
  h("section", { id, "aria-labelledby": `${id}-title` }, h("h2", { id: `${id}-title` }, title), intro ? h("p", { class: "intro" }, intro) : null,
    charts.length ? h("div", { class: "charts" }, charts) : null, body);

function layOut(page, data) {
  document.title = `${page.title} – bspike`;
  document.body.append(
    h("a", { class: "skip", href: "#summary" }, "Skip to the summary"),
    h("header", {}, h("p", { class: "kind" }, `bspike ${data.version}`), h("h1", {}, page.title), page.subtitle ? h("p", { class: "subtitle" }, page.subtitle) : null,
      h("nav", { "aria-label": "Sections" }, h("ul", {}, page.sections.map(({ id, title }) => h("li", {}, h("a", { href: `#${id}` }, title)))))),
    h("main", { class: data.runs?.length > 1 ? "pairs" : null }, page.sections.map(section)),
  );
}

const data = JSON.parse(document.getElementById("data").textContent);
layOut(kPages[data.kind](data), data);
drawAll();
keepDrawn();
document.documentElement.dataset.ready = "yes";
