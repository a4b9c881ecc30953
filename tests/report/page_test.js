// Tests the report page in Chromium: every chart drawn, every number that of the files, in light and
// dark, narrow and wide, on paper, by keyboard; whatever names hold stays text.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { kDark, kLight } from "../../tools/report/page/source/theme.js";

const { BSPIKE, CHROMIUM, DRIVER } = process.env;
const kRoot = fileURLToPath(new URL("../..", import.meta.url));  // where configs/ is found
const kNasty = `</script><script>window.injected = 1</script><img src=x onerror="window.injected = 1"> & "quotes"`;
const kLargest = 5 * 1024 * 1024;

const puppeteer = createRequire(join(DRIVER, "package.json"))("puppeteer-core");
const folder = mkdtempSync(join(tmpdir(), "bspike-page-"));
const at = (...names) => join(folder, ...names);
const bspike = (...words) => execFileSync(BSPIKE, words, { cwd: kRoot, encoding: "utf8" });
const tiny = "configs/runs/tiny.yaml";

let browser, consoleText;

before(async () => {
  consoleText = bspike("run", tiny, "--machine", "bow", "--out", at("chip"));
  bspike("run", tiny, "--out", at("small"), "--quiet");
  bspike("run", tiny, "--machine", "bow", "--set", "network.batch=4", "--steps", "2", "--out", at("half"), "--quiet");
  browser = await puppeteer.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"], protocolTimeout: 120000 });
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

// Opens a page; fails on any message to the console and on any request but for the file itself.
async function opened(file, { width = 1024, scheme = "light", visit } = {}) {
  const page = await browser.newPage();
  const troubles = [];
  page.on("console", (message) => troubles.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => troubles.push(String(error)));
  page.on("request", (request) => { if (request.url() !== `file://${encodeURI(file)}`) troubles.push(`asks for ${request.url()}`); });
  await page.setViewport({ width, height: 900 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.goto(`file://${encodeURI(file)}`);
  await page.waitForSelector("html[data-ready]");
  const result = await visit(page);
  assert.deepEqual(troubles, []);
  await page.close();
  return result;
}

function made(...names) {
  const file = at(`${names.join("_")}.html`);
  bspike("report", ...names.map((name) => at(name)), "-o", file);
  return file;
}

const json = (...names) => JSON.parse(readFileSync(at(...names), "utf8"));
const valueAt = (object, path) => path.split(".").reduce((value, key) => value?.[key], object);
const last = (value) => (Array.isArray(value) ? value[value.length - 1] : value);
const text = (value) => (value === null || value === undefined ? "" : String(value));

// Rows of a CSV file of ours as texts; its cells hold no quotes here.
function csv(...names) {
  const [header, ...lines] = readFileSync(at(...names), "utf8").trimEnd().split("\n");
  const columns = header.split(",");
  return lines.map((line) => Object.fromEntries(line.split(",").map((cell, i) => [columns[i], cell])));
}

// Equal as texts, or as numbers that are written in two ways (0 and 0.0).
function expectSame(rows, expected, where) {
  assert.equal(rows.length, expected.length, where);
  rows.forEach((row, i) => Object.entries(row).forEach(([name, value]) => {
    const wanted = text(expected[i][name]);
    if (value !== wanted) assert.ok(value !== "" && wanted !== "" && Number(value) === Number(wanted), `${where}, row ${i}, ${name}: ${value}, not ${wanted}`);
  }));
}

// Opens the table behind a chart and gives its rows as exact texts.
const tableBehind = (page, id) => page.$eval(`#${id} details.behind`, (details) => {
  details.open = true;
  return new Promise((done) => setTimeout(() => done([...details.querySelectorAll("tbody tr")].map((row) =>
    Object.fromEntries([...row.cells].map((cell) => [cell.dataset.column, cell.dataset.value])))), 0));
});

const charts = (page) => page.$$eval("figure.chart", (figures) => figures.map((figure) => ({
  id: figure.id,
  title: figure.querySelector("h3").textContent,
  drawn: [...figure.querySelectorAll(".canvas")].map((canvas) => ({
    marks: Number(canvas.dataset.drawn), label: canvas.getAttribute("aria-label"), width: canvas.querySelector("svg").getBoundingClientRect().width,
    words: [...canvas.querySelectorAll("svg text")].map((word) => word.textContent),
  })),
  behind: figure.querySelector("details.behind summary")?.textContent,
})));

function expectDrawn(list, ids) {
  assert.deepEqual(ids.filter((id) => !list.some((chart) => chart.id === id)), [], "charts that are missing");
  for (const chart of list) {
    assert.ok(chart.title.length > 3, chart.id);
    assert.equal(chart.behind, "Table", chart.id);
    for (const { marks, label, width, words } of chart.drawn) {
      assert.ok(marks > 3, `${chart.id}: ${marks} marks`);
      assert.ok(width > 200, `${chart.id}: ${width} wide`);
      assert.ok(label.includes(chart.title), chart.id);
      assert.ok(words.some((word) => /[a-z]{4}/.test(word)), `${chart.id}: an axis with a name`);
    }
  }
}

const kRunCharts = ["time-parts", "phases", "layers", "kinds", "critical-tiles", "kernels", "mix", "timeline", "memory-categories", "memory-map", "memory-live", "lifetimes",
  "exchange-map", "traffic-kinds", "senders", "receivers", "traffic-supersteps", "utilisation-map", "tile-profile", "training-loss", "training-accuracy", "training-spike_rates"];

test("a run of a whole chip: charts, size, numbers of report.json, CSV files and console", async () => {
  const file = made("chip");
  assert.ok(statSync(file).size < kLargest, `${statSync(file).size} bytes`);
  const report = json("chip", "report.json");
  assert.equal(report.machine.tiles, 1472);
  await opened(file, { visit: async (page) => {
    expectDrawn(await charts(page), kRunCharts);
    const cards = await page.$$eval("[data-path]", (list) => list.map((one) => [one.dataset.path, one.dataset.value ?? one.textContent, one.textContent]));
    assert.ok(cards.length > 20);
    for (const [path, value] of cards) assert.equal(value, text(last(valueAt(report, path))), path);
    const shown = Object.fromEntries(cards.map(([path, , words]) => [path, words]));
    for (const path of ["totals.cycles", "totals.instructions"]) assert.ok(consoleText.includes(`${shown[path]} `), `the console has ${path} ${shown[path]}`);
    assert.ok(consoleText.includes(`peak ${shown["memory.peak_tile_bytes"]}`), "the console has the peak memory");
    for (const [id, key] of [["phases", "by_phase"], ["layers", "by_layer"], ["kinds", "superstep_kinds"], ["kernels", "kernels"]]) {
      expectSame(await tableBehind(page, id), report[key], id);
    }
    expectSame(await tableBehind(page, "lifetimes"), report.memory.lifetimes.regions, "lifetimes");
    expectSame(await tableBehind(page, "memory-live"), report.memory.lifetimes.points, "points");
    expectSame(await tableBehind(page, "memory-map"), csv("chip", "memory.csv"), "memory");
    expectSame(await tableBehind(page, "utilisation-map"), csv("chip", "tiles.csv"), "tiles");
    const critical = await tableBehind(page, "critical-tiles");
    const supersteps = csv("chip", "supersteps.csv");
    assert.equal(critical.reduce((sum, row) => sum + Number(row.supersteps), 0), supersteps.length);
    const step = await tableBehind(page, "timeline");
    expectSame(step, supersteps.filter((row) => row.step === step[0].step), "supersteps");
  } });
});

test("no width scrolls sideways, no scheme hides text", async () => {
  const file = made("chip");
  for (const [width, scheme] of [[390, "dark"], [1024, "light"], [1600, "dark"]]) {
    await opened(file, { width, scheme, visit: async (page) => {
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), 0, `${width} px`);
      const colours = await page.evaluate(() => [getComputedStyle(document.body).backgroundColor, document.querySelector(".canvas svg text").getAttribute("fill")]);
      assert.deepEqual(colours, scheme === "dark" ? ["rgb(18, 22, 28)", kDark.muted] : ["rgb(255, 255, 255)", kLight.muted]);
    } });
  }
});

test("a change of colours, of width and to paper draws again", async () => {
  await opened(made("small"), { scheme: "dark", visit: async (page) => {
    const ink = () => page.$eval("#phases .canvas svg text", (word) => word.getAttribute("fill"));
    const width = () => page.$eval("#phases .canvas svg", (svg) => svg.getBoundingClientRect().width);
    assert.equal(await ink(), kDark.muted);
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    assert.equal(await ink(), kLight.muted);
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    assert.equal(await ink(), kDark.muted);
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
    await page.waitForFunction((wanted) => document.querySelector("#phases .canvas svg text").getAttribute("fill") === wanted, {}, kLight.muted);
    const before = await width();
    await page.setViewport({ width: 390, height: 800 });
    await page.waitForFunction((old) => document.querySelector("#phases .canvas svg").getBoundingClientRect().width !== old, {}, before);
    await page.emulateMediaType("print");
    assert.equal(await page.$eval(".controls", (one) => getComputedStyle(one).display), "none");
    assert.ok((await page.pdf({ format: "A4" })).length > 10000);
  } });
});

test("a table sorts by keyboard and a map shows what is chosen", async () => {
  await opened(made("small"), { visit: async (page) => {
    await tableBehind(page, "kernels");
    await page.focus("#kernels th:nth-child(2) button");
    await page.keyboard.press("Enter");
    const column = () => page.$$eval("#kernels td[data-column=calls]", (cells) => cells.map((cell) => Number(cell.dataset.value)));
    const rising = await column();
    assert.deepEqual(rising, [...rising].sort((a, b) => a - b));
    assert.equal(await page.$eval("#kernels th:nth-child(2)", (one) => one.getAttribute("aria-sort")), "ascending");
    await page.keyboard.press("Enter");
    assert.deepEqual(await column(), [...rising].sort((a, b) => b - a));
    const fills = () => page.$$eval("#memory-map svg path", (list) => list.map((one) => one.getAttribute("fill")).join());
    const total = await fills();
    await page.select("#memory-map select", "weights");
    assert.notEqual(await fills(), total);
    assert.equal(await page.$eval("a.skip", (one) => one.getAttribute("href")), "#summary");
  } });
});

test("names that look like markup stay text", async () => {
  mkdirSync(at("nasty"));
  const run = at("nasty", "<img src=x onerror=alert(1)>");
  cpSync(at("small"), run, { recursive: true });
  const report = json("nasty", "<img src=x onerror=alert(1)>", "report.json");
  report.machine.description = kNasty;
  report.configuration = kNasty;
  report.kernels[0].codelet = kNasty;
  report.by_layer[0].name = kNasty;
  writeFileSync(join(run, "report.json"), JSON.stringify(report));
  bspike("report", run, "-o", at("nasty.html"));
  await opened(at("nasty.html"), { visit: async (page) => {
    assert.equal(await page.$eval("h1", (one) => one.textContent), "<img src=x onerror=alert(1)>");
    assert.equal(await page.$eval(".configuration pre", (one) => one.textContent), kNasty);
    assert.equal((await tableBehind(page, "kernels"))[0].codelet, kNasty);
    assert.equal(await page.evaluate(() => document.querySelectorAll("img").length), 0);
    assert.equal(await page.evaluate(() => window.injected), undefined);
  } });
});

test("two runs stand side by side, with their difference", async () => {
  const reports = ["chip", "half"].map((name) => json(name, "report.json"));
  await opened(made("chip", "half"), { width: 1600, visit: async (page) => {
    const list = await charts(page);
    expectDrawn(list, kRunCharts);
    assert.equal(list.find((chart) => chart.id === "phases").drawn.length, 2);
    const rows = await page.$$eval("#both-runs tbody tr", (lines) => lines.map((line) => [...line.querySelectorAll("[data-path]")].map((cell) => [cell.dataset.path, cell.dataset.value])));
    for (const row of rows) row.forEach(([path, value], i) => assert.equal(value, text(last(valueAt(reports[i], path))), path));
    assert.ok(rows.length > 20);
  } });
});

test("a functional run and an interrupted one say what they are", async () => {
  bspike("run", tiny, "--functional", "--out", at("functional"), "--quiet");
  await opened(made("functional"), { visit: async (page) => {
    assert.match(await page.$eval(".warning", (one) => one.textContent), /functional run/);
    expectDrawn(await charts(page), ["kernels", "training-loss", "memory-map"]);
  } });
  cpSync(at("half"), at("cut"), { recursive: true });
  const report = json("cut", "report.json");
  report.run.interrupted = true;
  report.fault = { kind: "trap", message: "found <b>", tile: 3, worker: 0, pc_word: 1, codelet: "c", source_line: "1: trap", superstep: "forward", step: 1 };
  writeFileSync(at("cut", "report.json"), JSON.stringify(report));
  await opened(made("cut"), { visit: async (page) => {
    const warnings = await page.$$eval(".warning", (list) => list.map((one) => one.textContent));
    assert.equal(warnings.length, 2);
    assert.match(warnings[0], /fault \(trap\) on tile 3.*found <b>/);
  } });
});

test("a validation: measured, simulated, half widths", async () => {
  bspike("validate", "exchange_c600", "--out", at("validation"), "--quiet");
  const file = at("validation", "exchange_c600.json");
  const suite = JSON.parse(readFileSync(file, "utf8"));
  suite.rows[0].half_width = 25;  // as published ones have it
  writeFileSync(file, JSON.stringify(suite));
  await opened(made("validation"), { visit: async (page) => {
    expectDrawn(await charts(page), ["errors-exchange_c600", "scatter-exchange_c600"]);
    assert.equal(await page.$eval("[data-suite=exchange_c600]", (one) => one.dataset.value), text(suite.mean_absolute_relative_error));
    expectSame(await tableBehind(page, "errors-exchange_c600"), suite.rows, "suite");
  } });
});

function sweepOf() {
  const points = [];
  for (const tiles of [64, 128, 256]) {
    for (const batch of [8, 16]) {
      const fits = batch < 16 || tiles > 64;
      const values = { "machine.chip.tiles": tiles, "network.batch": batch, ...(fits ? { cycles_per_step: 1e8 * batch / tiles, samples_per_second: tiles * 10 } : {}) };
      points.push({ id: `p${points.length}`, status: fits ? "done" : "does_not_fit", reason: fits ? "" : "tile 3 needs more", values });
    }
  }
  const column = (name, unit) => ({ name, unit });
  const tables = [{ title: `best ${kNasty}`, columns: [column("machine.chip.tiles", "count"), column("speed_up", "ratio")], rows: [{ "machine.chip.tiles": 128, speed_up: 1.75 }, { "machine.chip.tiles": 64, speed_up: null }] }];
  return { name: kNasty, axes: [column("machine.chip.tiles", "count"), column("network.batch", "count")], columns: [column("cycles_per_step", "cycles"), column("samples_per_second", "number")], points, tables };
}

test("a sweep: curves, heat map, front, and a table whose filters choose for all", async () => {
  mkdirSync(at("sweep"));
  const sweep = sweepOf();
  writeFileSync(at("sweep", "sweep.json"), JSON.stringify(sweep));
  await opened(made("sweep"), { visit: async (page) => {
    expectDrawn(await charts(page), ["curves", "heat", "pareto"]);
    assert.equal(await page.$eval("[data-status=done]", (one) => one.dataset.value), "5");
    const ids = () => page.$$eval("#points td[data-column=id]", (cells) => cells.map((cell) => cell.dataset.value));
    assert.deepEqual(await ids(), sweep.points.map((point) => point.id));
    const front = await tableBehind(page, "pareto");  // fewest cycles, most samples
    assert.deepEqual(front.map((row) => row.id), ["p4"]);
    await page.type("#points [aria-label='Filter machine.chip.tiles']", "<= 128");
    assert.deepEqual(await ids(), ["p0", "p1", "p2", "p3"]);
    assert.deepEqual((await tableBehind(page, "curves")).map((row) => row.id), ["p0", "p2", "p3"]);
    await page.click("#points th:nth-child(5) button");
    assert.deepEqual(await ids(), ["p0", "p1", "p2", "p3"].sort((a, b) => order(sweep, a) - order(sweep, b)));
    assert.equal(await page.$eval("#tables caption", (one) => one.textContent), sweep.tables[0].title);
    assert.deepEqual(await page.$$eval("#tables td", (cells) => cells.map((cell) => cell.dataset.value)), ["128", "1.75", "64", ""]);
  } });
});

const order = (sweep, id) => sweep.points.find((point) => point.id === id).values.cycles_per_step ?? Infinity;

test("a page that cannot be written leaves nothing behind", () => {
  const limited = spawnSync("sh", ["-c", `trap '' XFSZ; ulimit -f 8; exec "$0" report chip -o full.html`, BSPIKE], { cwd: folder, encoding: "utf8" });
  assert.equal(limited.status, 1);
  assert.match(limited.stderr, /full.html: cannot be written/);
  assert.deepEqual(readdirSync(folder).filter((name) => name.includes("full.html")), []);
  const nowhere = spawnSync(BSPIKE, ["report", "chip", "-o", "no/such/page.html"], { cwd: folder, encoding: "utf8" });
  assert.equal(nowhere.status, 2);
  assert.match(nowhere.stderr, /no\/such\/page.html: cannot be written/);
});
