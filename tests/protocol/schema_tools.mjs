// What stands between our schemas and whoever writes a client in JavaScript: ajv in strict mode, the generator of types,
// the compiler of those types, and AsyncAPI's own parser. Started once by test_schema.py, with a folder as its argument
// and frames on its standard input, a line each; it prints what is wrong, as JSON.
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const [, , client, folder] = process.argv;
const require = createRequire(join(client, "package.json"));
const Ajv = require("ajv/dist/2020").default;
const read = (path) => JSON.parse(readFileSync(path, "utf8"));

const wrong = [];
const { schemas, keywords, parts, asyncapi, narrow } = read(join(folder, "task.json"));

// A validator with no keyword but those of the draft and those that are declared.
function strict() {
  const ajv = new Ajv({ strict: true });
  for (const keyword of keywords) ajv.addKeyword(keyword);
  return ajv;
}

// The same schema as whoever knows exactly this version would have it: with no further fields.
function closed(schema) {
  if (Array.isArray(schema)) return schema.map(closed);
  if (schema === null || typeof schema !== "object") return schema;
  const all = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return all.properties && schema.type === "object" ? { additionalProperties: false, ...all } : all;
}

// Once a run of the tests is enough.
for (const [name, path] of narrow ? Object.entries(schemas) : []) {
  try {
    strict().compile(read(path));
  } catch (error) {
    wrong.push(`${name}: ${error.message}`);
  }
}

// Every frame against its root, and every part of a game against that game's.
const validators = new Map();
function validator(name, definition) {
  const key = `${name} ${definition}`;
  if (!validators.has(key)) {
    const schema = closed(read(schemas[name]));
    if (definition) {
      schema.anyOf = [{ $ref: `#/$defs/${definition}` }];
    }
    validators.set(key, strict().compile(schema));
  }
  return validators.get(key);
}
let checked = 0;
let frames = 0;
function check(name, definition, value, what) {
  const valid = validator(name, definition);
  checked += 1;
  if (!valid(value) && wrong.length < 20) {
    wrong.push(`${what}: ${JSON.stringify(valid.errors.slice(-3))} in ${JSON.stringify(value).slice(0, 300)}`);
  }
}
function checkLine(line) {
  const said = JSON.parse(line);
  if (Array.isArray(said)) {
    const [name, definition, value] = said;
    return check(name, definition, value, `${name} ${definition ?? ""}`);
  }
  frames += 1;
  check("from-server", null, said, said.type);
  if (said.type !== "update") return;
  check(said.game, "GameView", said.view, `a view of ${said.game}`);
  for (const event of said.events) check(said.game, "GameEvent", event, `an event of ${said.game}`);
  for (const choice of said.choices) check(said.game, "GameAction", choice, `a choice of ${said.game}`);
}
let begun = [];
for await (const chunk of process.stdin) {
  let from = 0;
  for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
    begun.push(chunk.subarray(from, end));
    checkLine(Buffer.concat(begun).toString("utf8"));
    begun = [];
    from = end + 1;
  }
  begun.push(chunk.subarray(from));
}

if (narrow) {
  const { compile } = require("json-schema-to-typescript");
  const written = [];
  for (const name of parts) {
    // Nobody reads these: how they are laid out is no fault of a schema.
    const types = await compile(read(schemas[name]), name, { cwd: dirname(schemas[name]), format: false });
    const file = `${name.replaceAll(/[^a-z]+/g, "_")}.ts`;
    writeFileSync(join(folder, file), types);
    written.push(file);
  }
  writeFileSync(join(folder, "narrow.ts"), narrow);
  try {
    const bin = join(client, "node_modules", "typescript", "bin", "tsc");
    const flags = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--types", ""];
    execFileSync(process.execPath, [bin, ...flags, "narrow.ts", ...written], { cwd: folder, encoding: "utf8" });
  } catch (error) {
    wrong.push(`tsc: ${error.stdout ?? error.message}`);
  }
}

if (asyncapi) {
  const whole = read(asyncapi);
  // Its shapes are checked with AsyncAPI's own schema, and its references by looking them up. The parser has the rest: it
  // goes through a shape again wherever something refers to it, which takes four fifths of its time.
  const { schemas: versions } = createRequire(require.resolve("@asyncapi/parser"))("@asyncapi/specs");
  const known = new (require("ajv").default)({ strict: false, validateFormats: false, meta: false, validateSchema: false });
  if (!known.validate(versions[whole.asyncapi], whole)) wrong.push(`asyncapi: ${JSON.stringify(known.errors.slice(-3))}`);
  for (const [, path] of JSON.stringify(whole).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const found = path.split("/").reduce((inside, part) => inside?.[part.replaceAll("~1", "/").replaceAll("~0", "~")], whole);
    if (found === undefined) wrong.push(`asyncapi: there is no #/${path}`);
  }
  const shapes = Object.keys(whole.components.schemas).map((name) => [name, {}]);
  const outline = { ...whole, components: { ...whole.components, schemas: Object.fromEntries(shapes) } };
  const { Parser } = require("@asyncapi/parser");
  const { document, diagnostics } = await new Parser().parse(JSON.stringify(outline));
  // That there is a newer AsyncAPI than 3.0 is no fault of a document of 3.0.
  const faults = diagnostics.filter((each) => each.code !== "asyncapi-latest-version");
  if (!document) wrong.push("the AsyncAPI document is none");
  wrong.push(...faults.map((each) => `asyncapi: ${each.code}: ${each.message} at ${each.path.join(".")}`));
}

process.stdout.write(JSON.stringify({ wrong, frames, checked, files: readdirSync(folder).length }));
