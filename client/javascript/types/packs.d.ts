/** Packs of cards, drawn again from what their server and their player have chosen: FAIRNESS.md, *Packs*. */
import type { Pack, PackOpened } from "../types/v1.js";
export type PackLists = {
    game: string;
    common: readonly string[];
    rare: readonly string[];
    ultra_rare: readonly string[];
    art_rare?: readonly string[];
};
/**
 * The cards of a game by rarity, as `GET /v1/packs/odds` lists them.
 * @typedef {{ game: string, common: readonly string[], rare: readonly string[], ultra_rare: readonly string[], art_rare?: readonly string[] }} PackLists
 */
/** What is wrong with a pack, in English, by what it is about. */
declare const FAULTS: {
    seed: string;
    lists: string;
    cards: string;
};
/**
 * What is wrong with a pack that was opened, in an English sentence; `null` if it is what its seed, its player's entropy and its
 * lists make of it.
 * @param {Pick<Pack, "id" | "commitment" | "pool">} earned as it was told before it was opened
 * @param {Pick<PackOpened, "seed" | "entropy" | "cards">} opened
 * @param {PackLists} lists
 * @returns {Promise<string | null>}
 */
export declare function packFault(earned: Pick<Pack, "id" | "commitment" | "pool">, opened: Pick<PackOpened, "seed" | "entropy" | "cards">, lists: PackLists): Promise<string | null>;
/**
 * The same as a word, for whoever says it in another language: the server's `seed` is not the one it was bound to, the `lists`
 * are others, or other `cards` are drawn from both.
 * @param {Pick<Pack, "id" | "commitment" | "pool">} earned as it was told before it was opened
 * @param {Pick<PackOpened, "seed" | "entropy" | "cards">} opened
 * @param {PackLists} lists
 * @returns {Promise<keyof typeof FAULTS | null>}
 */
export declare function packFaultKind(earned: Pick<Pack, "id" | "commitment" | "pool">, opened: Pick<PackOpened, "seed" | "entropy" | "cards">, lists: PackLists): Promise<keyof typeof FAULTS | null>;
/**
 * The hash that names lists.
 * @param {PackLists} lists
 */
export declare function poolOf(lists: PackLists): Promise<string>;
/**
 * The five cards of a pack.
 * @param {string} seed in hexadecimal
 * @param {string} pack
 * @param {string} entropy
 * @param {PackLists} lists
 */
export declare function cardsOf(seed: string, pack: string, entropy: string, lists: PackLists): Promise<({
    card: string;
    rarity: "common" | "rare";
} | {
    card: string;
    rarity: "art_rare" | "rare" | "ultra_rare";
})[]>;
export {};
