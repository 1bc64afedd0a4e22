/** Home: what a player knows already. */
export const words = {
  "known.here": "Who is here",
  "known.results": "Your last matches",
  "known.all": "All",
  "known.no_results": "Your results will stand here, with the change of your rating.",
  "known.tournaments": "Tournaments",
  "known.running": "Being played now",
  "known.won": "won",
  "known.lost": "lost",
  "known.unfinished": "not finished",
  "known.plays": "plays {game}",
  "known.online": "online",
  "known.place": "{place}.",
};
