/**
 * Waits between reconnects: a random time between half of a bound and the whole of it. The bound doubles. Chance keeps
 * the clients of a restarted server from reconnecting all at once.
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

  /** Number of waits since the connection was last open. */
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

/** Waits between tries, until the patience has run out. */
export class Tries extends Backoff {
  #until;

  /**
   * @param {number} patience in milliseconds
   * @param {(() => number) | undefined} chance
   */
  constructor(patience, chance) {
    super({ chance: chance ?? Math.random });
    this.#until = performance.now() + patience;
  }

  /**
   * Return the milliseconds to wait before the next try; `null` if the patience runs out before that.
   * @param {number} atLeast
   */
  pause(atLeast) {
    const wait = Math.max(this.next(), atLeast);
    return performance.now() + wait > this.#until ? null : wait;
  }
}

/** All waits before a next try. */
export class Pauses {
  /** @type {Set<() => void>} */
  #waiting = new Set();

  /** @param {number} wait in milliseconds */
  async pause(wait) {
    /** @type {PromiseWithResolvers<void>} */
    const woken = Promise.withResolvers();
    const timer = setTimeout(woken.resolve, wait);
    this.#waiting.add(woken.resolve);
    await woken.promise;
    this.#waiting.delete(woken.resolve);
    clearTimeout(timer);
  }

  /** End all waits. */
  wake() {
    for (const wake of this.#waiting) {
      wake();
    }
  }
}

/** An event that repeats, such as a change of state. Readers check the state before they wait for it. */
export class News {
  #wake = () => {};
  /** @type {Promise<void>} */
  #next;

  constructor() {
    this.#next = new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  /** Wake all waiting readers. */
  notify() {
    this.#wake();
    this.#next = new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  /** Return a promise that resolves at the next event. */
  next() {
    return this.#next;
  }
}

/** Number of items kept for a slow reader; older ones are dropped. */
export const MOST_UNREAD = 500;

/**
 * Readers of the same items, each with a queue of those that it has not read yet.
 * @template Item
 */
export class Readers {
  /** @type {Set<Item[]>} */
  #queues = new Set();
  #news = new News();
  /** @type {Error | null} */
  #lost = null;

  /** Number of readers. */
  get size() {
    return this.#queues.size;
  }

  /**
   * Add a reader, which reads these items first. Return what yields its items, without those that are not new to it.
   * Rejects with the error given to `fail` after the last item.
   * @param {Iterable<Item>} [first]
   * @param {(item: Item) => boolean} [isNew]
   * @returns {AsyncGenerator<Item, never, undefined>}
   */
  read(first = [], isNew = () => true) {
    const unread = [...first];
    this.#queues.add(unread);
    return this.#items(unread, isNew);
  }

  /**
   * Collect the items that come until a request is answered. An item may come in the same moment as the answer.
   * @template Answer
   * @param {() => Promise<Answer>} ask
   * @returns {Promise<[Answer, Item[]]>}
   */
  async collected(ask) {
    /** @type {Item[]} */
    const early = [];
    this.#queues.add(early);
    try {
      return [await ask(), early];
    } finally {
      this.#queues.delete(early);
    }
  }

  /** @param {Item} item the next one for all readers */
  add(item) {
    for (const unread of this.#queues) {
      unread.push(item);
      unread.splice(0, unread.length - MOST_UNREAD);
    }
    this.#news.notify();
  }

  /** @param {Error} error why no more items will come */
  fail(error) {
    this.#lost = error;
    this.#news.notify();
  }

  /**
   * @param {Item[]} unread
   * @param {(item: Item) => boolean} isNew
   * @returns {AsyncGenerator<Item, never, undefined>}
   */
  async *#items(unread, isNew) {
    try {
      for (;;) {
        const item = unread.shift();
        if (item !== undefined) {
          if (isNew(item)) {
            yield item;
          }
        } else if (this.#lost !== null) {
          throw this.#lost;
        } else {
          await this.#news.next();
        }
      }
    } finally {
      this.#queues.delete(unread);
    }
  }
}
