import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { details } from "../../src/games/amfibido/details.js";
import * as module from "../../src/games/amfibido/index.js";
import { Board, headline, Own, prompt } from "../../src/games/amfibido/index.js";
import { motions } from "../../src/games/amfibido/motions.js";
import { cardsOf } from "../../src/games/catalogue.js";
import { Phrasing } from "../../src/table/phrasing.js";
import { click, plan } from "../../src/table/plan.js";
import { waysOf } from "../../src/table/ways.js";
import { asked, placesIn, textIn, tree } from "./tree.js";
import "./english.js";

/** @import { Step, Way } from "../../src/table/plan.js" */

const recorded = JSON.parse(readFileSync(new URL("../frames/amfibido.json", import.meta.url), "utf8"));
const cards = cardsOf(recorded.catalogue);
const description = /** @type {any} */ ({ phrases: recorded.phrases, offer: { title: "Amfibido" } });

/** @param {any} than @param {any} changes */
function changed(than, { gone = [], ...changes }) {
  const kept = Object.entries(than).filter(([name]) => !gone.includes(name));
  return { ...Object.fromEntries(kept), ...changes };
}

/** An update as it was sent, of what is written of it. @param {any} flat */
function unfolded(flat) {
  /** @type {any} */
  const update = { view: { faces: {} }, events: [], choices: [], waiting: [] };
  for (const [name, value] of Object.entries(flat)) {
    if (name.startsWith("view.")) update.view[name.slice(5)] = value;
    else update[name] = value;
  }
  return { seat: null, result: null, outlooks: [], ...update };
}

/** Every update, to both players and to a spectator. */
const UPDATES = recorded.matches.flatMap((/** @type {any[]} */ moments) => {
  /** @type {any} */
  let last = {};
  return moments.flatMap(([first, ...others]) => {
    last = changed(last, first);
    return [last, ...others.map((/** @type {any} */ other) => changed(last, other))].map(unfolded);
  });
});

/** @param {any} update @param {readonly Step[]} [picked] @param {any} [from] */
function propsOf(update, picked = [], from = cards) {
  const phrasing = new Phrasing(description, update.players, update.view);
  const ways = waysOf(update, phrasing, /** @type {any} */ (module), from);
  return {
    ways,
    props: /** @type {any} */ ({
      update,
      seat: update.seat,
      names: phrasing.names,
      plan: plan(ways, picked),
      at: (/** @type {string} */ place) => ({ "data-at": place }),
      show: () => {},
      history: [update],
      phrasing,
      description,
      cards: from,
    }),
  };
}

/** What is said on the table, and which places it has. @param {any} update @param {any} props */
function drawn(update, props) {
  const elements = tree([Board(update.view, props), Own(update.view, props)]);
  const { title, note = "" } = headline(update.view, props);
  return {
    said: [title, note, ...asked(prompt(update.view, props)), ...elements.flatMap(textIn)],
    places: new Set(elements.flatMap(placesIn)),
  };
}

/** Every way that clicks lead to, with what is lit on the way there. @param {readonly Way[]} ways @param {(picked: readonly Step[]) => void} [see] */
function leaves(ways, see = () => {}) {
  /** @type {Way[]} */
  const found = [];
  /** @param {readonly Step[]} picked */
  const walk = (picked) => {
    see(picked);
    const { lit, buttons } = plan(ways, picked);
    for (const step of [...lit.values(), ...buttons]) {
      const next = click(ways, picked, step);
      if ("way" in next) found.push(next.way);
      else walk(next.picked);
    }
  };
  if (ways.length > 0) walk([]);
  return found;
}

/** The names of all pieces in play. @param {any} view */
function pieces(view) {
  return view.seats.flatMap((/** @type {any} */ seat) =>
    seat.dojos.flatMap((/** @type {any} */ { fighter, equipment }) => [
      ...(fighter === null
        ? []
        : [fighter.piece, ...(fighter.combos ?? []).map((/** @type {any} */ one) => one.piece)]),
      ...equipment.map((/** @type {any} */ one) => one.piece),
    ]),
  );
}

