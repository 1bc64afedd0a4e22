import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { filled } from "../../src/words.js";
import { de } from "../../words/de.js";
import { en } from "../../words/en.js";

const LANGUAGES = { en, de };

/** How keys begin whose ends the page gets from its server or from a list: nothing else begins so. */
const FAMILIES = [
  "af.asks.",
  "af.end.",
  "af.kind.",
  "af.mark.",
  "af.phase.",
  "af.share.",
  "af.species.",
  "af.stage.",
  "am.element.",
  "am.kind.",
  "am.means.",
  "am.word.",
  "dd.colour.",
  "moderation.kind_",
  "moderation.role_",
  "phrase.",
  "player.done_",
  "rated.",
  "reason.",
  "refused.",
  "scope.",
  "seek.ended_",
  "settings.motion_",
  "settings.sound_",
  "settings.theme_",
];

/** Keys with such an end under a beginning that others have, too. */
const MEMBERS = {
  "line.": ["made_anew", "ask_password"],
  "match.": ["log", "talk", "rules"],
  "moderation.": ["open", "resolved", "player", "audit", "patterns"],
  "opening.": ["public", "public_note", "unlisted", "unlisted_note", "password", "password_note"],
  "replay.": ["first", "before", "play", "pause", "after", "last", "link", "verify"],
  "table.": ["closed_text", "kicked_text"],
};

const HOLE = /\{(\w+)(\|[^{}]*)?\}/g;

async function sources() {
  const folder = new URL("../../src/", import.meta.url);
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".js"));
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), "utf8")));
  return texts.join("\n");
}

/** What a sentence has filled in, and of which of it the number chooses a form. @param {string} sentence */
function holes(sentence) {
  const found = [...sentence.matchAll(HOLE)].map(([, name, forms]) => (forms === undefined ? name : `${name}|`));
  return [...new Set(found)].sort();
}

for (const [language, words] of Object.entries(LANGUAGES)) {
  test(`${language} has every sentence, and no other`, () => {
    assert.deepEqual(Object.keys(words), Object.keys(en));
    assert.deepEqual(
      Object.entries(words).filter(([, sentence]) => sentence.trim() === ""),
      [],
    );
  });

  test(`each sentence of ${language} is filled with the same, and has as many forms`, () => {
    for (const [key, sentence] of Object.entries(words)) {
      assert.deepEqual(holes(sentence), holes(en[/** @type {keyof typeof en} */ (key)]), key);
      for (const [, name, forms] of sentence.matchAll(HOLE)) {
        if (forms !== undefined) assert.equal(forms.split("|").length - 1, 2, `${key}: {${name}}`);
      }
      assert.doesNotMatch(filled(sentence.replace(HOLE, ""), {}), /[{}|]/, key);
    }
  });
}

test("every key in the sources is a sentence", async () => {
  const text = await sources();
  const beginnings = new Set(Object.keys(en).map((key) => key.split(".")[0]));
  const named = [...text.matchAll(/"(([a-z]+)\.[a-z_.:]+)"/g)].filter(
    ([, key, beginning]) => beginnings.has(beginning ?? "") && !FAMILIES.includes(`${key}.`),
  );
  assert.ok(named.length > 400);
  assert.deepEqual(
    named.map(([, key]) => key).filter((key) => !Object.hasOwn(en, key ?? "")),
    [],
  );
});

test("every sentence is said somewhere, and every beginning of built keys is in the sources", async () => {
  const text = await sources();
  const built = Object.entries(MEMBERS).flatMap(([beginning, ends]) => ends.map((end) => beginning + end));
  const isSaid = (/** @type {string} */ key) =>
    text.includes(`"${key}"`) || built.includes(key) || FAMILIES.some((beginning) => key.startsWith(beginning));
  assert.deepEqual(
    Object.keys(en).filter((key) => !isSaid(key)),
    [],
  );
  for (const beginning of [...FAMILIES, ...Object.keys(MEMBERS)]) {
    const isBuilt = text.includes(`\`${beginning}\${`) || text.includes(`called("${beginning.slice(0, -1)}"`);
    assert.ok(isBuilt, `no key begins with ${beginning} by a rule`);
  }
  for (const key of built) assert.ok(Object.hasOwn(en, key), key);
});
