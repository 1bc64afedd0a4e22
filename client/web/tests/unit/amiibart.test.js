import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { namesOf } from "../../../javascript/src/phrases.js";
import { details } from "../../src/games/amiibart/details.js";
import { EMBLEMS } from "../../src/games/amiibart/emblems.js";
import * as amiibart from "../../src/games/amiibart/index.js";
import { motions } from "../../src/games/amiibart/motions.js";
import { cardsOf } from "../../src/games/catalogue.js";
import { Phrasing } from "../../src/table/phrasing.js";
import { click, plan, stepKey } from "../../src/table/plan.js";
import { waysOf } from "../../src/table/ways.js";
import { calledInFull } from "../../src/ui/other-face.js";
import { words as german } from "../../words/de/amiibart.js";
import { words } from "../../words/en/amiibart.js";
import { asked, classesIn, placesIn, textIn, tree } from "./tree.js";
import "./english.js";

/** @import { Update } from "../../../javascript/types/v1.js" */
/** @import { Step, Way } from "../../src/table/plan.js" */

const recorded = JSON.parse(await readFile(new URL("../frames/amiibart.json", import.meta.url), "utf8"));
const cards = cardsOf(recorded.catalogue);
const description = { offer: { title: "Amiibart TCG" }, phrases: recorded.phrases };
/** @type {Update[][]} */
const matches = recorded.matches;
const updates = matches.flat();

/** Names of pieces are never said: they mean nothing to anybody. */
const PIECE = /\bf\d+\b/;

/**
 * As others are told it: everything lies open, but what may be done is offered to one alone.
 * @param {Update} update
 * @param {number | null} seat
 * @returns {Update}
 */
function toldTo(update, seat) {
  return seat === update.seat ? update : { ...update, seat, choices: [], outlooks: [] };
}

/** @param {Update} update */
function waysFor(update, known = cards) {
  return waysOf(update, phrasingOf(update), /** @type {any} */ (amiibart), known);
}

/** @param {Update} update */
function phrasingOf(update) {
  return new Phrasing(/** @type {any} */ (description), update.players, update.view);
}

/**
 * Everything that is drawn, as a tree of plain elements.
 * @param {Update} update
 * @param {readonly Way[]} ways
 * @param {readonly Step[]} picked
 */
function drawn(update, ways = [], picked = [], known = cards, history = [update]) {
  const now = plan(ways, picked);
  /** @type {any} */
  const props = {
    update,
    seat: update.seat,
    names: namesOf(update.players),
    plan: now,
    at: (/** @type {string} */ place) => ({
      "data-at": place,
      ...(now.lit.has(place) && { "data-lit": "", "aria-label": now.lit.get(place)?.label }),
    }),
    show: () => {},
    history,
    phrasing: phrasingOf(update),
    description,
    cards: known,
  };
  const view = /** @type {any} */ (update.view);
  const parts = [amiibart.Board(view, props), amiibart.Own(view, props)];
  const places = tree(parts).flatMap(placesIn);
  const opened = places.map((place) => details(place, view, props)?.body);
  const said = [...Object.values(amiibart.headline(view, props)), ...asked(amiibart.prompt(view, props))];
  return { elements: tree([...parts, ...opened]), places, said };
}

/**
 * The elements of a class, however deep they lie.
 * @param {readonly any[]} elements
 * @param {string} name what the class begins with
 * @returns {any[]}
 */
function within(elements, name) {
  return elements.flatMap((each) =>
    typeof each === "string"
      ? []
      : [...(each.props.class?.startsWith(name) ? [each] : []), ...within(each.children, name)],
  );
}

/** Every way that clicks lead to. @param {readonly Way[]} ways @param {(picked: readonly Step[]) => void} [look] */
function leaves(ways, look = () => {}) {
  /** @type {object[]} */
  const found = [];
  /** @param {readonly Step[]} picked */
  const walk = (picked) => {
    look(picked);
    const { lit, buttons } = plan(ways, picked);
    for (const step of [...lit.values(), ...buttons]) {
      const next = click(ways, picked, step);
      if ("way" in next) found.push(next.way.action);
      else walk(next.picked);
    }
  };
  walk([]);
  return found;
}