test("every kind of choice was recorded, and clicks lead to exactly the choices", () => {
  const kinds = new Set();
  for (const update of UPDATES) {
    for (const choice of update.choices) kinds.add(choice.type);
    const reached = leaves(propsOf(update).ways).map((way) => way.choice);
    assert.deepEqual(
      reached.toSorted((one, other) => Number(one) - Number(other)),
      update.choices.map((/** @type {any} */ _, /** @type {number} */ at) => at),
    );
  }
  assert.equal(kinds.size, 22);
});

test("every step's place is drawn when the step may be taken", () => {
  for (const update of UPDATES) {
    const { ways } = propsOf(update);
    leaves(ways, (picked) => {
      const { props } = propsOf(update, picked);
      const { places } = drawn(update, props);
      for (const place of props.plan.lit.keys()) assert.ok(places.has(place), `${place} is not drawn`);
    });
  }
});

test("every update is drawn for both players and a spectator, with the catalogue and before it is here", () => {
  const seats = new Set();
  for (const update of UPDATES) {
    seats.add(update.seat);
    for (const from of [cards, null]) {
      const { props } = propsOf(update, [], from);
      assert.ok(drawn(update, props).said.length > 0);
    }
  }
  assert.deepEqual([...seats], [0, 1, null]);
});

test("no piece is said by its id", () => {
  for (const update of UPDATES) {
    const ids = pieces(update.view);
    const { ways, props } = propsOf(update);
    const said = drawn(update, props).said;
    for (const way of ways) said.push(way.sentence, ...way.steps.flatMap((step) => [step.label, step.asks ?? ""]));
    for (const place of drawn(update, props).places) {
      const page = details(place, update.view, props);
      if (page !== null) said.push(page.title, ...tree(page.body).flatMap(textIn));
    }
    const all = said.join("\n");
    for (const id of ids) assert.ok(!all.includes(id), `${id} is said`);
  }
});

test("nothing flies from or to a place that has no name, and hidden cards fly from who holds them", () => {
  for (const update of UPDATES) {
    for (const event of update.events) {
      for (const motion of motions(event, null, update.view, update.seat)) {
        assert.doesNotMatch(Object.values(motion).join(" "), /null|undefined/);
      }
    }
  }
});

test("a pass is the main button only where nothing else can be done", () => {
  const passes = UPDATES.flatMap((/** @type {any} */ update) =>
    propsOf(update).ways.flatMap((way) =>
      /** @type {any} */ (way.action).type === "pass" ? [{ way, isOnly: update.choices.length === 1 }] : [],
    ),
  );
  assert.ok(passes.length > 0);
  for (const { way, isOnly } of passes) assert.equal(way.steps.at(-1)?.tone, isOnly ? "main" : undefined);
});

test("no two ways of a moment are said alike", () => {
  for (const update of UPDATES) {
    const said = propsOf(update).ways.map((way) => way.sentence);
    assert.deepEqual([...new Set(said)], said);
  }
});

test("what would come of a play is said with its last step and in the list of choices", () => {
  const told = UPDATES.flatMap((/** @type {any} */ update) =>
    propsOf(update).ways.flatMap((way) => {
      const outlook = update.outlooks?.[way.choice ?? -1] ?? null;
      return outlook === null ? [] : [{ way, power: String(outlook.power) }];
    }),
  );
  assert.ok(told.length > 0);
  for (const { way, power } of told) {
    assert.match(way.sentence, new RegExp(`fight with ${power}`));
    assert.match(way.steps.at(-1)?.label ?? "", new RegExp(`fight with ${power}`));
  }
});

test("a fighter that would take its combo moves along is asked about", () => {
  const asked = UPDATES.flatMap((/** @type {any} */ update) =>
    propsOf(update).ways.flatMap((way) => {
      const action = /** @type {any} */ (way.action);
      if (action.type !== "play_fighter") return [];
      const { fighter } = update.view.seats[update.seat].dojos[action.dojo - 1];
      return [{ isAsked: way.steps.at(-1)?.tone === "risky", loses: (fighter?.combos ?? []).length > 0 }];
    }),
  );
  const losing = asked.filter((/** @type {any} */ each) => each.loses).length;
  assert.ok(losing > 0 && losing < asked.length);
  for (const { isAsked, loses } of asked) assert.equal(isAsked, loses);
});
