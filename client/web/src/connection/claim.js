import { channel, locks } from "../browser.js";

/**
 * Milliseconds to wait for a window that is closing or reloading: it does not answer that it plays, and still holds the
 * lock.
 */
const PATIENCE = 10_000;
const NAME = "quarterdeck/line";

/**
 * The lock that decides which window of this browser plays. A player has one connection that acts: a second window that
 * signed in would close the first one's. If the browser has no locks, or forbids them, every window connects.
 */
export class Claim {
  #locks;
  #channel;
  #isHeld = false;
  /** The channel on which windows ask each other who plays. @type {BroadcastChannel | null} */
  #windows = null;

  /**
   * @param {LockManager | null} [shared]
   * @param {(name: string) => BroadcastChannel | null} [opened]
   */
  constructor(shared = locks(), opened = channel) {
    this.#locks = shared;
    this.#channel = opened;
  }

  /**
   * Take the lock if no other window has it; return true if this window has it now.
   * @param {{ steal?: boolean }} [how] `steal` takes it from another window
   * @returns {Promise<boolean>}
   */
  async taken({ steal = false } = {}) {
    if (this.#isHeld || this.#locks === null) return true;
    this.#windows ??= this.#opened();
    if (steal) return this.#requested(this.#locks, { steal });
    // A free lock is granted at once. Otherwise its window answers, or is about to release the lock.
    return (await this.#requested(this.#locks, { ifAvailable: true })) || this.#waited(this.#locks);
  }

  /** @param {LockManager} locks */
  async #waited(locks) {
    const waiting = new AbortController();
    const hear = (/** @type {MessageEvent} */ { data }) => {
      if (data === "here") waiting.abort();
    };
    this.#windows?.addEventListener("message", hear);
    this.#windows?.postMessage("who");
    const timer = setTimeout(() => waiting.abort(), PATIENCE);
    const isTaken = await this.#requested(locks, { signal: waiting.signal });
    clearTimeout(timer);
    this.#windows?.removeEventListener("message", hear);
    return isTaken;
  }

  /**
   * @param {LockManager} locks
   * @param {LockOptions} how
   * @returns {Promise<boolean>}
   */
  #requested(locks, how) {
    return new Promise((resolve) => {
      const request = locks.request(NAME, how, (lock) => {
        this.#isHeld = lock !== null;
        resolve(this.#isHeld);
        return this.#isHeld ? new Promise(() => {}) : undefined; // until the window is closed, or another one steals it
      });
      request.catch(({ name }) => {
        this.#isHeld = false;
        if (name !== "AbortError") this.#locks = null; // the browser forbids them
        resolve(this.#locks === null);
      });
    });
  }

  #opened() {
    const windows = this.#channel(NAME);
    windows?.addEventListener("message", ({ data }) => {
      if (data === "who" && this.#isHeld) windows.postMessage("here");
    });
    return windows;
  }
}