/** @param {readonly object[]} actions */
function inOrder(actions) {
  return actions.map((action) => JSON.stringify(action)).sort();
}

test("the recorded matches come by every kind of choice", () => {
  const kinds = new Set(updates.flatMap((update) => update.choices.map((choice) => /** @type {any} */ (choice).type)));
  assert.deepEqual([...kinds].sort(), [
    "attack",
    "choose",
    "end_turn",
    "play_fighter",
    "play_hazard",
    "play_spell",
    "play_stage",
    "use_attack",
    "use_power",
  ]);
});

test("clicks lead to every choice of every moment, and to nothing else", () => {
  for (const update of updates) {
    assert.deepEqual(
      inOrder(leaves(waysFor(update))),
      inOrder(/** @type {object[]} */ (update.choices)),
      `${update.version}`,
    );
  }
});

test("every choice has a way of its own, also before the cards are here", () => {
  for (const update of updates) {
    for (const known of [cards, null]) {
      for (const way of waysFor(update, /** @type {any} */ (known))) {
        assert.ok(!way.steps.some((step) => step.key?.startsWith("choice/")), way.sentence);
      }
    }
  }
});

test("every moment is drawn for both players and a spectator, with every place open", () => {
  for (const update of updates) {
    for (const seat of [0, 1, null]) {
      for (const known of [cards, null]) {
        const told = toldTo(update, seat);
        const { elements } = drawn(told, waysFor(told), [], /** @type {any} */ (known));
        assert.ok(elements.length > 0);
      }
    }
  }
});

test("whatever may be clicked lies on the table", () => {
  for (const update of updates) {
    const places = new Set(drawn(update).places);
    for (const { steps } of waysFor(update)) {
      for (const { at } of steps) assert.ok(at === undefined || places.has(at), at);
    }
  }
});

test("no piece is said by its name among pieces, whatever has been picked", () => {
  for (const update of updates) {
    const ways = waysFor(update);
    for (const way of ways) {
      for (const text of [way.sentence, ...way.steps.map((step) => step.label)]) assert.doesNotMatch(text, PIECE);
    }
    leaves(ways, (picked) => {
      const { elements, said } = drawn(update, ways, picked);
      for (const text of [...said, ...elements.flatMap(textIn)]) assert.doesNotMatch(text, PIECE);
    });
  }
});

test("no two ways of a moment are said alike unless they come to the same", () => {
  for (const update of updates) {
    const said = waysFor(update).map((way) => way.sentence);
    assert.equal(new Set(said).size, said.length);
  }
});

test("the targets of a Spell are clicked in their order", () => {
  const blast = updates
    .flatMap((update) => waysFor(update))
    .find((way) => /** @type {any} */ (way.action).targets?.length === 2);
  assert.ok(blast);
  const { targets } = /** @type {any} */ (blast.action);
  assert.deepEqual(
    blast.steps.slice(-2).map(stepKey),
    targets.map((/** @type {string} */ piece) => `piece/${piece}`),
  );
});

test("what an attack would come to is said and shown", () => {
  const update = updates.find((each) => each.outlooks?.some((outlook) => outlook?.removes === true));
  assert.ok(update);
  const at = update.outlooks?.findIndex((outlook) => outlook?.removes === true);
  const way = waysFor(update).find((each) => each.choice === at);
  assert.match(way?.sentence ?? "", /it takes \d+ and dies, yours takes \d+ and (dies|survives)/);
  const { elements } = drawn(update, waysFor(update), way?.steps.slice(0, 1));
  assert.ok(elements.flatMap(classesIn).includes("am-there am-kills"));
});

