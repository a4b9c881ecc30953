// Owns making elements. Text only ever becomes text nodes, so no name can become markup.

function append(element, child) {
  if (child === null || child === undefined || child === false) return;
  if (Array.isArray(child)) child.forEach((item) => append(element, item));
  else element.append(child instanceof Node ? child : String(child));
}

export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

// A value that tests and copying programs read exactly.
export const exact = (value) => (value === undefined || value === null ? "" : String(value));

// Value at a dotted path, undefined where there is none.
export const at = (object, path) =>
  path.split(".").reduce((value, key) => (value === null || value === undefined ? undefined : value[key]), object);

// Rows of a table in the page's data, as objects by column name.
export function rowsOf(table) {
  if (!table) return [];
  return table.rows.map((row) => Object.fromEntries(table.columns.map((name, i) => [name, row[i]])));
}
