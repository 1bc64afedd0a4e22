/** Reads a list of `[path, source, compacted]` and writes the paths of those that do not mean the same to a parser. */

import { text } from "node:stream/consumers";
import { transformSync } from "esbuild";

/** @param {string} path @param {string} code */
function meaning(path, code) {
  const loader = path.endsWith(".css") ? "css" : "js";
  const { code: packed } = transformSync(code, { loader, minifyWhitespace: true, legalComments: "none" });
  return packed.replace(/@property[^}]*}/g, (rule) => rule.replace(/;\s+/g, ";")); // esbuild does not read these
}

/** @type {readonly (readonly [string, string, string])[]} */
const files = JSON.parse(await text(process.stdin));
const others = files.filter(([path, source, compacted]) => meaning(path, source) !== meaning(path, compacted));
console.log(JSON.stringify(others.map(([path]) => path)));