test("who lives through an attack has another sign than who dies of it", () => {
  const update = updates.find((each) => each.outlooks?.some((outlook) => outlook?.removes === true));
  assert.ok(update);
  const at = update.outlooks?.findIndex((outlook) => outlook?.removes === true) ?? -1;
  /** @param {boolean} removes */
  const signs = (removes) => {
    const outlooks = update.outlooks?.map((outlook, each) => (each === at ? { ...outlook, removes } : outlook));
    const changed = /** @type {Update} */ ({ ...update, outlooks });
    const ways = waysFor(changed);
    const way = ways.find((each) => each.choice === at);
    const { elements } = drawn(changed, ways, way?.steps.slice(0, 1));
    return within(within(elements, "am-there"), "am-emblem").map(({ children }) => children[0].props.d);
  };
  const [dies, lives] = [signs(true), signs(false)];
  for (const [sign, more, fewer] of /** @type {const} */ ([
    [EMBLEMS.skull, dies, lives],
    [EMBLEMS.lifesteal, lives, dies],
  ])) {
    assert.equal(more.filter((each) => each === sign).length, fewer.filter((each) => each === sign).length + 1);
  }
});

test("an attack goes to each of its targets, and what dies of it leaves", () => {
  const events = /** @type {any[]} */ ([
    { type: "attacked", seat: 0, piece: "a", targets: ["b", "c"] },
    { type: "damaged", seat: 1, piece: "b", amount: 500 },
    { type: "healed", seat: 1, piece: "b", amount: 300 },
    { type: "died", seat: 1, piece: "c" },
  ]);
  const view = /** @type {any} */ (null);
  assert.deepEqual(
    events.flatMap((event) => motions(event, view, view, 0)),
    [
      { strikes: "piece/a", at: "piece/b" },
      { strikes: "piece/a", at: "piece/c" },
      { floats: "piece/b", by: -500, tone: "less", isBelow: true },
      { floats: "piece/b", by: 300, tone: "more", isBelow: true },
      { leaves: "piece/c" },
    ],
  );
});

test("the end of a turn is asked once more where the game says that it would lose", () => {
  const update = updates.find((each) => each.choices.some((choice) => /** @type {any} */ (choice).type === "end_turn"));
  assert.ok(update);
  const seat = update.seat ?? 0;
  const choices = update.choices.filter((choice) => /** @type {any} */ (choice).type !== "attack");
  for (const [field, tone] of /** @type {const} */ ([
    ["must_play_fighter", "risky"],
    ["must_act", "risky"],
    ["nothing", undefined],
  ])) {
    const view = structuredClone(/** @type {any} */ (update.view));
    Object.assign(view.seats[seat], { must_play_fighter: false, must_act: false, [field]: true });
    const ways = waysFor({ ...update, choices, view });
    const step = ways.find((way) => /** @type {any} */ (way.action).type === "end_turn")?.steps[0];
    assert.equal(step?.tone === "risky" ? "risky" : undefined, tone);
    assert.equal(step?.asks !== undefined, tone === "risky");
  }
});

test("the end of a turn is asked once more while Fighters may attack, and says how many", () => {
  const typesOf = (/** @type {Update} */ update) => update.choices.map((choice) => /** @type {any} */ (choice).type);
  const update = updates.find((each) => typesOf(each).includes("end_turn") && typesOf(each).includes("attack"));
  assert.ok(update);
  const attackers = new Set(
    update.choices.flatMap((choice) => {
      const { type, piece } = /** @type {any} */ (choice);
      return type === "attack" ? [piece] : [];
    }),
  );
  const step = waysFor(update).find((way) => /** @type {any} */ (way.action).type === "end_turn")?.steps[0];
  assert.equal(step?.tone, undefined);
  assert.match(step?.asks ?? "", new RegExp(`^End your turn\\? ${attackers.size} Fighters? may still attack\\.$`));
});

test("what may be played stands before what may not", () => {
  for (const update of updates.filter((each) => each.seat !== null)) {
    const playable = new Set(update.choices.map((choice) => `library/${/** @type {any} */ (choice).card}`));
    const strip = drawn(update).places.filter((place) => place.startsWith("library/"));
    const isPlayable = strip.map((place) => playable.has(place));
    assert.deepEqual(
      isPlayable,
      isPlayable.toSorted((one, other) => Number(other) - Number(one)),
    );
  }
});

