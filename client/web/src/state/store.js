/**
 * One value, replaced and never changed in place, and one repaint for however many changes come before it.
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
   * @param {(paint: () => void) => void} [schedule] calls back soon, once
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

/** A hidden page has no frames, and its title still says whose move it is. @param {() => void} paint */
function nextFrame(paint) {
  if (document.hidden) setTimeout(paint, 0);
  else requestAnimationFrame(paint);
}
