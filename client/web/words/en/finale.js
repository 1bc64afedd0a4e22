/** The result of a match, over its table. */
export const words = {
  "finale.place": "Place",
  "finale.player": "Player",
  "finale.rounds": "Rounds won",
  "finale.tokens": "Death Tokens",
  "finale.lives": "Lives",
  "finale.strength": "ATK + DFS on the field",
  "finale.turned": "Turning point",
  "finale.board": "Look at the table",
  "finale.claim": "Claim due packs",
  "finale.earned": "{n|You got a pack.|You got # packs.}",
  "finale.none_due": "No pack is due right now.",
  "finale.packs": "To your packs",
};