test("a card flies from its own deck, or from whoever plays it", () => {
  const events = updates.flatMap((update) => /** @type {any[]} */ (update.events));
  const entered = events.find((event) => event.type === "fighter_entered" && !event.summoned);
  const view = /** @type {any} */ (null);
  const to = `piece/${entered.piece}`;
  assert.partialDeepStrictEqual(motions(entered, view, view, entered.seat), [{ from: `library/${entered.card}` }]);
  assert.partialDeepStrictEqual(motions(entered, view, view, 1 - entered.seat), [{ from: `seat/${entered.seat}` }]);
  assert.partialDeepStrictEqual(motions(entered, view, view, null), [{ to: to }]);
});

const ART = "old-mountain-art";
const WORDS = "Every blow it has ever felt, it has kept.";
const PICTURES = "/pictures/amiibart/0123456789abcdef/";
const withArt = cardsOf({
  pictures: PICTURES,
  sets: [
    {
      ...recorded.catalogue.sets[0],
      printings: [
        { id: ART, number: 1, of: "old-mountain", rarity: "art_rare", artist: "Quarterdeck", flavour: WORDS },
        { id: "deluge-art", number: 2, of: "deluge", rarity: "art_rare" },
      ],
    },
  ],
});

/** A card as it is drawn among others, or large. @param {string} id @param {boolean} large */
function printed(id, large) {
  return tree([amiibart.printed(withArt.get(id), { cards: withArt, large })]);
}

/** The addresses of the pictures in an element. @param {any} element @returns {string[]} */
function sources({ props, children }) {
  return [
    props.src ?? [],
    ...children.map((/** @type {any} */ child) => (typeof child === "string" ? [] : sources(child))),
  ].flat();
}

test("an Art Rare has a picture of its own, a frame and its words, and its card has none of them", () => {
  for (const large of [false, true]) {
    const [art, card] = [printed(ART, large), printed("old-mountain", large)];
    const classes = [art, card].map((elements) => new Set(elements.flatMap(classesIn).join(" ").split(" ")));
    assert.deepEqual(
      [art, card].map((elements) => elements.flatMap(sources)),
      [[`${PICTURES}${ART}`], [`${PICTURES}old-mountain`]],
    );
    assert.deepEqual(
      classes.map((found) => [found.has("picture"), found.has("am-art")]),
      [
        [true, true],
        [true, false],
      ],
    );
    const [said, others] = [art, card].map((elements) => elements.map(textIn).join(" "));
    assert.equal(said?.includes("Art Rare · Picture: Quarterdeck") && said.includes(WORDS), large);
    assert.ok(said?.includes("Old Mountain") && !others?.includes("Art Rare"));
  }
  const text = printed("deluge-art", true).map(textIn).join(" ");
  assert.ok(text.includes("Art Rare") && !text.includes("Picture:"), "nobody is named where nobody has drawn it");
});

test("an Art Rare is told from its card wherever it is named", () => {
  assert.equal(withArt.get(ART)?.id, ART);
  assert.equal(calledInFull(withArt.get(ART), "Art Rare"), "Old Mountain (Art Rare)");
  assert.equal(calledInFull(withArt.get("old-mountain"), "Art Rare"), "Old Mountain");
  const { attack, health } = withArt.get(ART);
  assert.deepEqual([attack, health], [300, 1200], "what is printed on it is its card's");
});

test("every Element has a colour and a name in both languages", async () => {
  const styles = await readFile(new URL("../../styles/games/amiibart.css", import.meta.url), "utf8");
  const schema = new URL("../../../../protocol/schema/cards/amiibart.json", import.meta.url);
  /** @type {string[]} */
  const elements = JSON.parse(await readFile(schema, "utf8")).$defs.Element.enum;
  assert.equal(elements.length, 15);
  for (const element of elements) {
    assert.ok(styles.includes(`.am-of-${element} {`), element);
    assert.ok(element in EMBLEMS && `am.element.${element}` in words && `am.element.${element}` in german, element);
  }
  assert.equal(new Set(elements.map((element) => EMBLEMS[element])).size, 15, "no two signs are the same");
});
