/** @import { Player, Result } from "../types/v1.js" */

/**
 * Texts of a match in words, for any game, from the phrases that a server has for it. A phrase is a sentence with
 * `{field}` in the place of that field's value. A field named `seat`, or ending in `_seat`, becomes that player's name.
 * An object becomes the phrase that `things` has for its type, or for the field's name if it has no type. A word
 * becomes its entry in `things`, if that is a name and no phrase. A piece of the view becomes the phrase `piece` of
 * `things`, if there is one. A list becomes its elements with commas. Text in `[…]` is left out if a field in it is
 * empty. `{field|one|many|none}` stands for one of these texts, with the value in the place of `#`, and with its sign
 * in that of `+#`.
 */

const FIELD = /\{(\w+)(?:\|([^{}]*))?\}/g;
const PART = /\[([^\]]*)\]/g;
const PIECE = "piece";
export const NOTHING = "–";
export const VOID = "The server could not continue this match; it counts for nobody";

/**
 * One game's phrases, as `GET /v1/games/<game>` gives them.
 * @typedef {object} Phrases
 * @property {Readonly<Record<string, string>>} [actions]
 * @property {Readonly<Record<string, string>>} [events]
 * @property {Readonly<Record<string, string>>} [things]
 * @property {string} [rules]
 */

/**
 * A part of a sentence: plain text, or a named thing. `seat` is the number of a seat, `piece` the id of a piece in the
 * view, `thing` a word with a name in `things`, such as a card, `value` an object as a whole; `field` names its field.
 * @typedef {{ text: string } | { text: string, seat: number } | { text: string, piece: string, field: string }
 *   | { text: string, thing: string, field: string } | { text: string, value: object, field: string }} Part
 */

/** Texts of one table. A message without a phrase is written field by field, so that this never fails. */
export class PhraseBook {
  #phrases;
  #names;
  /** @type {ReadonlyMap<string, Readonly<Record<string, unknown>>> | null} */
  #pieces;
  /** @type {unknown} */
  #view = null;

  /**
   * @param {Phrases} phrases
   * @param {readonly string[]} names the names of the players
   * @param {ReadonlyMap<string, Readonly<Record<string, unknown>>>} [pieces]
   */
  constructor(phrases, names, pieces = new Map()) {
    this.#phrases = phrases;
    this.#names = names;
    this.#pieces = pieces;
  }

