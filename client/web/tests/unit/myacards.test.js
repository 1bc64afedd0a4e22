import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { patched } from "../../../javascript/src/patches.js";
import { namesOf } from "../../../javascript/src/phrases.js";
import { cardsOf } from "../../src/games/catalogue.js";
import { cardOf, partsOf, pieceOf } from "../../src/games/myacards/cards.js";
import { details } from "../../src/games/myacards/details.js";
import { kindSign, taxonSign } from "../../src/games/myacards/emblems.js";
import { signOf } from "../../src/games/myacards/face.js";
import * as myacards from "../../src/games/myacards/index.js";
import { motions } from "../../src/games/myacards/motions.js";
import { Phrasing } from "../../src/table/phrasing.js";
import { click, plan } from "../../src/table/plan.js";
import { waysOf } from "../../src/table/ways.js";
import { asked, classesIn, placesIn, textIn, tree } from "./tree.js";
import "./english.js";

/** @import { Update } from "../../../javascript/types/v1.js" */
/** @import { Step, Way } from "../../src/table/plan.js" */

const recorded = JSON.parse(await readFile(new URL("../frames/myacards.json", import.meta.url), "utf8"));
const cards = cardsOf(recorded.catalogue);
const description = { offer: { title: "MYACARDS" }, phrases: recorded.phrases };
/** @type {Update[][]} */
const matches = recorded.matches.map((/** @type {any} */ { first, patches }) => {
  const told = [first];
  for (const patch of patches) told.push(patched(told.at(-1), patch));
  return told;
});
/** @type {Update[]} */
const updates = [...matches.flat(), ...recorded.moments];

/** The id of a piece: it means nothing to anybody. */
const PIECE = /\bp\d+\b/;
/** The id of a zone. */
const ZONE = /\b[01]\.[1-4]\.[0-7]\b/;

/**
 * The field as others see it: without a hand, and with nothing to choose.
 * @param {Update} update
 * @param {number | null} seat
 * @returns {Update}
 */
function toldTo(update, seat) {
  if (seat === update.seat) return update;
  const view = { .../** @type {any} */ (update.view), hand: seat === null ? null : [], passes: undefined };
  return { ...update, seat, view, choices: [], outlooks: [] };
}

/** @param {Update} update */
function calledAt(update, known = cards) {
  return { cards: known, seat: update.seat, names: namesOf(update.players) };
}

/** @param {Update} update */
function phrasingOf(update, known = cards) {
  const things = myacards.things(calledAt(update, known));
  return new Phrasing(/** @type {any} */ (description), update.players, update.view, things);
}

/** @param {Update} update */
function waysFor(update, known = cards) {
  return waysOf(update, phrasingOf(update, known), /** @type {any} */ (myacards), known);
}

/**
 * Everything that is drawn, as a tree of plain elements.
 * @param {Update} update
 * @param {readonly Way[]} ways
 * @param {readonly Step[]} picked
 */
