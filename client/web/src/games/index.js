import { styled } from "../ui/lazy.js";
import { learnt } from "../words.js";

/**
 * Which module draws which game. One that has none is drawn by the general table.
 *
 * @typedef {object} GameModule
 * @property {(view: any, props: TableProps) => import("../../vendor/preact.js").VNode} Board what lies on the table
 * @property {(view: any, props: TableProps) => import("../../vendor/preact.js").VNode | null} [Own] the hand, and what is mine
 * @property {(view: any, props: TableProps) => { title: string, note?: string }} [headline] where the match stands
 * @property {(choice: any, props: WayProps) => import("../table/plan.js").Way[]} [ways] how one clicks a choice
 * @property {(event: any, before: any, after: any, seat: number | null) => Flight[]} [flights] what moves when this happens
 * @property {(value: any, part: any, known: Known) => any} [drawn] what a sentence names, drawn: a card as a pip
 * @property {(view: any, props: TableProps) => Prompt | null} [prompt] what is asked now, in the game's own words
 * @property {Readonly<Record<string, import("../words.js").Key>>} [reasons] the sentence for each reason why a match ends, which names `winner`
 *   and `loser`
 * @property {ReadonlySet<string>} [quiet] events that say only whose turn it is, or that something goes on: they are small
 *   in the log, and are not what a phone shows as the newest
 * @property {(view: any, props: TableProps) => Moment | null} [moment] the last thing that was big, as long as the view tells of it
 * @property {() => Promise<{ details: Details }>} [detailed] fetches what says what lies at a place: with the first press on the table
 * @property {(known: Called) => Record<string, string>} [things] what cards and places are called at this table, where the
 *   game's phrases have a plainer name for them, or none
 * @property {(card: any, props: { cards: any, large: boolean }) => any} [printed] a card as its catalogue has it, drawn
 * @property {{ title: import("../words.js").Key, of: (card: any) => number | null }} [costs] what a card of a deck costs to be played, as its
 *   catalogue has it; `null` for one that is not played
 *
 * @typedef {{ id: string | number, title: string, rows: readonly any[] }} Moment what is shown over the table once it has happened: another `id`
 *   is another one
 *
 * @typedef {(place: string, view: any, props: TableProps) => { title: string, body: any } | null} Details what lies at a place, large,
 *   with where its numbers come from; `null` if there is nothing to say of it
 *
 * @typedef {string | { asks: string, note: string }} Prompt what is asked, and the text of the card that it is about
 *
 * @typedef {{ from: string, to: string, of?: string }} Flight by the names of places; `of` says what it looks
 *   like, if not like what lies where it goes
 *
 * @typedef {{ view: any, cards: import("./catalogue.js").Cards | null }} Known
 * @typedef {{ cards: Known["cards"], seat: number | null, names: readonly string[] }} Called
 *
 * @typedef {object} TableProps
 * @property {import("../../../javascript/types/v1.js").Update} update
 * @property {number | null} seat whose eyes these are
 * @property {readonly string[]} names of the seats
 * @property {import("../table/plan.js").Plan} plan what is lit
 * @property {(place: string) => any} at what makes an element a place: its name, whether it is lit, what a click does
 * @property {(place: string) => void} show opens the details of a place
 * @property {readonly import("../../../javascript/types/v1.js").Update[]} history what this window has seen of the match
 * @property {import("../table/phrasing.js").Phrasing} phrasing
 * @property {import("./catalogue.js").Description} description
 * @property {import("./catalogue.js").Cards | null} cards by their ids; `null` while they are not here
 *
 * @typedef {object} WayProps
 * @property {any} view
 * @property {number | null} seat
 * @property {string} sentence the choice in words; made when it is read
 * @property {readonly any[]} choices all of them
 * @property {import("./catalogue.js").Cards | null} cards by their ids; `null` while they are not here
 * @property {import("../table/phrasing.js").Phrasing} phrasing
 * @property {import("../../../javascript/types/v1.js").Outlook | null} outlook
 */

/**
 * The game's name is that of its part of the words, and of its sheet in `styles/games/`.
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
/** Those that are not asked again. @type {Set<string>} */
const broken = new Set();
/** Those of them that did not come. @type {Set<string>} */
const missed = new Set();

/**
 * The module of a game if it is here already; otherwise it is fetched, and `arrived` is called when it has come.
 * @param {string} game
 * @param {() => void} arrived
 * @returns {GameModule | null | undefined} `null` for the general table, nothing while it is on its way
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
 * Have a game's module come, with its words and styles, so that nothing is seen without them.
 * @param {string} game
 */
export function fetched(game) {
  const known = coming.get(game);
  if (known !== undefined) return known;
  const load = MODULES[game];
  if (load === undefined) return Promise.resolve();
  const words = learnt([/** @type {import("../words.js").Part} */ (game)]);
  const arrival = Promise.all([load(), words, styled(`games/${game}.css`)]).then(([module]) => {
    loaded.set(game, module);
  });
  coming.set(game, arrival);
  arrival.catch(() => coming.delete(game));
  return arrival;
}

/**
 * A module that throws is not asked again in this window: the general table goes on.
 * @param {string} game
 */
export function giveUp(game) {
  broken.add(game);
  loaded.delete(game);
}

/**
 * Whether a game has a module that could not be loaded, and may yet come.
 * @param {string} game
 */
export function isMissed(game) {
  return missed.has(game);
}

/**
 * Have a module come that could not be loaded before.
 * @param {string} game
 */
export async function fetchedAgain(game) {
  await fetched(game);
  missed.delete(game);
  broken.delete(game);
}

/**
 * Whether a game has a table of its own here.
 * @param {string} game
 */
export function hasModule(game) {
  return Object.hasOwn(MODULES, game);
}

/**
 * Whether a game has a module that has failed, so that the general table draws it.
 * @param {string} game
 */
export function isGivenUp(game) {
  return broken.has(game);
}
