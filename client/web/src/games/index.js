import { styled } from "../ui/lazy.js";
import { learnt } from "../words.js";

/**
 * The modules that draw the games. The general table draws a game without one.
 *
 * @typedef {object} GameModule
 * @property {(view: any, props: TableProps) => import("../../vendor/preact.js").VNode} Board the table
 * @property {(view: any, props: TableProps) => import("../../vendor/preact.js").VNode | null} [Own] the player's hand
 *   and other own cards
 * @property {(view: any, props: TableProps) => { title: string, note?: string }} [headline] the state of the match in a
 *   line
 * @property {(choice: any, props: WayProps) => import("../table/plan.js").Way[]} [ways] the clicks for a choice
 * @property {() => Promise<{ motions: (event: any, before: any, after: any, seat: number | null) => Motion[] }>} [moving]
 *   fetches the function for the movements of an event
 * @property {(value: any, part: any, known: Known) => any} [drawn] a thing in a sentence as a drawing, such as a card
 *   as a pip
 * @property {(view: any, props: TableProps) => Prompt | null} [prompt] the present question, in the game's own words
 * @property {Readonly<Record<string, import("../words.js").Key>>} [reasons] the sentence for each reason of a match's
 *   end, with `winner` and `loser`
 * @property {Readonly<Record<string, import("../words.js").Key>>} [runs] the sentence for several events of a type in a row, by type
 * @property {ReadonlySet<string>} [quiet] events about turns and phases only: they are small in the log, and a phone
 *   does not show them as the newest event
 * @property {(view: any, props: TableProps) => Moment | null} [moment] the last big event, as long as the view shows it
 * @property {() => Promise<{ details: Details }>} [detailed] fetches the function for the large view of places, at the
 *   first press on the table
 * @property {(known: Called) => Record<string, string>} [things] names of cards and places at this table, if the game's
 *   phrases have no name or a longer one
 * @property {(card: any, props: { cards: any, large: boolean }) => any} [printed] a card of the catalogue, drawn for
 *   its list
 * @property {(kind: string) => string} [kindWord] the word for a kind, type or species of cards
 * @property {{ title: import("../words.js").Key, of: (card: any) => number | null }} [costs] the cost of a card in a
 *   deck; `null` for a card without one
 * @property {(card: any) => { id: string, title: string, class: string } | null} [groupOf] the group by which a deck's
 *   cards are sorted and filtered, such as an Element
 *
 * @typedef {{ id: string | number, title: string, rows: readonly any[] }} Moment what is shown over the table once it has happened: another `id`
 *   is another one
 *
 * @typedef {(place: string, view: any, props: TableProps) => { title: string, body: any } | null} Details what lies at a place, large,
 *   with where its numbers come from; `null` if there is nothing to say of it
 *
 * @typedef {string | { asks: string, note: string, isOut?: boolean }} Prompt what is asked, and the text of the card that it is about; the
 *   player `isOut` if others play on without them
 *
 * @typedef {Flight | Strike | Floating | { leaves: string } | { turns: string }} Motion a movement by the names of places;
 *   `leaves` is a death, `turns` a card that turns over
 * @typedef {{ from: string, to: string, of?: string }} Flight `of` is the place of the card that flies, by default the end
 * @typedef {{ strikes: string, at: string }} Strike an attack
 * @typedef {{ floats: string, tone: "less" | "more" | "plain", by?: number, text?: string, isBelow?: boolean }} Floating a
 *   number on a place or at its lower edge; losses by several events are one number
 *
 * @typedef {{ view: any, cards: import("./catalogue.js").Cards | null }} Known
 * @typedef {{ cards: Known["cards"], seat: number | null, names: readonly string[] }} Called
 *
 * @typedef {object} TableProps
 * @property {import("../../../javascript/types/v1.js").Update} update
 * @property {number | null} seat whose eyes these are
 * @property {readonly string[]} names of the seats
 * @property {import("../table/plan.js").Plan} plan what is lit
 * @property {(place: string, nth?: number) => any} at the attributes that make an element a place: its name, its light, its click; `nth` counts
 *   the equal cards before it
 * @property {(place: string) => void} show opens the large view of a place
 * @property {readonly import("../../../javascript/types/v1.js").Update[]} history the updates of the match that this
 *   window has received
 * @property {import("../table/phrasing.js").Phrasing} phrasing
 * @property {import("./catalogue.js").Description} description
 * @property {import("./catalogue.js").Cards | null} cards by their ids; `null` while they are not here
 *
 * @typedef {object} WayProps
 * @property {any} view
 * @property {number | null} seat
 * @property {string} sentence the choice in words, made when it is read
 * @property {readonly any[]} choices all of them
 * @property {import("./catalogue.js").Cards | null} cards by their ids; `null` while they are not here
 * @property {import("../table/phrasing.js").Phrasing} phrasing
 * @property {import("../../../javascript/types/v1.js").Outlook | null} outlook
 */

