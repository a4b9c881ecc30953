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

const kTitles = { loss: "Loss", accuracy: "Accuracy" };

function trainingCards(runs) {
  const names = new Set(runs.flatMap((run) => Object.entries(run.report.training).filter(([, value]) => isCurve(value)).map(([name]) => name)));
  return [...names].map((name) => curveCard(`training-${name}`, kTitles[name] ?? words(name), "One value a training step.", runs, (run) => (isCurve(run.report.training[name]) ? { [name]: run.report.training[name] } : {})));
}

export function trainingCharts(runs) {
  return [
    ...trainingCards(runs),
    curveCard("spike-rates", "Spike rates", "Spikes a neuron and time step, by population.", runs, (run) => run.report.training.spike_rates ?? {}),
    curveCard("series", "Other series", "Result series of the image that are not training values.", runs, (run) => run.report.series ?? {}),
  ].filter(Boolean);
}
