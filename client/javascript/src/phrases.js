/** @import { Player, Result } from "../types/v1.js" */

/**
 * Saying in words what a match tells, for any game: a server gives each game's phrases, and this fills them in.
 *
 * A phrase is a sentence with `{field}` in the place of that field's value. A field named `seat`, or ending in `_seat`, is
 * said as that player's name; an object by the phrase that `things` has for its type, or for the name of the field if it
 * has no type; a word by what `things` calls it, if that is a name and no phrase; a piece in the view, if `things` has a
 * phrase for `piece`, by that; a list as its elements with commas. What stands in `[…]` is left out if a field in it has
 * nothing to say. `{field|one|many|none}` stands for one of these texts, with the value in the place of `#`, and with its
 * sign in that of `+#`.
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
 * A part of a sentence: plain text, or what is named there. `seat` is the number of a seat, `piece` the id of a piece in
 * the view, `thing` a word that `things` has a name for, such as a card's, `value` an object that is said as a whole; `field`
 * says where it stood.
 * @typedef {{ text: string } | { text: string, seat: number } | { text: string, piece: string, field: string }
 *   | { text: string, thing: string, field: string } | { text: string, value: object, field: string }} Part
 */

/** Says things in words, at one table. What it has no phrase for it says field by field: it never fails. */
export class PhraseBook {
  #phrases;
  #names;
  /** @type {ReadonlyMap<string, Readonly<Record<string, unknown>>> | null} */
  #pieces;
  /** @type {unknown} */
  #view = null;

  /**
   * @param {Phrases} phrases
   * @param {readonly string[]} names what to call those who sit there
   * @param {ReadonlyMap<string, Readonly<Record<string, unknown>>>} [pieces]
   */
  constructor(phrases, names, pieces = new Map()) {
    this.#phrases = phrases;
    this.#names = names;
    this.#pieces = pieces;
  }

  /**
   * Return one that says pieces as they stand in this view: by what they are, and where.
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
   * Return one of the choices in words: `Discard red 5`.
   * @param {unknown} action
   */
  action(action) {
    return words(this.actionParts(action));
  }

  /**
   * Return what happened: `Ann discards red 5.`
   * @param {unknown} event
   */
  event(event) {
    return words(this.eventParts(event));
  }

  /**
   * Return one of the choices in words, part by part, so that a page can make links of what they name.
   * @param {unknown} action
   * @returns {Part[]}
   */
  actionParts(action) {
    return merged(this.#sentence(this.#phrases.actions, action));
  }

  /**
   * Return what happened, part by part.
   * @param {unknown} event
   * @returns {Part[]}
   */
  eventParts(event) {
    return merged(this.#sentence(this.#phrases.events, event));
  }

  /**
   * Return a value in words, as it stands in a field of this name.
   * @param {string} name
   * @param {unknown} value
   */
  thing(name, value) {
    return words([...this.#thing(name, value)]);
  }

  /**
   * Return who sits there.
   * @param {number} seat
   */
  seat(seat) {
    return this.#names[seat] ?? `seat ${seat}`;
  }

  /**
   * Return who finished where: `1. Ann, 2. Ben and Cleo, 4. Dan`; or that nobody did.
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
   * What names nobody and no piece within it is one part, so that a page can draw it: a card by its colour and power.
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
 * Return what to call the players so that nobody is taken for somebody else.
 * @param {readonly Player[]} players
 */
export function namesOf(players) {
  const names = players.map(nameOf);
  return names.map((name, at) => (names.filter((other) => other === name).length === 1 ? name : `${name} (${at + 1})`));
}

/**
 * Return what to call a player: a bot of somebody's is marked; those of the house are called what they are.
 * @param {Player} player
 */
export function nameOf(player) {
  return player.kind === "bot" && !player.bot ? `${player.name} (bot)` : player.name;
}

/**
 * Return the form of a phrase that fits a value; a server that gives too few says the last one of all.
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
 * Yield every object of a view that is a piece, by its id.
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
 * Return what stands under a key that may have any name.
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
 * Return the parts with neighbouring texts made one, and none that is empty.
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
