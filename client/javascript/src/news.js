/** Something that happens again and again, and is waited for. Whoever waits looks first whether it has happened. */
export class News {
  #wake = () => {};
  /** @type {Promise<void>} */
  #next;

  constructor() {
    this.#next = new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  /** Wake everybody who waits. */
  tell() {
    this.#wake();
    this.#next = new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  /** Return what is settled when it happens next. */
  next() {
    return this.#next;
  }
}
