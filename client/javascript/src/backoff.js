/**
 * How long to wait before connecting again: half of a bound that doubles, and by chance up to the whole of it, so that
 * the clients of a server that was away do not come back all at once.
 */
export class Backoff {
  #first;
  #most;
  #chance;
  #tries = 0;

  /** @param {{ first?: number, most?: number, chance?: () => number }} [bounds] milliseconds, and a number from 0 to 1 */
  constructor({ first = 250, most = 8000, chance = Math.random } = {}) {
    this.#first = first;
    this.#most = most;
    this.#chance = chance;
  }

  /** How often has been waited since the line was last open. */
  get tries() {
    return this.#tries;
  }

  /** Return the next wait in milliseconds. */
  next() {
    const bound = Math.min(this.#first * 2 ** this.#tries, this.#most);
    this.#tries += 1;
    return bound * (0.5 + this.#chance() / 2);
  }

  reset() {
    this.#tries = 0;
  }
}