/**
 * Modules by game. The same name has a part of the words and a sheet in `styles/games/`.
 * @type {Readonly<Record<string, () => Promise<GameModule>>>}
 */
const MODULES = {
  amfibido: () => import("./amfibido/index.js"),
  amiibart: () => import("./amiibart/index.js"),
  "density-deck": () => import("./density-deck/index.js"),
  myacards: () => import("./myacards/index.js"),
};

/** @type {Map<string, GameModule>} */
const loaded = new Map();
/** @type {Map<string, Promise<void>>} */
const coming = new Map();
/** Modules that are not tried again. @type {Set<string>} */
const broken = new Set();
/** Modules that could not be loaded. @type {Set<string>} */
const missed = new Set();

/**
 * The module of a game if it is loaded. Otherwise it is fetched, and `arrived` is called afterwards.
 * @param {string} game
 * @param {() => void} arrived
 * @returns {GameModule | null | undefined} `null` for the general table, `undefined` while it is being fetched
 */
export function moduleOf(game, arrived) {
  const known = loaded.get(game);
  if (known !== undefined) return known;
  if (!Object.hasOwn(MODULES, game) || broken.has(game)) return null;
  fetched(game).then(arrived, () => {
    broken.add(game);
    missed.add(game);
    arrived();
  });
  return undefined;
}

/**
 * Load a game's module with its words and styles, so that it is never shown without them.
 * @param {string} game
 */
export function fetched(game) {
  const known = coming.get(game);
  if (known !== undefined) return known;
  const load = MODULES[game];
  if (load === undefined) return Promise.resolve();
  const words = learnt([/** @type {import("../words.js").Part} */ (game)]);
  const sheets = ["table", `games/${game}`].map((name) => styled(`${name}.css`)); // in the order of the cascade
  const arrival = Promise.all([load(), words, ...sheets]).then(([module]) => {
    loaded.set(game, module);
  });
  coming.set(game, arrival);
  arrival.catch(() => coming.delete(game));
  return arrival;
}

/**
 * Use the general table for a game from now on in this window, because its module has thrown an error.
 * @param {string} game
 */
export function giveUp(game) {
  broken.add(game);
  loaded.delete(game);
}

/**
 * True if a game has a module that could not be loaded, and may be loaded later.
 * @param {string} game
 */
export function isMissed(game) {
  return missed.has(game);
}

/**
 * Try to load a missed module again.
 * @param {string} game
 */
export async function fetchedAgain(game) {
  await fetched(game);
  missed.delete(game);
  broken.delete(game);
}

/**
 * True if a game has a table of its own.
 * @param {string} game
 */
export function hasModule(game) {
  return Object.hasOwn(MODULES, game);
}

/**
 * True if the general table draws a game because its module has failed.
 * @param {string} game
 */
export function isGivenUp(game) {
  return broken.has(game);
}
