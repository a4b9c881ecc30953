// Owns the curves of training and the other series of a run, one value a step.
import { chartCard } from "./chart.js";
import { curveOption } from "./curves.js";
import { words } from "./memory_section.js";

const kHeight = 280;

const isCurve = (value) => Array.isArray(value);
const pointsOf = (values) => values.map((value, step) => [step, value]);

// Both runs in one drawing: curves are compared best on one pair of axes.
function curveCard(id, title, about, runs, curvesOf) {
  const named = runs.map((run) => Object.entries(curvesOf(run)).map(([name, values]) => ({ name: runs.length > 1 ? `${name}, ${run.name}` : name, column: name, values })));
  const all = named.flat();
  if (!all.some((line) => line.values.length > 0)) return null;
  const together = [{ name: "" }];
  const rows = Array.from({ length: Math.max(...all.map((line) => line.values.length)) }, (_, step) =>
    Object.fromEntries([["step", step], ...all.map((line) => [line.name, line.values[step] ?? null])]));
  return chartCard({
    id, title, about, runs: together, height: kHeight,
    option: (run, theme) => curveOption({ theme, lines: all.map((line) => ({ name: line.name, points: pointsOf(line.values) })), xTitle: "training step", xUnit: "index", yTitle: words(title.toLowerCase()) }),
    rows: () => ({ columns: [{ name: "step", unit: "index" }, ...all.map((line) => ({ name: line.name, unit: "number" }))], rows }),
  }).element;
}

const kAbout = { spike_rates: "Spikes a neuron and time step, by population." };
const titleOf = (name) => words(name).replace(/^./, (letter) => letter.toUpperCase());

// Curves below a training value: itself, or a map of curves by population.
function curvesBelow(value, name) {
  if (isCurve(value)) return { [name]: value };
  return Object.fromEntries(Object.entries(value ?? {}).filter(([, curve]) => isCurve(curve)));
}

function trainingCards(runs) {
  const names = new Set(runs.flatMap((run) => Object.keys(run.report.training)));
  return [...names].map((name) => curveCard(`training-${name}`, titleOf(name), kAbout[name] ?? "One value a training step.", runs, (run) => curvesBelow(run.report.training[name], name)));
}

export function trainingCharts(runs) {
  return [
    ...trainingCards(runs),
    curveCard("series", "Other series", "Result series of the image that are not training values.", runs, (run) => run.report.series ?? {}),
  ].filter(Boolean);
}
