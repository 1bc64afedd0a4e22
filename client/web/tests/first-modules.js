/** Writes which modules a browser has to have before it runs `src/main.js`, by their paths in `client`. */

import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const absWorkingDir = fileURLToPath(new URL("../../", import.meta.url));
const { metafile } = await build({
  absWorkingDir,
  entryPoints: ["web/src/main.js"],
  bundle: true,
  splitting: true,
  format: "esm",
  target: "esnext",
  outdir: "unwritten",
  write: false,
  metafile: true,
  logLevel: "error",
});
const seen = new Set(["web/src/main.js"]);
for (const path of seen) {
  for (const imported of metafile.inputs[path]?.imports ?? []) {
    if (imported.kind === "import-statement" && !imported.path.includes("*")) seen.add(imported.path);
  }
}
console.log(JSON.stringify([...seen].sort()));
