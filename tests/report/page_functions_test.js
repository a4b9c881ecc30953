// Tests the parts of the page that need no browser: numbers, filters, fronts, colours.
import assert from "node:assert/strict";
import { test } from "node:test";

import { axisSteps, bytes, counted, integer, percent, real, seconds, short } from "../../tools/report/page/source/format.js";
import { compare, filterOf } from "../../tools/report/page/source/table.js";
import { kDark, kLight } from "../../tools/report/page/source/theme.js";

test("numbers look as on the console", () => {
  assert.equal(integer(9102317), "9,102,317");
  assert.equal(bytes(121724), "118.9 KiB");
  assert.equal(bytes(0), "0 B");
  assert.equal(counted(1, "row"), "1 row");
  assert.equal(counted(1472, "tile"), "1,472 tiles");
  assert.equal(seconds(0.00492017), "4.92 ms");
  assert.equal(percent(0.235), "23.5 %");
  assert.equal(real(19511.6), "19,512");
  assert.equal(real(0.123456), "0.1235");
  assert.equal(short(1500000), "1.5 M");
});

test("axes end and step at round numbers", () => {
  assert.deepEqual(axisSteps(9102317, 5, "cycles"), { interval: 2000000, max: 10000000 });
  assert.deepEqual(axisSteps(638976, 5, "bytes"), { interval: 131072, max: 655360 });
  assert.ok(axisSteps(0, 5, "cycles").max > 0);
});

test("filters take parts of text, comparisons and ranges", () => {
  assert.ok(filterOf("lay")("Layer0"));
  assert.ok(!filterOf("lay")("output"));
  assert.ok(filterOf(">= 4")(4));
  assert.ok(!filterOf(">4")(4));
  assert.ok(!filterOf(">4")(null));
  assert.ok(filterOf("4..16")(16));
  assert.ok(!filterOf("4..16")(17));
  assert.ok(filterOf("!= 2")(3));
  assert.ok(filterOf("")(null));
  assert.equal(filterOf("> 1-2"), null);
});

test("sorting puts what is missing last, and numbers by value", () => {
  const sorted = (direction) => [10, null, 9, ""].sort((a, b) => compare(a, b, direction));
  assert.deepEqual(sorted(1).slice(0, 2), [9, 10]);
  assert.deepEqual(sorted(-1).slice(0, 2), [10, 9]);
  assert.ok(compare("tile 2", "tile 10", 1) < 0);
});

// --- colours: contrast as WCAG defines it ---------------------------------------------------------

function luminance(colour) {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a, b) {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

// Colours as a person sees them who lacks one kind of cone (Viénot, Brettel and Mollon 1999).
const kCones = {
  protanopia: [[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]],
  deuteranopia: [[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]],
};
const kWhole = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];

function seen(colour, cones) {
  const linear = [1, 3, 5].map((at) => (parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2);
  return cones.map((row) => Math.max(0, row.reduce((sum, factor, i) => sum + factor * linear[i], 0)) ** (1 / 2.2) * 255);
}

const distance = (a, b) => Math.hypot(...a.map((value, i) => value - b[i]));

for (const [name, theme] of Object.entries({ light: kLight, dark: kDark })) {
  test(`${name}: text and marks stand out from the page`, () => {
    for (const page of [theme.page, theme.panel]) {
      assert.ok(contrast(theme.ink, page) >= 7);
      assert.ok(contrast(theme.muted, page) >= 4.5);
      for (const colour of [...theme.series, ...Object.values(theme.parts)]) assert.ok(contrast(colour, page) >= 3, `${colour} on ${page}`);
    }
  });

  test(`${name}: what stands side by side in a bar can be told apart, with any cones`, () => {
    const { compute, launch, wait, sync, exchange } = theme.parts;
    const neighbours = [[compute, launch], [launch, sync], [compute, sync], [compute, wait], [wait, sync], [sync, exchange], [compute, exchange]];
    for (const [kind, cones] of Object.entries({ all: kWhole, ...kCones })) {
      for (const [a, b] of neighbours) assert.ok(distance(seen(a, cones), seen(b, cones)) > 30, `${a} and ${b} with ${kind}`);
    }
  });

  test(`${name}: the scale of heat maps only grows lighter or darker`, () => {
    const steps = theme.heat.map(luminance);
    const sign = Math.sign(steps[steps.length - 1] - steps[0]);
    for (let i = 1; i < steps.length; i += 1) assert.ok(sign * (steps[i] - steps[i - 1]) > 0);
  });
}
