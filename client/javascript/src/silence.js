/** In how many turns a silence is counted, and in which of them it is asked whether anybody is there. */
export const TURNS = 6;
const TURN_OF_ASKING = 3;
/** How often the turns are doubled at most, when one line after the other was left for its silence. */
export const MOST_DOUBLED = 4;

/**
 * How long nothing has been heard on a line while a word was due. It is counted in turns of the client itself, not in time: a
 * page that was asleep counts more slowly too, and does not take a server for dead that has answered long ago.
 */
export class Silence {
  #turns = 0;

  /** Note that something was heard. */
  heard() {
    this.#turns = 0;
  }

  /**
   * Note that a turn has passed, at the end of which a word from the server is due or is not; return what is to be done.
   * @param {boolean} isDue
   * @returns {"nothing" | "ask" | "leave"}
   */
  turn(isDue) {
    this.#turns = isDue ? this.#turns + 1 : 0;
    if (this.#turns === TURN_OF_ASKING) {
      return "ask";
    }
    return this.#turns >= TURNS ? "leave" : "nothing";
  }
}
