// Owns the parts of a page that are words: provenance, what is not modelled, configuration, hot lines.
import { h } from "./dom.js";
import { shown } from "./format.js";
import { table } from "./table.js";

const kProvenances = ["measured", "documented", "derived", "assumed", "user"];

function provenanceCounts(constants) {
  return h("p", { class: "counts" }, kProvenances.map((name) => {
    const count = constants.filter((constant) => constant.provenance === name).length;
    return count ? h("span", { class: "tag", "data-provenance": name, "data-value": count }, `${count} ${name}`) : null;
  }));
}

const constantTable = (caption, constants) => table({
  caption, rows: constants, filters: true,
  columns: [{ name: "key", unit: "text" }, { name: "value", unit: "text" }, { name: "provenance", unit: "text" }, { name: "source", unit: "text" }],
});

// machine: {name, constants, not_modelled}
export function provenance(machine) {
  const assumed = machine.constants.filter((constant) => ["assumed", "user"].includes(constant.provenance));
  return [
    h("h3", {}, `Machine ${machine.name}`), machine.description ? h("p", {}, machine.description) : null, provenanceCounts(machine.constants),
    h("h4", {}, "Assumptions"),
    assumed.length ? h("ul", { class: "assumptions" }, assumed.map((constant) => h("li", {}, h("code", {}, constant.key), ` = ${constant.value}: ${constant.source}`))) : h("p", {}, "None: every constant is measured, documented or derived."),
    h("h4", {}, "Not modelled"),
    h("ul", { class: "not-modelled" }, machine.not_modelled.map((text) => h("li", {}, text))),
    h("details", {}, h("summary", {}, `All ${machine.constants.length} constants with their sources`), constantTable(`Constants of ${machine.name}`, machine.constants)),
  ];
}

export function hotLines(run) {
  const rows = run.report.hot_lines;
  if (rows.length === 0) return null;
  return h("details", { class: "hot" }, h("summary", {}, `Lines of assembly that issued most: ${run.name}`), table({ caption: "Hot lines", columns: run.report.columns.hot_lines, rows }));
}

export function configuration(run) {
  const { report } = run;
  const facts = Object.entries(report.simulator).map(([name, value]) => ({ name, value }));
  return [
    h("h3", {}, run.name),
    h("p", {}, "Configuration ", h("code", { "data-path": "configuration_hash" }, report.configuration_hash), `, seed ${report.run.seed}, bspike ${report.run.version}`),
    h("details", { class: "configuration" }, h("summary", {}, "The resolved configuration"), h("pre", { tabindex: 0 }, report.configuration)),
    h("details", {}, h("summary", {}, "The simulator itself"), h("dl", { class: "facts" }, facts.map(({ name, value }) => [h("dt", {}, name.replaceAll("_", " ")), h("dd", {}, shown(value, name.endsWith("bytes") ? "bytes" : name.endsWith("seconds") ? "seconds" : "number"))]))),
    h("details", {}, h("summary", {}, "What the words mean"), h("dl", { class: "facts" }, Object.entries(report.definitions).map(([name, text]) => [h("dt", {}, name.replaceAll("_", " ")), h("dd", {}, text)]))),
  ];
}
