/** What is printed on a card: from the view, which has the faces of what is seen, and from the catalogue, which has all. */

/** @typedef {readonly [number, number, number]} Numbers attack, defense and speed */

/**
 * @typedef {object} Card
 * @property {string} id
 * @property {string} name as people call it
 * @property {string} latin a species' name, if it has another
 * @property {string} kind
 * @property {readonly string[]} sets
 * @property {string} picture where its picture is, if the catalogue is here
 * @property {readonly string[]} terrains
 * @property {Numbers | null} stats as printed
 * @property {number} sacrifices
 * @property {string} junior the name of the card that must be in play for it
 * @property {string} text
 */

/** @typedef {import("../catalogue.js").Cards | null} Cards */

/** Cards as they were made last, of what a catalogue and a view say of them. @type {WeakMap<object, Map<string, { face: unknown, card: Card }>>} */
const MADE = new WeakMap();
const NO_CARDS = {};

/**
 * The same card is the same value, as long as nothing else is said of it.
 * @param {string} id
 * @param {any} view
 * @param {Cards} cards
 * @returns {Card}
 */
export function cardOf(id, view, cards) {
  const face = view?.faces?.[id];
  const made = MADE.get(cards ?? NO_CARDS) ?? new Map();
  const known = made.get(id);
  if (known !== undefined && known.face === face) return known.card;
  const card = printedOf(id, view, cards);
  MADE.set(cards ?? NO_CARDS, made.set(id, { face, card }));
  return card;
}

/** @param {string} id @param {any} view @param {Cards} cards @returns {Card} */
function printedOf(id, view, cards) {
  const face = view?.faces?.[id];
  const printed = cards?.get(id);
  const name = nameOf(id, view, cards);
  const latin = printed?.english ? printed.name : "";
  const kind = face === undefined ? (printed?.kind ?? "active") : (face.kind ?? "active");
  return {
    id,
    name,
    latin: latin === name ? "" : latin,
    kind,
    sets: printed?.sets ?? words(face?.sets),
    picture: printed?.picture ?? "",
    terrains: printed?.affinities ?? words(face?.affinities),
    stats: face?.stats ?? (printed?.kind === "active" ? [printed.attack, printed.defense, printed.speed] : null),
    sacrifices: face?.sacrifices ?? printed?.sacrifices ?? 0,
    junior: printed?.junior_of ? nameOf(printed.junior_of, view, cards) : (face?.junior_of ?? ""),
    text: withoutJunior(printed?.text ?? face?.text ?? "", [face?.junior_of, cards?.get(printed?.junior_of)?.name]),
  };
}

/**
 * A text without the line that says of whom a card is a Junior: that is said by the name that the Senior has here.
 * @param {string} text
 * @param {readonly (string | undefined)[]} seniors
 */
function withoutJunior(text, seniors) {
  if (!text.startsWith("Junior ")) return text;
  const end = seniors.map((each) => `${each}.`).find((each) => text.includes(each));
  return end === undefined ? text : text.slice(text.indexOf(end) + end.length).trim();
}

/**
 * What a card is called: as people call it in this page's language, which the catalogue knows, by its title, or by its
 * id, which is genus and species.
 * @param {string} id
 * @param {any} view
 * @param {Cards} cards
 * @returns {string}
 */
export function nameOf(id, view, cards) {
  const printed = cards?.get(id);
  return printed?.english || printed?.name || view?.faces?.[id]?.name || spaced(id);
}

/** @param {string | undefined} text @returns {string[]} */
function words(text) {
  return text === undefined || text === "" ? [] : text.split(" ");
}

/** @param {string} id */
function spaced(id) {
  const text = id.replaceAll("-", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * A card on the field, whole: with what an update leaves out because the zone or the face says it.
 *
 * @typedef {object} Piece
 * @property {string} piece
 * @property {Card} card
 * @property {Zone} zone
 * @property {number} seat whose it is
 * @property {boolean} invades whether it stands on the other's half
 * @property {Numbers | null} stats as they are now
 * @property {readonly string[]} bonuses
 * @property {number} attacksLeft
 * @property {number | null} lastTurn
 * @property {boolean} stilled
 * @property {boolean} shielded
 */

/**
 * @param {any} piece
 * @param {any} view
 * @param {Cards} cards
 * @returns {Piece}
 */
export function pieceOf(piece, view, cards) {
  const card = cardOf(piece.card, view, cards);
  const known = STANDING.get(piece);
  if (known?.card === card) return known;
  const whole = wholeOf(piece, card);
  STANDING.set(piece, whole);
  return whole;
}

/** Pieces as they were made last. @type {WeakMap<object, Piece>} */
const STANDING = new WeakMap();

/** @param {any} piece @param {Card} card @returns {Piece} */
function wholeOf(piece, card) {
  const zone = zoneOf(piece.zone);
  return {
    piece: piece.piece,
    card,
    zone,
    seat: piece.seat ?? zone.half,
    invades: piece.seat !== undefined && piece.seat !== zone.half,
    stats: card.kind === "active" ? (piece.stats ?? card.stats) : null,
    bonuses: piece.bonuses ?? [],
    attacksLeft: piece.attacks_left ?? 0,
    lastTurn: piece.last_turn ?? null,
    stilled: piece.stilled ?? false,
    shielded: piece.shielded ?? false,
  };
}

/** @typedef {{ id: string, half: number, row: number, column: number, name: string }} Zone */

export const COLUMNS = "abcdefgh";

/**
 * A zone by its id: `0.3.5` is f3 of the half of seat 0.
 * @param {string} id
 * @returns {Zone}
 */
export function zoneOf(id) {
  const [half = 0, row = 0, column = 0] = id.split(".").map(Number);
  return { id, half, row, column, name: `${COLUMNS[column]}${row}` };
}

/** What the rules award; which of them a card has, the server says. @type {Readonly<Record<string, number>>} */
const WORTH = { tyrant: 1, pack: 3, sister_taxa: 2, phylogenetic: 1 };

/**
 * What a piece's numbers are made of: what is printed, each bonus, and what chips and other cards make of it.
 * @param {Piece} piece
 * @returns {{ what: string, numbers: Numbers }[]}
 */
export function partsOf({ card, stats, bonuses }) {
  if (stats === null || card.stats === null) return [];
  const awards = bonuses.map((bonus) => ({ what: bonus, worth: WORTH[bonus] ?? 0 }));
  const awarded = awards.reduce((sum, { worth }) => sum + worth, 0);
  const rest = /** @type {[number, number, number]} */ (
    stats.map((now, at) => now - (card.stats?.[at] ?? 0) - awarded)
  );
  return [
    { what: "printed", numbers: card.stats },
    ...awards.map(({ what, worth }) => ({ what, numbers: /** @type {Numbers} */ ([worth, worth, worth]) })),
    ...(rest.some((each) => each !== 0) ? [{ what: "others", numbers: rest }] : []),
  ];
}
