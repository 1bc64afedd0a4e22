// Writes types/ anew: the declarations of the protocol from its schemas, and those of the package from its own comments.
// With a folder as its argument it writes them there, for a test that compares.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { compile } from "json-schema-to-typescript";

const here = resolve(import.meta.dirname, "..");
const schemas = resolve(here, "../../protocol/schema");
const target = resolve(process.argv[2] ?? join(here, "types"));
const head = "// Generated from the protocol's schema; not to be edited.\n";

/**
 * Return a schema in which an open enumeration keeps its words for editors (beside a string of any kind TypeScript would
 * forget them), and a list with a type for each item is a tuple.
 * @param {any} schema
 * @returns {any}
 */
function withOpenEnumerations(schema) {
  if (Array.isArray(schema)) {
    const isOpen = schema.some((each) => each?.$ref) && schema.some((each) => each?.type === "string");
    return schema.map((each) =>
      isOpen && each.type === "string" && !each.enum ? { tsType: "(string & {})" } : withOpenEnumerations(each),
    );
  }
  if (typeof schema === "object" && schema !== null) {
    if (Array.isArray(schema.prefixItems)) {
      // The generator reads lists with a type for each item only in the words of an older draft.
      const { prefixItems, maxItems, ...rest } = schema;
      return { ...withOpenEnumerations(rest), items: prefixItems.map(withOpenEnumerations), additionalItems: false };
    }
    return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withOpenEnumerations(value)]));
  }
  return schema;
}

/** @param {string} name a schema's path below protocol/schema, without its suffix */
async function declare(name) {
  const schema = withOpenEnumerations(JSON.parse(readFileSync(join(schemas, `${name}.json`), "utf8")));
  const { $defs } = schema;
  // Every definition is declared under its own name, also where nothing of the others refers to it.
  const all = { ...schema, title: "Schema", anyOf: Object.keys($defs).map((each) => ({ $ref: `#/$defs/${each}` })) };
  const written = await compile(all, "Schema", {
    bannerComment: head,
    additionalProperties: true,
    ignoreMinAndMaxItems: true,
    style: { printWidth: 120 },
  });
  const file = join(target, `${name}.d.ts`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, written);
}

const names = readdirSync(schemas, { recursive: true, encoding: "utf8" })
  .filter((file) => /^(v1|games[\\/][\w-]+|cards[\\/][\w-]+)\.json$/.test(file))
  .map((file) => file.replaceAll("\\", "/").replace(/\.json$/, ""))
  .sort();
for (const name of names) {
  await declare(name);
}
const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
execFileSync(process.execPath, [tsc, "-p", join(here, "tsconfig.types.json"), "--outDir", target], {
  stdio: "inherit",
});
