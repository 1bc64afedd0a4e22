/** Repeats the draw of a pack from the choices of its server and its player: FAIRNESS.md, *Packs*. */

import { commitmentOf, Dice, keyOf } from "./fairness.js";
import { subtle } from "./notes.js";

/** @import { Pack, PackOpened } from "../types/v1.js" */

const RARITIES = /** @type {const} */ (["common", "rare", "ultra_rare", "art_rare"]);
const SIDES = 12;

/**
 * The cards of a game by rarity, as `GET /v1/packs/odds` lists them.
 * @typedef {{ game: string, common: readonly string[], rare: readonly string[], ultra_rare: readonly string[], art_rare?: readonly string[] }} PackLists
 */

/** The English sentence for each kind of fault of a pack. */
const FAULTS = {
  seed: "the seed does not match the server's commitment",
  lists: "the card lists are not those of the pack",
  cards: "other cards are drawn from it",
};

/**
 * Return the fault of an opened pack as an English sentence; `null` if it follows from its seed, the player's entropy
 * and its lists.
 * @param {Pick<Pack, "id" | "commitment" | "pool">} earned the pack before it was opened
 * @param {Pick<PackOpened, "seed" | "entropy" | "cards">} opened
 * @param {PackLists} lists
 * @returns {Promise<string | null>}
 */
export async function packFault(earned, opened, lists) {
  const kind = await packFaultKind(earned, opened, lists);
  return kind === null ? null : FAULTS[kind];
}

/**
 * Return the kind of fault, for texts in other languages: the `seed` does not fit the commitment, the `lists` are
 * others, or the `cards` do not follow from both.
 * @param {Pick<Pack, "id" | "commitment" | "pool">} earned the pack before it was opened
 * @param {Pick<PackOpened, "seed" | "entropy" | "cards">} opened
 * @param {PackLists} lists
 * @returns {Promise<keyof typeof FAULTS | null>}
 */
export async function packFaultKind(earned, opened, lists) {
  if ((await commitmentOf(opened.seed)) !== earned.commitment) return "seed";
  if ((await poolOf(lists)) !== earned.pool) return "lists";
  const cards = await cardsOf(opened.seed, earned.id, opened.entropy, lists);
  const isSame =
    opened.cards.length === cards.length &&
    cards.every(({ card, rarity }, at) => {
      const told = opened.cards[at];
      return told?.card === card && knownRarity(told.rarity, lists) === rarity;
    });
  return isSame ? null : "cards";
}

/**
 * Return the hash that names lists.
 * @param {PackLists} lists
 */
export async function poolOf(lists) {
  const cards = RARITIES.flatMap((rarity) => (lists[rarity] ?? []).map((card) => `${rarity} ${card}\n`));
  const lines = new TextEncoder().encode(`quarterdeck pack ${lists.game}\n${cards.join("")}`);
  const digest = new Uint8Array(await subtle().digest("SHA-256", lines));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Return the five cards of a pack.
 * @param {string} seed in hexadecimal
 * @param {string} pack
 * @param {string} entropy
 * @param {PackLists} lists
 */
export async function cardsOf(seed, pack, entropy, lists) {
  const dice = new Dice(await keyOf(seed, pack, [entropy]), 1);
  const cards = [];
  for (const rarity of /** @type {const} */ (["common", "common", "common", "rare"])) {
    cards.push({ card: await dice.pick(lists[rarity]), rarity });
  }
  const rarity = knownRarity(rolled(await dice.roll(SIDES)), lists);
  return [...cards, { card: await dice.pick(lists[rarity] ?? []), rarity }];
}

/**
 * Return the rarity under which these lists have a card. Without Art Rares, an Ultra Rare takes their place. Servers
 * before 29 November 2026 sent `art_rare` for it.
 * @template {string} R
 * @param {R} rarity
 * @param {PackLists} lists
 */
function knownRarity(rarity, lists) {
  return rarity === "art_rare" && (lists.art_rare ?? []).length === 0 ? "ultra_rare" : rarity;
}

/** @param {number} roll */
function rolled(roll) {
  if (roll <= 8) return "rare";
  return roll <= 11 ? "ultra_rare" : "art_rare";
}
