import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ForeignFile, transcriptIn, verify } from "../src/verify.js";

const bytes = readFileSync(new URL("../../../protocol/examples/v1/transcript.json", import.meta.url));
const mark = Buffer.from([0xef, 0xbb, 0xbf]);

test("a transcript is read from bytes or text, with a byte order mark or without", async () => {
  const transcript = JSON.parse(bytes.toString());
  for (const content of [bytes, Buffer.concat([mark, bytes]), bytes.toString(), `\ufeff${bytes}`]) {
    assert.deepEqual(transcriptIn(content), transcript);
  }
  assert.equal((await verify(transcriptIn(Buffer.concat([mark, bytes])))).fault, null);
});

test("a file that programs may read differently is refused, and white space is not", () => {
  const honest = bytes.toString();
  const parsed = JSON.parse(honest);
  assert.deepEqual(transcriptIn(`\n ${JSON.stringify(parsed, null, 3)}\n\n`), parsed);
  const compact = JSON.stringify(parsed);
  for (const [file, why] of [
    [`{"entries":[],${compact.slice(1)}`, /"entries" stands twice/],
    [compact.replace('"at":', '"at":5,"at":'), /"at" stands twice/],
    [compact.replace(/"at":(\d+)/, '"at":$1.0'), /whole number/],
    [`${compact.slice(0, -1)},"x":${"[".repeat(200)}${"]".repeat(200)}}`, /more than 100 deep/],
    [`${compact.slice(0, -1)},"x":"\\ud800"}`, /valid Unicode/],
  ]) {
    assert.throws(() => transcriptIn(/** @type {string} */ (file)), { name: "ForeignFile", message: why });
  }
});

test("a file of another kind is refused with what it is", () => {
  const kinds = {
    pgn: '[Event "Casual"]',
    json_lines: '{"a":1}\n{"b":2}',
    text: '{"match": ',
    json: "[1]",
    deck: "4 cat\n3 bat",
  };
  for (const [kind, content] of Object.entries(kinds)) {
    assert.throws(() => transcriptIn(content), { name: "ForeignFile", kind });
  }
  assert.throws(() => transcriptIn('[Event "Casual"]'), {
    message: /^this is not a transcript of a match: it is a chess/,
  });
  assert.throws(() => transcriptIn('{"match": '), { message: "this is not a transcript of a match: it is not JSON" });
  const broken = JSON.stringify({ ...JSON.parse(bytes.toString()), entries: [7] });
  assert.throws(() => transcriptIn(broken), {
    kind: "transcript",
    message: /parts of it are missing or of another type/,
  });
  assert.ok(new ForeignFile("text", "") instanceof Error);
});

test("what is handed to the verifier and is no transcript is said to be none", async () => {
  for (const value of [null, [], {}, { match: "m" }, "text"]) {
    const { fault } = await verify(/** @type {any} */ (value));
    assert.deepEqual([fault?.kind, fault?.text.includes("it is not a transcript of a match")], ["unreadable", true]);
  }
});
