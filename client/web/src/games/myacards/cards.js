/** Cards in the form for drawing, from the faces in the view and from the catalogue. */

/** @typedef {readonly [number, number, number]} Numbers attack, defense and speed */

/**
 * @typedef {object} Card
 * @property {string} id
 * @property {string} name its common name
 * @property {string} latin the Latin name of a species, if it has another name
 * @property {string} kind
 * @property {readonly string[]} sets
 * @property {readonly string[]} taxa the names of the sets, or their codes without the catalogue
 * @property {string} picture the address of its picture, if the catalogue has arrived
 * @property {readonly string[]} terrains
 * @property {Numbers | null} stats the printed numbers
 * @property {number} sacrifices
 * @property {string} junior the name of the card that must be in play for it
 * @property {string} text
 */

/** @typedef {import("../catalogue.js").Cards | null} Cards */

/** The newest cards by catalogue and view. @type {WeakMap<object, Map<string, { face: unknown, card: Card }>>} */
const MADE = new WeakMap();
const NO_CARDS = {};

/**
 * The card with this id. It is the same object as long as nothing about it changes.
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
    taxa: printed?.taxa ?? printed?.sets ?? words(face?.sets),
    picture: printed?.picture ?? "",
    terrains: printed?.affinities ?? words(face?.affinities),
    stats: face?.stats ?? (printed?.kind === "active" ? [printed.attack, printed.defense, printed.speed] : null),
    sacrifices: face?.sacrifices ?? printed?.sacrifices ?? 0,
    junior: printed?.junior_of ? nameOf(printed.junior_of, view, cards) : (face?.junior_of ?? ""),
    text: withoutJunior(printed?.text ?? face?.text ?? "", [face?.junior_of, cards?.get(printed?.junior_of)?.name]),
  };
}

/**
 * A card's text without the line about its Senior, whose name is shown elsewhere.
 * @param {string} text
 * @param {readonly (string | undefined)[]} seniors
 */
function withoutJunior(text, seniors) {
  if (!text.startsWith("Junior ")) return text;
  const end = seniors.map((each) => `${each}.`).find((each) => text.includes(each));
  return end === undefined ? text : text.slice(text.indexOf(end) + end.length).trim();
}

/**
 * The name of a card: its common name in this page's language if the catalogue has one, its title, or its id, which is
 * genus and species.
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
 * A whole card on the field, with the parts that an update leaves out because the zone or the face has them.
 *
 * @typedef {object} Piece
 * @property {string} piece
 * @property {Card} card
 * @property {Zone} zone
 * @property {number} seat its owner
 * @property {boolean} invades true if it stands on the opponent's half
 * @property {Numbers | null} stats its present numbers
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

/** The newest pieces. @type {WeakMap<object, Piece>} */
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
 * The zone with this id: `0.3.5` is f3 of the half of seat 0.
 * @param {string} id
 * @returns {Zone}
 */
export function zoneOf(id) {
  const [half = 0, row = 0, column = 0] = id.split(".").map(Number);
  return { id, half, row, column, name: `${COLUMNS[column]}${row}` };
}

/** The bonuses of the rules. The server says which of them a card has. @type {Readonly<Record<string, number>>} */
const WORTH = { tyrant: 1, pack: 3, sister_taxa: 2, phylogenetic: 1 };

/**
 * The parts of a piece's numbers: the printed ones, each bonus, and changes by chips and other cards.
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
