// Owns tables: every column sorts by its button; with `filters`, each column has a field that takes
// a part of the text, or for numbers a comparison (>= 4) or a range (4..16).
import { exact, h } from "./dom.js";
import { counted, integer, isNumber, shown } from "./format.js";

const kOperators = {
  "<": (a, b) => a < b, "<=": (a, b) => a <= b, ">": (a, b) => a > b, ">=": (a, b) => a >= b,
  "=": (a, b) => a === b, "!=": (a, b) => a !== b,
};

// A test of one value, or null where the words are no filter.
export function filterOf(words) {
  const text = words.trim();
  if (text === "") return () => true;
  const range = text.match(/^(-?[\d.eE+]+)\s*\.\.\s*(-?[\d.eE+]+)$/);
  if (range) return (value) => isNumber(value) && value >= Number(range[1]) && value <= Number(range[2]);
  const comparison = text.match(/^(<=|>=|!=|<|>|=)\s*(-?[\d.eE+-]+)$/);
  if (comparison) {
    const wanted = Number(comparison[2]);
    return Number.isNaN(wanted) ? null : (value) => isNumber(value) && kOperators[comparison[1]](value, wanted);
  }
  const part = text.toLowerCase();
  return (value) => String(value ?? "").toLowerCase().includes(part);
}

// Missing values come last in either direction.
export function compare(a, b, direction) {
  const missing = (value) => value === null || value === undefined || value === "";
  if (missing(a) || missing(b)) return Number(missing(a)) - Number(missing(b));
  const order = isNumber(a) && isNumber(b) ? a - b : String(a).localeCompare(String(b), "en", { numeric: true });
  return direction * order;
}

function cell(column, row) {
  const value = row[column.name];
  const number = isNumber(value);
  const long = typeof value === "string" && value.length > 40;
  return h("td", { class: number ? "number" : long ? "long" : null, "data-column": column.name, "data-value": exact(value) }, shown(value, column.unit));
}

function heading(column, state, sort) {
  const label = column.title ?? column.name;
  const unit = column.unit && !["text", "index", "count", "number", label].includes(column.unit) ? ` (${column.unit})` : "";
  const button = h("button", { type: "button", title: column.sentence, onclick: () => sort(column.name) }, label + unit);
  const sorted = state.by === column.name ? (state.direction > 0 ? "ascending" : "descending") : "none";
  return h("th", { scope: "col", "aria-sort": sorted }, button);
}

function filterField(column, state, refresh) {
  const field = h("input", {
    type: "text", "aria-label": `Filter ${column.title ?? column.name}`, placeholder: column.unit === "text" ? "part" : ">= 4",
    value: state.filters[column.name] ?? "",
  });
  field.addEventListener("input", () => {
    const test = filterOf(field.value);
    field.toggleAttribute("aria-invalid", test === null);
    state.filters[column.name] = field.value;
    if (test !== null) refresh();
  });
  return h("td", {}, field);
}

function chosen(columns, rows, state) {
  const tests = columns.map((column) => [column.name, filterOf(state.filters[column.name] ?? "") ?? (() => true)]);
  const kept = rows.filter((row) => tests.every(([name, test]) => test(row[name])));
  if (state.by) kept.sort((a, b) => compare(a[state.by], b[state.by], state.direction));
  return kept;
}

// columns: [{name, title?, unit, sentence?}]; rows: objects. `onchange` gets the rows that show.
export function table({ caption, columns, rows, filters = false, onchange = () => {} }) {
  const state = { by: null, direction: 1, filters: {} };
  const head = h("tr");
  const body = h("tbody");
  const count = h("p", { class: "count", "aria-live": "polite" });
  const refresh = () => {
    const kept = chosen(columns, rows, state);
    body.replaceChildren(...kept.map((row) => h("tr", {}, columns.map((column) => cell(column, row)))));
    head.replaceChildren(...columns.map((column) => heading(column, state, sort)));
    count.textContent = kept.length === rows.length ? counted(rows.length, "row") : `${integer(kept.length)} of ${counted(rows.length, "row")}`;
    onchange(kept);
  };
  const sort = (name) => {
    const at = document.activeElement?.closest("th")?.cellIndex;
    state.direction = state.by === name ? -state.direction : 1;
    state.by = name;
    refresh();
    if (at !== undefined) head.cells[at]?.querySelector("button").focus();
  };
  const filterRow = filters ? h("tr", { class: "filters" }, columns.map((column) => filterField(column, state, refresh))) : null;
  refresh();
  return h("div", { class: "table", tabindex: 0, role: "region", "aria-label": caption },
    count, h("table", {}, h("caption", {}, caption), h("thead", {}, head, filterRow), body));
}
