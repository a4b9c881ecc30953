// Owns making the page: one HTML file with everything inside but the data. `node bundle.js OUTPUT`;
// packages are looked up in NODE_PATH.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const modules = process.env.NODE_PATH;
const require = createRequire(join(modules, "bundle.js"));
const { buildSync } = require("esbuild");
const source = join(dirname(fileURLToPath(import.meta.url)), "source");

function bundled(entry) {
  const { outputFiles } = buildSync({
    entryPoints: [join(source, entry)], bundle: true, minify: true, write: false, format: "iife", target: "es2020", charset: "ascii", legalComments: "inline", nodePaths: [modules],
  });
  return outputFiles[0].text;
}

// Replaced by a function, so that a dollar sign in the text stays one.
function filled(text, marker, value) {
  if (text.split(marker).length !== 2) throw new Error(`${marker} must stand once in page.html`);
  return text.replace(marker, () => value);
}

const script = bundled("main.js");
if (/<\/script|<!--/i.test(script)) throw new Error("the bundle would end its own script element");
const template = readFileSync(join(source, "page.html"), "utf8");
const page = filled(filled(template, "@BSPIKE_STYLE@", bundled("page.css")), "@BSPIKE_SCRIPT@", script);
if (page.split("@BSPIKE_DATA@").length !== 2) throw new Error("@BSPIKE_DATA@ must stand once in the page");
writeFileSync(`${process.argv[2]}.new`, page);
renameSync(`${process.argv[2]}.new`, process.argv[2]);
