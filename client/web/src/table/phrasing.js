import { namesOf, PhraseBook } from "../../../javascript/src/phrases.js";
import { h } from "../../vendor/preact.js";
import { spoken, t } from "../words.js";

/** @import { Part } from "../../../javascript/src/phrases.js" */
/** @import { Player } from "../../../javascript/types/v1.js" */

/** The texts of one table at one moment. Before the game's description arrives, choices are written by their fields. */
export class Phrasing {
  #book;
  names;

  /**
   * @param {import("../games/catalogue.js").Description | undefined} description
   * @param {readonly Player[]} players
   * @param {unknown} view
   * @param {Readonly<Record<string, string>>} [things] names of things at this table
   */
  constructor(description, players, view, things) {
    this.names = namesOf(players);
    this.#book = new PhraseBook(phrasesOf(description, things), this.names).at(view);
  }

  /** @param {unknown} action */
  action(action) {
    return this.#book.action(action);
  }

  /** @param {unknown} event */
  event(event) {
    return this.#book.event(event);
  }

  /** @param {unknown} event @returns {Part[]} */
  eventParts(event) {
    return this.#book.eventParts(event);
  }

  /**
   * @param {string} name
   * @param {unknown} value
   */
  thing(name, value) {
    return this.#book.thing(name, value);
  }

  /** @param {number} seat */
  seat(seat) {
    return this.#book.seat(seat);
  }

  /**
   * The places of the players: `1. Ann, 2. Ben and Cleo, 4. Dan`; or that nobody has a place.
   * @param {{ places: readonly number[] }} result
   */
  result({ places }) {
    if (places.length === 0) return t("match.void");
    const list = new Intl.ListFormat(spoken);
    const order = [...new Set(places)].sort((one, other) => one - other);
    return order
      .map((place) => `${place}. ${list.format(this.names.filter((_, seat) => places[seat] === place))}`)
      .join(", ");
  }
}

/**
 * The phrases of a game with the names at a table; built once for all moments.
 * @param {import("../games/catalogue.js").Description | undefined} description
 * @param {Readonly<Record<string, string>> | undefined} things
 */
function phrasesOf(description, things) {
  const phrases = description?.phrases;
  if (things === undefined || phrases === undefined) return phrases ?? (things === undefined ? {} : { things });
  const known = CALLED.get(things);
  if (known?.of === phrases) return known.said;
  const said = { ...phrases, things: { ...phrases.things, ...things } };
  CALLED.set(things, { of: phrases, said });
  return said;
}

/** @type {WeakMap<object, { of: object, said: any }>} */
const CALLED = new WeakMap();

/**
 * Draws a sentence as elements. A card or fighter named in it has its place on the table as an attribute, to be lit.
 * @param {readonly Part[]} parts
 * @param {(part: Part) => any} [draw] draws a part in the game's own way; `null` for the usual one
 */
export function sentence(parts, draw = () => null) {
  return parts.map((part, key) => {
    const drawn = draw(part);
    if (drawn !== null) return drawn;
    if ("seat" in part) return h("bdi", { class: "said-seat", "data-of": `seat/${part.seat}`, key }, part.text);
    if ("piece" in part) return h("span", { class: "said-piece", "data-of": `piece/${part.piece}`, key }, part.text);
    if ("thing" in part) return h("span", { class: "said-thing", "data-thing": part.thing, key }, part.text);
    return part.text;
  });
}