function drawn(update, ways = [], picked = [], known = cards) {
  const now = plan(ways, picked);
  /** @type {any} */
  const props = {
    update,
    ...calledAt(update, known),
    plan: now,
    at: (/** @type {string} */ place) => ({
      "data-at": place,
      ...(now.lit.has(place) && { "data-lit": "", "aria-label": now.lit.get(place)?.label }),
    }),
    show: () => {},
    history: [update],
    phrasing: phrasingOf(update, known),
    description,
  };
  const { view } = /** @type {any} */ (update);
  const parts = [myacards.Board(view, props), myacards.Own(view, props)];
  const places = tree(parts).flatMap(placesIn);
  const opened = places.map((place) => details(place, view, props)?.body);
  const said = [...Object.values(myacards.headline(view, props)), ...asked(myacards.prompt(view, props))];
  return { elements: tree([...parts, ...opened]), places, said };
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

/** What a choice stands for: a pattern for several actions. @param {any} choice @returns {object[]} */
function actionsOf({ one_of: field, ...choice }) {
  return field === undefined
    ? [choice]
    : choice[field].map((/** @type {string} */ each) => ({ ...choice, [field]: [each] }));
}

/** @param {readonly object[]} actions */
function inOrder(actions) {
  return actions.map((action) => JSON.stringify(action)).sort();
}

/** @param {string} type */
function choosing(type) {
  const found = updates.find((update) => update.choices.some((choice) => /** @type {any} */ (choice).type === type));
  assert.ok(found, type);
  return found;
}

/**
 * Return the choices as rules of before offered them where there were many: all zones of a card, and all targets of a piece, in one.
 * @param {readonly any[]} choices
 */
function leftOpen(choices) {
  const fields = /** @type {Record<string, [string, string]>} */ ({
    place: ["card", "zones"],
    attack: ["piece", "targets"],
  });
  /** @type {Map<string, any>} */
  const found = new Map();
  for (const choice of choices.flatMap(actionsOf)) {
    const [name, field] = fields[/** @type {any} */ (choice).type] ?? [];
    const { [field ?? ""]: several, ...rest } = /** @type {any} */ (choice);
    const key = JSON.stringify(name === undefined ? choice : rest);
    const before = found.get(key)?.[field ?? ""] ?? [];
    found.set(key, name === undefined ? choice : { ...rest, [field ?? ""]: [...before, ...several], one_of: field });
  }
  return [...found.values()];
}

test("what was recorded comes by every kind of choice", () => {
  const choices = /** @type {any[]} */ (updates.flatMap((update) => update.choices));
  assert.deepEqual([...new Set(choices.map(({ type }) => type))].sort(), [
    "attack",
    "begin_attacks",
    "call_bonus",
    "choose_card",
    "choose_piece",
    "choose_zone",
    "discard",
    "end_turn",
    "end_turn_watching",
    "keep_hand",
    "let_pass",
    "mulligan",
    "place",
    "play",
    "sacrifice",
  ]);
});

test("clicks lead to the same actions where rules of before left them open", () => {
  let open = 0;
  for (const update of updates) {
    const choices = leftOpen(update.choices);
    open += choices.filter(({ one_of }) => one_of !== undefined).length;
    const ways = waysFor(/** @type {any} */ ({ ...update, choices }));
    assert.deepEqual(inOrder(leaves(ways)), inOrder(choices.flatMap(actionsOf)), `${update.version}`);
  }
  assert.ok(open > 10);
});

test("clicks lead to every choice of every moment, and to nothing else", () => {
  for (const update of updates) {
    const choices = /** @type {any[]} */ (update.choices);
    assert.deepEqual(inOrder(leaves(waysFor(update))), inOrder(choices.flatMap(actionsOf)), `${update.version}`);
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
        const { elements, places } = drawn(told, waysFor(told), [], /** @type {any} */ (known));
        assert.ok(elements.length > 0);
        assert.equal(places.filter((place) => place.startsWith("zone/")).length, 64);
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

test("no piece and no zone is said by its id, whatever has been picked", () => {
  for (const update of updates) {
    const ways = waysFor(update);
    const texts = ways.flatMap((way) => [way.sentence, ...way.steps.map((step) => step.label)]);
    leaves(ways, (picked) => {
      const { elements, said } = drawn(update, ways, picked);
      texts.push(...said, ...elements.flatMap(textIn));
    });
    const phrasing = phrasingOf(update);
    const events = /** @type {any[]} */ (update.events);
    texts.push(...events.map((event) => phrasing.event(event)));
    for (const text of texts) {
      assert.doesNotMatch(text, PIECE);
      assert.doesNotMatch(text, ZONE);
    }
  }
});

test("no two ways of a moment are said alike", () => {
  for (const update of updates) {
    const said = waysFor(update).map((way) => way.sentence);
    assert.equal(new Set(said).size, said.length, said.join("; "));
  }
});

test("what an attack would come to is said and shown", () => {
  const update = updates.find((each) => each.outlooks?.some((outlook) => outlook?.removes === true && outlook.against));
  assert.ok(update);
  const at = update.outlooks?.findIndex((outlook) => outlook?.removes === true && outlook.against);
  const way = waysFor(update).find((each) => each.choice === at);
  assert.match(way?.sentence ?? "", /attacks .* \(\d+ against \d+: it falls\)$/);
  const { elements } = drawn(update, waysFor(update), way?.steps.slice(0, 1));
  assert.ok(elements.flatMap(classesIn).includes("my-outlook my-falls"));
});

test("the end of a turn is asked once more where the server says that it would lose", () => {
  const update = choosing("end_turn");
  for (const loses of [true, false]) {
    const view = structuredClone(/** @type {any} */ (update.view));
    view.seats[update.seat ?? 0].must_place_entity = loses;
    const end = waysFor({ ...update, view }).find((way) => /** @type {any} */ (way.action).type === "end_turn");
    const last = end?.steps.at(-1);
    assert.equal(last?.tone === "risky", loses);
    assert.equal(last?.asks !== undefined, loses);
  }
});

test("a standing order is given in two steps, and letting this one attack pass in one", () => {
  const update = choosing("let_pass");
  const stepsOf = (/** @type {object[]} */ choices) =>
    new Map(waysFor({ ...update, choices }).map((way) => [/** @type {any} */ (way.action).until, way.steps.length]));
  const pass = (/** @type {string} */ until) => ({ type: "let_pass", until });
  const other = update.choices.find((choice) => /** @type {any} */ (choice).type !== "let_pass");
  const answer = other ?? { type: "call_bonus", bonus: "camouflage" };
  for (const [choices, usual] of /** @type {const} */ ([
    [[pass("now"), pass("call")], "now"],
    [[pass("now"), pass("attack"), pass("call"), answer], "now"],
    [[pass("now"), pass("attack"), pass("call")], "attack"], // nothing but to let it pass: asked once
  ])) {
    const steps = stepsOf([...choices]);
    for (const until of ["now", "attack", "call"]) {
      if (steps.has(until)) assert.equal(steps.get(until), until === usual ? 1 : 2, `${until} of ${choices.length}`);
    }
  }
});

test("an attack says that a standing order answers it", () => {
  const update = choosing("let_pass");
  const view = { .../** @type {any} */ (update.view), passes: "call" };
  const [asks, note] = drawn({ ...update, view }).said.slice(-2);
  assert.equal(asks, "Passes by itself unless you answer.");
  assert.deepEqual(drawn(update).said.at(-1), note);
});

test("the parts of a card's numbers add up to what they are", () => {
  let changed = 0;
  for (const { view } of updates) {
    for (const each of /** @type {any} */ (view).field) {
      const piece = pieceOf(each, view, cards);
      if (piece.stats === null) continue;
      const parts = partsOf(piece);
      changed += Number(parts.length > 1);
      const sum = [0, 1, 2].map((at) => parts.reduce((whole, { numbers }) => whole + (numbers[at] ?? 0), 0));
      assert.deepEqual(sum, [...piece.stats]);
    }
  }
  assert.ok(changed > 0);
});

test("whatever lives has a sign of its own, and one that lives like it the same", () => {
  const living = [...cards.keys()].map((id) => cardOf(id, {}, cards)).filter((card) => card.sets.length > 0);
  assert.ok(living.every((card) => taxonSign(card.sets) !== null));
  const sign = (/** @type {string} */ id) => taxonSign(cardOf(id, {}, cards).sets);
  assert.equal(sign("panthera-leo"), sign("felis-silvestris"));
  assert.equal(new Set(["panthera-leo", "canis-lupus", "quercus-robur", "apis-mellifera"].map(sign)).size, 4);
});

test("what is printed is the same from a face of the view as from the catalogue", () => {
  const { faces } = /** @type {any} */ (choosing("place").view);
  for (const id of Object.keys(faces)) {
    const { name: _, latin: __, ...printed } = cardOf(id, {}, cards);
    const { name: ___, latin: ____, ...seen } = cardOf(id, { faces }, cards);
    assert.deepEqual(seen, printed);
  }
});

test("cards fly between places that are on the table before or after", () => {
  let flown = 0;
  for (const match of matches) {
    for (const [at, update] of match.entries()) {
      const before = match[at - 1];
      if (before === undefined) continue;
      const places = new Set([...drawn(before).places, ...drawn(update).places]);
      const { events, view } = /** @type {any} */ (update);
      for (const event of events) {
        for (const motion of motions(event, before.view, view)) {
          if ("from" in motion) flown += Number(places.has(motion.from) && places.has(motion.to));
        }
      }
    }
  }
  assert.ok(flown > 50, `${flown}`);
});

test("nobody is to move once it is over", () => {
  const running = updates.find(({ view }) => /** @type {any} */ (view).turn_seat !== null);
  assert.ok(running);
  assert.ok(
    drawn(running)
      .elements.flatMap(classesIn)
      .some((name) => name.includes("my-turn")),
  );
  const over = drawn({ ...running, result: { places: [1, 2], reason: "no_entity" } });
  assert.deepEqual(over.said.length, 2, "a title and no note, and what is asked");
  assert.ok(!over.elements.flatMap(classesIn).some((name) => name.includes("my-turn")));
});

test("a card that lives has the sign of its taxon, be it active or in support, and a person a bust", () => {
  const plant = ["LIF", "EUK", "PLA"];
  for (const kind of ["active", "support"]) {
    assert.equal(signOf(/** @type {any} */ ({ kind, sets: plant })), taxonSign(plant));
    assert.equal(signOf(/** @type {any} */ ({ kind, sets: [] })), kindSign("active"));
  }
  assert.equal(signOf(/** @type {any} */ ({ kind: "dominion", sets: [] })), kindSign("dominion"));
  assert.notEqual(kindSign("support"), kindSign("active"));
});

test("a known card has the address of its picture, and another face of it that of its own", () => {
  const pictures = "/pictures/myacards/0123456789abcdef/";
  const set = { cards: [{ id: "lion" }], printings: [{ id: "lion art", of: "lion", rarity: "art_rare" }] };
  const found = cardsOf({ sets: [set], pictures });
  assert.equal(found.get("lion").picture, `${pictures}lion`);
  assert.equal(found.get("lion art").picture, `${pictures}lion%20art`);
  assert.equal("picture" in cardsOf({ sets: [set] }).get("lion"), false);
});
