// Owns the page of one run, or of two side by side.
import { summary, warnings } from "./cards.js";
import { counted } from "./format.js";
import { memoryCharts } from "./memory_section.js";
import { configuration, hotLines, provenance } from "./text_section.js";
import { exchangeCharts, utilisationCharts, utilisationSentence } from "./tile_section.js";
import { timeCharts, timeSentence } from "./time_section.js";
import { trainingCharts } from "./training_section.js";

const perRun = (runs, sentence) => runs.map((run) => (runs.length > 1 ? `${run.name}: ${sentence(run)}` : sentence(run))).filter((text) => !text.endsWith(": ") && text !== "").join(" ");

const sameMachine = (runs) => runs.length === 1 || JSON.stringify(runs[0].report.machine) === JSON.stringify(runs[1].report.machine);

export function runPage({ runs }) {
  const machines = sameMachine(runs) ? [runs[0].report.machine] : runs.map((run) => run.report.machine);
  return {
    title: runs.map((run) => run.name).join(" and "),
    subtitle: runs.map(({ report }) => `${report.machine.name}, ${counted(report.machine.tiles, "tile")} at ${Number((report.machine.clock_hz / 1e9).toPrecision(4))} GHz, ${counted(report.run.steps, "step")} of ${counted(report.run.samples_per_step, "sample")}`).join(" · "),
    sections: [
      { id: "summary", title: "Summary", body: [...runs.flatMap(warnings), summary(runs)] },
      { id: "time", title: "Time", intro: perRun(runs, timeSentence), charts: timeCharts(runs), body: runs.map(hotLines) },
      { id: "memory", title: "Memory", charts: memoryCharts(runs) },
      { id: "exchange", title: "Exchange", charts: exchangeCharts(runs) },
      { id: "utilisation", title: "Utilisation", intro: perRun(runs, utilisationSentence), charts: utilisationCharts(runs) },
      { id: "training", title: "Training", charts: trainingCharts(runs) },
      { id: "provenance", title: "Provenance", body: machines.flatMap(provenance) },
      { id: "configuration", title: "Configuration", body: runs.flatMap(configuration) },
    ].filter((section) => section.charts?.length || section.body?.length),
  };
}
