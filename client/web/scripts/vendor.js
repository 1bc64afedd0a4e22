/** Write `vendor/preact.js`: preact and its hooks as one module, because bare names would need an import map, which the policy forbids. */

import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const folder = new URL("../vendor/", import.meta.url);
const modules = new URL("../../node_modules/", import.meta.url);
const { version, license } = JSON.parse(await readFile(new URL("preact/package.json", modules), "utf8"));

/** The hooks that this page uses; the others are left out. */
const HOOKS = ["useEffect", "useErrorBoundary", "useId", "useLayoutEffect", "useMemo", "useRef", "useState"];

/** @returns {Promise<string>} */
export async function vendored() {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { h, render } from "preact"; export { ${HOOKS.join(", ")} } from "preact/hooks";`,
      resolveDir: fileURLToPath(new URL("../", import.meta.url)),
    },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
    legalComments: "none",
  });
  const made = outputFiles[0];
  if (made === undefined) throw new Error("esbuild has made nothing");
  const head = `// preact ${version} with its hooks, ${license}, see LICENSES.txt. Made by \`npm run vendor\`, not to be edited.\n`;
  return head + made.text;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(new URL("preact.js", folder), await vendored());
  await writeFile(new URL("LICENSES.txt", folder), await readFile(new URL("preact/LICENSE", modules), "utf8"));
}
