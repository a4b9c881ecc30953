// Owns how numbers look, as on the console. Exact values stand in data-value attributes; these are for people.

const kGrouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

export const isNumber = (value) => typeof value === "number" && Number.isFinite(value);

// Whole numbers from a thousand on, else four significant digits.
function significant(value) {
  if (value === 0) return "0";
  return Math.abs(value) >= 1000 ? kGrouped.format(value) : String(Number(value.toPrecision(4)));
}

function scaled(value, steps, written) {
  const [factor, name] = steps.find(([size]) => Math.abs(value) >= size) ?? steps[steps.length - 1];
  return `${factor === 1 && steps === kBytes ? significant(value) : written(value / factor)} ${name}`;
}

const kBytes = [[2 ** 40, "TiB"], [2 ** 30, "GiB"], [2 ** 20, "MiB"], [2 ** 10, "KiB"], [1, "B"]];
const kSeconds = [[1, "s"], [1e-3, "ms"], [1e-6, "µs"], [1e-9, "ns"]];

export const integer = (value) => (Number.isInteger(value) ? kGrouped.format(value) : significant(value));
export const counted = (value, word) => `${integer(value)} ${word}${value === 1 ? "" : "s"}`;
export const bytes = (value) => scaled(value, kBytes, (number) => number.toFixed(1));
export const seconds = (value) => (value === 0 ? "0 s" : scaled(value, kSeconds, (number) => number.toFixed(2)));
export const percent = (value) => (Math.abs(value) >= 0.01 ? `${(100 * value).toFixed(1)} %` : `${Number((100 * value).toPrecision(2))} %`);
export const real = significant;

// Short forms for axes: 12 k, 3.4 M.
export function short(value) {
  const size = Math.abs(value);
  if (size >= 1e4) {
    for (const [factor, name] of [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"]]) {
      if (size >= factor) return `${Number((value / factor).toPrecision(3))} ${name}`;
    }
  }
  return significant(value);
}

const kByUnit = { bytes, seconds, ratio: percent, cycles: integer, slots: integer, count: integer, index: String };

// A value of a column with this unit.
export function shown(value, unit) {
  if (value === null || value === undefined || value === "") return "–";
  if (!isNumber(value)) return String(value);
  return (kByUnit[unit] ?? integer)(value);
}

// The same for the ticks of an axis, without needless decimals.
const kTicks = { bytes: (value) => scaled(value, kBytes, significant), seconds: (value) => scaled(value, kSeconds, significant), ratio: (value) => `${significant(100 * value)} %` };
export const tick = (unit) => kTicks[unit] ?? short;

// Limits and steps of an axis from 0: round numbers, of bytes powers of two.
export function axisSteps(most, steps, unit) {
  const wanted = (most > 0 ? most : 1) / steps;
  const base = unit === "bytes" ? 2 : 10;
  const power = base ** Math.floor(Math.log(wanted) / Math.log(base) + 1e-9);
  const interval = power * (base === 2 ? [1, 2] : [1, 2, 2.5, 5, 10]).find((factor) => power * factor >= wanted * (1 - 1e-9));
  return { interval, max: Math.ceil(most / interval - 1e-9) * interval || interval };
}
