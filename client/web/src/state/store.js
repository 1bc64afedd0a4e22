/**
 * A value that is replaced, never changed in place. All changes before a repaint share it.
 * @template State
 */
export class Store {
  #state;
  #paint;
  #schedule;
  #isScheduled = false;

  /**
   * @param {State} initial
   * @param {(state: State) => void} paint
   * @param {(paint: () => void) => void} [schedule] calls back once, soon
   */
  constructor(initial, paint, schedule = nextFrame) {
    this.#state = initial;
    this.#paint = paint;
    this.#schedule = schedule;
  }

  get state() {
    return this.#state;
  }

  /** @param {(state: State) => State} next */
  change(next) {
    const state = next(this.#state);
    if (state === this.#state) return;
    this.#state = state;
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#schedule(() => {
      this.#isScheduled = false;
      this.#paint(this.#state);
    });
  }
}

/**
 * The next frame, or a timer where none comes: a hidden page has no frames, and its title still shows the turn. Frames
 * of a visible page can fail to come as well, on a busy machine for minutes.
 * @param {() => void} paint
 */
function nextFrame(paint) {
  const once = () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    paint();
  };
  const timer = setTimeout(once, document.hidden ? 0 : 300);
  const frame = requestAnimationFrame(once);
}

/**
 * True if two values are equal. A function, a module or a drawing is equal only to itself.
 * @param {any} one
 * @param {any} other
 * @param {ReadonlySet<string>} [but] names that are ignored
 * @returns {boolean}
 */
export function isSame(one, other, but) {
  if (one === other) return true;
  if (Array.isArray(one)) {
    if (!Array.isArray(other) || one.length !== other.length) return false;
    for (let at = 0; at < one.length; at += 1) if (!isSame(one[at], other[at], but)) return false;
    return true;
  }
  if (one?.constructor !== Object || other?.constructor !== Object) return false;
  const names = Object.keys(one);
  if (Object.keys(other).length !== names.length) return false;
  for (const name of names) {
    const value = one[name];
    if (value === other[name] && value !== undefined) continue; // nearly all
    if (!Object.hasOwn(other, name)) return false;
    if (!(but?.has(name) ?? false) && !isSame(value, other[name], but)) return false;
  }
  return true;
}

/**
 * The new value, with all equal parts replaced by those of the value before: a comparison of references then shows the
 * changes, and equal parts are in memory only once.
 * @template Value
 * @param {any} before
 * @param {Value} now
 * @returns {Value}
 */
export function unchanged(before, now) {
  if (before === now) return before;
  if (Array.isArray(now) && Array.isArray(before)) {
    let isAll = before.length === now.length;
    const kept = now.map((each, at) => {
      const one = unchanged(before[at], each);
      if (one !== before[at]) isAll = false;
      return one;
    });
    return /** @type {any} */ (isAll ? before : kept);
  }
  if (!isObject(before) || !isObject(now)) return now;
  const names = Object.keys(now);
  let isAll = Object.keys(before).length === names.length;
  const kept = names.map((name) => {
    const one = unchanged(before[name], now[name]);
    if (one !== before[name] || !Object.hasOwn(before, name)) isAll = false;
    return one;
  });
  return /** @type {any} */ (isAll ? before : Object.fromEntries(names.map((name, at) => [name, kept[at]])));
}

/** @param {any} value @returns {value is Record<string, any>} */
function isObject(value) {
  return value?.constructor === Object;
}
