/** What is asked of players before they accept the terms of use of a host. */
export const words = {
  "announced.no": "Dismiss",
  "terms.ask": "To play, talk or make an account here, please accept:",
  "terms.accept": "Accept",
};