  /**
   * Return a phrase book that describes pieces as they are in this view.
   * @param {unknown} view
   */
  at(view) {
    if (own(this.#phrases.things, PIECE) === undefined) {
      return this;
    }
    const book = new PhraseBook(this.#phrases, this.#names);
    book.#pieces = null; // looked for when one is said
    book.#view = view;
    return book;
  }

  /**
   * Return a choice in words: `Discard red 5`.
   * @param {unknown} action
   */
  action(action) {
    return words(this.actionParts(action));
  }

  /**
   * Return an event in words: `Ann discards red 5.`
   * @param {unknown} event
   */
  event(event) {
    return words(this.eventParts(event));
  }

  /**
   * Return a choice in words, in parts, so that a page can link the things it names.
   * @param {unknown} action
   * @returns {Part[]}
   */
  actionParts(action) {
    return merged(this.#sentence(this.#phrases.actions, action));
  }

  /**
   * Return an event in words, in parts.
   * @param {unknown} event
   * @returns {Part[]}
   */
  eventParts(event) {
    return merged(this.#sentence(this.#phrases.events, event));
  }

  /**
   * Return the value of this field in words.
   * @param {string} name
   * @param {unknown} value
   */
  thing(name, value) {
    return words([...this.#thing(name, value)]);
  }

  /**
   * Return the name of the player in a seat.
   * @param {number} seat
   */
  seat(seat) {
    return this.#names[seat] ?? `seat ${seat}`;
  }

  /**
   * Return the places of the players: `1. Ann, 2. Ben and Cleo, 4. Dan`; or that nobody has a place.
   * @param {Pick<Result, "places">} result
   */
  result({ places }) {
    if (places.length === 0) {
      return VOID;
    }
    const order = [...new Set(places)].sort((one, other) => one - other);
    return order
      .map(
        (place) => `${place}. ${places.flatMap((at, seat) => (at === place ? [this.seat(seat)] : [])).join(" and ")}`,
      )
      .join(", ");
  }

  /**
   * @param {Readonly<Record<string, string>> | undefined} phrases
   * @param {unknown} said
   * @returns {Generator<Part, void, undefined>}
   */
  *#sentence(phrases, said) {
    if (!isObject(said)) {
      yield* this.#thing("", said);
      return;
    }
    const { type = "", ...fields } = said;
    const phrase = own(phrases, String(type));
    if (phrase !== undefined) {
      yield* this.#filled(phrase, said);
      return;
    }
    const tag = spaced(String(type));
    yield { text: tag.charAt(0).toUpperCase() + tag.slice(1).toLowerCase() };
    if (Object.keys(fields).length > 0) {
      yield { text: ": " };
      yield* this.#fieldByField(fields);
    }
  }

  /**
   * @param {string} phrase
   * @param {Readonly<Record<string, unknown>>} said
   * @returns {Generator<Part, void, undefined>}
   */
  *#filled(phrase, said) {
    const told = phrase.replace(PART, (_, part) => (saysSomething(part, said) ? part : ""));
    let at = 0;
    for (const field of told.matchAll(FIELD)) {
      yield { text: told.slice(at, field.index) };
      at = field.index + field[0].length;
      yield* this.#field(field[1] ?? "", said[field[1] ?? ""], field[2]);
    }
    yield { text: told.slice(at) };
  }

  /**
   * @param {string} name
   * @param {unknown} value
   * @param {string | undefined} forms
   * @returns {Generator<Part, void, undefined>}
   */
  *#field(name, value, forms) {
    if (forms === undefined) {
      yield* this.#thing(name, value);
      return;
    }
    const isBelow = typeof value === "number" && value < 0;
    const chosen = form(value, forms.split("|"));
    const [first = "", ...others] = (isBelow ? chosen.replaceAll("+#", "#") : chosen).split("#");
    yield { text: first };
    for (const other of others) {
      yield* this.#thing(name, value);
      yield { text: other };
    }
  }

  /**
   * @param {string} name
   * @param {unknown} value
   * @returns {Generator<Part, void, undefined>}
   */
  *#thing(name, value) {
    if (value === null || value === undefined) {
      yield { text: NOTHING };
    } else if (typeof value === "boolean") {
      yield { text: value ? "yes" : "no" };
    } else if (typeof value === "number" && (name === "seat" || name.endsWith("_seat"))) {
      yield { text: this.seat(value), seat: value };
    } else if (typeof value === "string") {
      yield* this.#word(name, value);
    } else if (Array.isArray(value)) {
      yield* this.#list(name, value);
    } else if (isObject(value)) {
      const phrase = own(this.#phrases.things, String(value.type)) || own(this.#phrases.things, name);
      yield* phrase?.includes("{") ? this.#object(name, value, phrase) : this.#fieldByField(value);
    } else {
      yield { text: String(value) };
    }
  }

  /**
   * An object that contains no player and no piece is one part, so that a page can draw it, such as a card by its
   * colour and power.
   * @param {string} name
   * @param {Readonly<Record<string, unknown>>} value
   * @param {string} phrase
   * @returns {Generator<Part, void, undefined>}
   */
  *#object(name, value, phrase) {
    const parts = [...this.#filled(phrase, value)];
    if (parts.some((part) => "seat" in part || "piece" in part || "value" in part)) {
      yield* parts;
    } else {
      yield { text: words(parts), value, field: name };
    }
  }

  /**
   * @param {string} name
   * @param {string} value
   * @returns {Generator<Part, void, undefined>}
   */
  *#word(name, value) {
    this.#pieces ??= new Map(pieces(this.#view));
    const piece = this.#pieces.get(value);
    const phrase = own(this.#phrases.things, PIECE);
    const named = own(this.#phrases.things, value);
    if (piece !== undefined && phrase !== undefined) {
      yield { text: words([...this.#filled(phrase, piece)]), piece: value, field: name };
    } else if (named === undefined || named.includes("{")) {
      yield { text: spaced(value) };
    } else {
      yield { text: named, thing: value, field: name };
    }
  }

  /**
   * @param {string} name
   * @param {readonly unknown[]} values
   * @returns {Generator<Part, void, undefined>}
   */
  *#list(name, values) {
    if (values.length === 0) {
      yield { text: NOTHING };
    }
    for (const [at, value] of values.entries()) {
      if (at > 0) {
        yield { text: ", " };
      }
      yield* this.#thing(name, value);
    }
  }

  /**
   * @param {Readonly<Record<string, unknown>>} said
   * @returns {Generator<Part, void, undefined>}
   */
  *#fieldByField(said) {
    for (const [at, [name, value]] of Object.entries(said).entries()) {
      yield { text: `${at > 0 ? ", " : ""}${spaced(name)} ` };
      yield* this.#thing(name, value);
    }
  }
}

/**
 * Return names for the players that tell them all apart.
 * @param {readonly Player[]} players
 */
export function namesOf(players) {
  const names = players.map(nameOf);
  return names.map((name, at) => (names.filter((other) => other === name).length === 1 ? name : `${name} (${at + 1})`));
}

/**
 * Return the name of a player. The bot of a player is marked. A bot of the house has the name of its kind.
 * @param {Player} player
 */
export function nameOf(player) {
  return player.kind === "bot" && !player.bot ? `${player.name} (bot)` : player.name;
}

/**
 * Return the form of a phrase that fits a value, or the last one if there are too few.
 * @param {unknown} value
 * @param {readonly string[]} forms
 */
function form(value, forms) {
  const isList = Array.isArray(value);
  const isNothing = isList ? value.length === 0 : !value;
  if (isNothing && forms.length > 2) {
    return forms[2] ?? "";
  }
  const isOne = value === 1 || value === true || (isList && value.length === 1);
  return forms[isOne ? 0 : Math.min(1, forms.length - 1)] ?? "";
}

/**
 * @param {string} part
 * @param {Readonly<Record<string, unknown>>} said
 */
function saysSomething(part, said) {
  return [...part.matchAll(FIELD)].every(([, field = ""]) => {
    const value = said[field];
    return value !== null && value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);
  });
}

/**
 * Yield each piece in a view, by its id.
 * @param {unknown} seen
 * @returns {Generator<[string, Record<string, unknown>], void, undefined>}
 */
function* pieces(seen) {
  if (Array.isArray(seen)) {
    for (const each of seen) {
      yield* pieces(each);
    }
  } else if (isObject(seen)) {
    const piece = seen[PIECE];
    if (typeof piece === "string") {
      yield [piece, seen];
    }
    for (const each of Object.values(seen)) {
      yield* pieces(each);
    }
  }
}

/**
 * Return the value of an own key, whatever the key is called.
 * @param {Readonly<Record<string, string>> | undefined} words
 * @param {string} key
 */
function own(words, key) {
  return words !== undefined && Object.hasOwn(words, key) ? words[key] : undefined;
}

/** @param {readonly Part[]} parts */
function words(parts) {
  return parts.map(({ text }) => text).join("");
}

/**
 * Return the parts with neighbouring texts joined, without empty ones.
 * @param {Iterable<Part>} parts
 */
function merged(parts) {
  /** @type {Part[]} */
  const whole = [];
  for (const part of parts) {
    const last = whole.at(-1);
    if (Object.keys(part).length > 1) {
      whole.push(part);
    } else if (last !== undefined && Object.keys(last).length === 1) {
      last.text += part.text;
    } else if (part.text !== "") {
      whole.push({ text: part.text });
    }
  }
  return whole;
}

/** @param {string} word */
function spaced(word) {
  return word.replaceAll("_", " ");
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
