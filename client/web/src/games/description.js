/**
 * What a server says of a game, once for all of its matches.
 *
 * @typedef {object} Description
 * @property {import("../../../javascript/types/v1.js").GameOffer} offer
 * @property {{ actions: Record<string, string>, events: Record<string, string>, things: Record<string, string>, rules: string }} phrases
 * @property {{ $defs: Record<string, any> }} schema
 */

/**
 * @param {import("../../../javascript/src/client.js").Client} client
 * @param {string} game
 * @returns {Promise<Description>}
 */
export function described(client, game) {
  return client.game(game);
}
