import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { filled } from "../../src/words.js";

const WORDS = new URL("../../words/", import.meta.url);
const SOURCES = new URL("../../src/", import.meta.url);

/** Each part of the words of a language. @param {string} language @returns {Promise<Record<string, Record<string, string>>>} */
async function partsOf(language) {
  const names = (await readdir(new URL(`${language}/`, WORDS))).sort();
  const parts = names.map(async (name) => [
    name.replace(/\.js$/, ""),
    (await import(new URL(`${language}/${name}`, WORDS).href)).words,
  ]);
  return Object.fromEntries(await Promise.all(parts));
}

const PARTS = await partsOf("en");
/** @type {Record<string, string>} */
const en = Object.assign({}, ...Object.values(PARTS));
const LANGUAGES = { en: PARTS, de: await partsOf("de") };

/** How keys begin whose ends the page gets from its server or from a list: nothing else begins so. */
const FAMILIES = `
  af.asks. af.end. af.kind. af.mark. af.means. af.phase. af.share. af.stage. am.element. am.kind.
  am.means. am.word. challengers.by_ challenge.reason. codes.deed. console.fact_ console.verdict_ dd.colour. hint.
  moderation.kind_ moderation.role_ movements.cause. opening.delay_ opening.replays_ packs.source. people.seen_by_
  my.terrain. notice.sign_in. phrase. rules.example. rules.turn. player.done_ rarity. rated. reason. refused. remark. replay.is_ scope.
  seek.ended_ seek.opponents_ settings.motion_ settings.sound_ settings.theme_ table.delay_ table.replays_
  clubs.access. clubs.role. direct.decks_note. direct.decks_of. direct.entry_note. direct.entry_way.
  tournaments.appeal. tournaments.file. tournaments.for. tournaments.format. tournaments.is. tournaments.means. tournaments.part.
  tournaments.stage. tournaments.tie_break. tournaments.tie_short. trades.stage. webhooks.event. webhooks.form.
  webhooks.log. webhooks.signature. wishes.nobody. wishes.who.
`
  .trim()
  .split(/\s+/);

/** Keys with such an end under a beginning that others have, too. */
const MEMBERS = {
  "challengers.bands_": ["below", "above"],
  "console.": ["server", "figures", "reports", "many", "notices"],
  "match.": ["log", "talk", "rules"],
  "moderation.": ["open", "resolved", "player", "audit", "patterns", "codes"],
  "opening.": ["public", "public_note", "unlisted", "unlisted_note", "password", "password_note"],
  "people.": ["online", "offline"],
  "recess.": ["agree", "decline", "resume"],
  "replay.": ["first", "before", "play", "pause", "after", "last", "link", "verify", "another"],
  "table.": ["closed_text", "kicked_text"],
};

const HOLE = /\{(\w+)(\|[^{}]*)?\}/g;

async function sources() {
  const names = (await readdir(SOURCES, { recursive: true })).filter((name) => name.endsWith(".js"));
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, SOURCES), "utf8")));
  return texts.join("\n");
}

/** What a sentence has filled in, and of which of it the number chooses a form. @param {string} sentence */
function holes(sentence) {
  const found = [...sentence.matchAll(HOLE)].map(([, name, forms]) => (forms === undefined ? name : `${name}|`));
  return [...new Set(found)].sort();
}

for (const [language, parts] of Object.entries(LANGUAGES)) {
  const words = Object.assign({}, ...Object.values(parts));

  test(`${language} has every sentence in the same part, and no other`, () => {
    const keys = (/** @type {typeof PARTS} */ of) =>
      Object.entries(of).map(([part, sentences]) => [part, Object.keys(sentences)]);
    assert.deepEqual(keys(parts), keys(PARTS));
    assert.deepEqual(
      Object.entries(words).filter(([, sentence]) => sentence.trim() === ""),
      [],
    );
  });

  test(`each sentence of ${language} is filled with the same, and has as many forms`, () => {
    for (const [key, sentence] of Object.entries(words)) {
      assert.deepEqual(holes(sentence), holes(en[key] ?? ""), key);
      for (const [, name, forms] of sentence.matchAll(HOLE)) {
        if (forms !== undefined) assert.equal(forms.split("|").length - 1, 2, `${key}: {${name}}`);
      }
      assert.doesNotMatch(filled(sentence.replace(HOLE, ""), {}), /[{}|]/, key);
    }
  });
}

