/**
 * Flights after an event: the ghost of a card flies over the finished table, outside its DOM and never in the way of a
 * click. `flights.js` reads the positions.
 */

/** @import { Flight } from "../games/index.js" */

const MILLISECONDS = 300;
const APART = 60;

/**
 * Start all ghosts. All positions are read before anything is written, so that the page is laid out once.
 * @param {HTMLElement} root
 * @param {ReadonlyMap<string, DOMRect>} before
 * @param {ReadonlyMap<string, DOMRect>} after
 * @param {readonly Flight[]} flights
 */
export function fly(root, before, after, flights) {
  const launches = flights.flatMap((flight, at) => {
    const from = before.get(flight.from) ?? after.get(flight.from);
    const to = after.get(flight.to) ?? before.get(flight.to);
    if (from === undefined || to === undefined || (from.x === to.x && from.y === to.y)) return [];
    const model =
      (flight.of === undefined ? null : root.querySelector(`[data-at="${CSS.escape(flight.of)}"]`)) ??
      root.querySelector(`[data-at="${CSS.escape(flight.to)}"]`) ??
      root.querySelector(`[data-at="${CSS.escape(flight.from)}"]`);
    return model === null ? [] : [{ ghost: ghostOf(model, to), from, to, delay: at * APART }];
  });
  if (launches.length === 0) return;
  sky().append(...launches.map(({ ghost }) => ghost));
  for (const launched of launches) launch(launched);
}

/** The layer of the ghosts. Its contents do not affect the layout of the table. @type {HTMLElement | null} */
let air = null;

function sky() {
  air ??= document.createElement("div");
  air.className = "sky";
  air.setAttribute("aria-hidden", "true");
  if (!air.isConnected) document.body.append(air);
  return air;
}

/** Attributes that a ghost does not copy. */
const OWN = ["data-at", "data-step", "data-lit", "data-picked", "id", "tabindex", "role"];

/**
 * @param {Element} model
 * @param {DOMRect} to
 */
function ghostOf(model, to) {
  const ghost = /** @type {HTMLElement} */ (model.cloneNode(true));
  for (const element of [ghost, ...ghost.querySelectorAll("[data-at], [id]")]) {
    for (const name of OWN) element.removeAttribute(name);
  }
  ghost.classList.add("ghost");
  const { style } = ghost;
  style.left = `${to.x}px`;
  style.top = `${to.y}px`;
  style.width = `${to.width}px`;
  style.height = `${to.height}px`;
  style.setProperty("--w", `${to.width}px`); // where it flies, there is no slot that a face could measure itself by
  return ghost;
}

/** A place this many times as wide as the ghost is an area, not a card. A ghost from there starts in its own size. */
const WIDE = 1.6;

/**
 * The transform that moves a thing at `to` to the middle of `from`.
 * @param {DOMRect} from
 * @param {DOMRect} to
 */
export function startOf(from, to) {
  const x = from.x + from.width / 2 - (to.x + to.width / 2);
  const y = from.y + from.height / 2 - (to.y + to.height / 2);
  const scale = from.width > WIDE * to.width ? 1 : from.width / to.width;
  return `translate(${x}px, ${y}px) scale(${scale})`;
}

/** @param {{ ghost: HTMLElement, from: DOMRect, to: DOMRect, delay: number }} launched */
function launch({ ghost, from, to, delay }) {
  const start = startOf(from, to);
  const motion = ghost.animate(
    [
      { transform: start, opacity: 0.9 },
      { transform: "none", opacity: 1, offset: 0.9 },
      { transform: "none", opacity: 0 },
    ],
    {
      duration: MILLISECONDS,
      delay,
      easing: "cubic-bezier(.2,.8,.3,1)",
      fill: "backwards",
    },
  );
  motion.finished.then(
    () => ghost.remove(),
    () => ghost.remove(),
  );
}
