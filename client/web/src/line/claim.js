/** How long a window that is just being closed, or loaded anew, may take to let go. */
const PATIENCE = 400;
const NAME = "quarterdeck/line";

/**
 * Which window of this browser plays. A player has one line that acts: a second window that signed in by itself would throw
 * the first one out. Where the browser has no locks, every window takes the line.
 */
export class Claim {
  #locks;
  #isHeld = false;

  /** @param {LockManager | null} [locks] */
  constructor(locks = globalThis.navigator?.locks ?? null) {
    this.#locks = locks;
  }

  /**
   * Take it, if no other window has it, and return whether this one has it now.
   * @param {{ steal?: boolean }} [how] `steal` takes it from whoever has it
   * @returns {Promise<boolean>}
   */
  taken({ steal = false } = {}) {
    const locks = this.#locks;
    if (this.#isHeld || locks === null) return Promise.resolve(true);
    return new Promise((resolve) => {
      const held = () => {
        this.#isHeld = true;
        resolve(true);
        return new Promise(() => {}); // until the window is closed, or another one steals it
      };
      const request = steal
        ? locks.request(NAME, { steal: true }, held)
        : locks.request(NAME, { signal: AbortSignal.timeout(PATIENCE) }, held);
      request.catch(() => {
        this.#isHeld = false;
        resolve(false);
      });
    });
  }
}