/** In which part a key lies whose beginning is this. */
const HOMES = new Map(
  Object.entries(PARTS).flatMap(([part, words]) => Object.keys(words).map((key) => [key.split(".")[0] ?? "", part])),
);

test("all keys with the same beginning are in one part", () => {
  for (const [part, words] of Object.entries(PARTS)) {
    for (const key of Object.keys(words)) assert.equal(HOMES.get(key.split(".")[0] ?? ""), part, key);
  }
});

/** What a module imports to begin with, and all that that imports. @param {URL} file @param {Set<string>} seen */
async function within(file, seen = new Set()) {
  if (seen.has(file.href)) return seen;
  seen.add(file.href);
  const text = await readFile(file, "utf8");
  for (const [, path = ""] of text.matchAll(/^(?:import|export|\}) [^;"]*from "(\.[^"]+)";$/gm)) {
    if (path.includes("/src/") || !path.includes("javascript/")) await within(new URL(path, file), seen);
  }
  return seen;
}

/** Which parts of the words some modules say something of. @param {Iterable<string>} modules */
async function partsSaid(modules) {
  /** @type {Map<string, string>} */
  const said = new Map();
  for (const module of modules) {
    if (!module.startsWith(SOURCES.href)) continue;
    const text = await readFile(new URL(module), "utf8");
    const calls = text.matchAll(/(?:"|`|called\(")([a-z]+)\.?[a-z_.:]*(?:"|`|\$\{)/g);
    for (const [whole, beginning = ""] of calls) {
      const part = HOMES.get(beginning);
      const isKey =
        whole.startsWith("called") || [...Object.keys(en)].some((key) => key.startsWith(whole.slice(1, -1)));
      if (part !== undefined && whole.includes(".") && isKey) said.set(part, `${whole} in ${module}`);
    }
  }
  return said;
}

test("whatever is loaded when it is needed comes with all that it says", async () => {
  const page = await within(new URL("main.js", SOURCES));
  const missing = [...(await partsSaid(page))].filter(([part]) => part !== "page");
  assert.deepEqual(missing, [], "the page says what is not of its part");
  let [lazies, games] = [0, 0];
  for (const name of await readdir(SOURCES, { recursive: true })) {
    if (!name.endsWith(".js")) continue;
    const file = new URL(name, SOURCES);
    const text = await readFile(file, "utf8");
    for (const [, parts = "", path = ""] of text.matchAll(/\blazy\(\s*\[([^\]]*)\],[^"]*import\("([^"]+)"\)/g)) {
      lazies += 1;
      const told = new Set([...parts.matchAll(/"([a-z-]+)"/g)].map(([, part]) => part));
      const needed = await partsSaid(await within(new URL(path, file)));
      for (const [part, where] of needed)
        assert.ok(part === "page" || told.has(part), `${path} lacks ${part}: ${where}`);
      for (const part of told) assert.ok(needed.has(part ?? ""), `${path} says nothing of ${part}`);
    }
    for (const [, game = ""] of text.matchAll(/import\("\.\/([a-z-]+)\/index\.js"\)/g)) {
      games += 1;
      const needed = [...(await partsSaid(await within(new URL(`${game}/index.js`, file))))];
      const lacks = needed.filter(([part]) => !["page", "match", game].includes(part));
      assert.deepEqual(lacks, [], `${game} says what comes without it`);
    }
  }
  assert.equal(lazies, [...(await sources()).matchAll(/\blazy\(/g)].length - 1, "one is not told of here");
  assert.equal(games, 4);
});

test("every key in the sources is a sentence", async () => {
  const text = await sources();
  const named = [...text.matchAll(/"(([a-z]+)\.[a-z_.:]+)"/g)].filter(
    ([, key, beginning]) => HOMES.has(beginning ?? "") && !FAMILIES.includes(`${key}.`),
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
