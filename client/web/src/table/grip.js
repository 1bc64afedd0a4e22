/** A press on a thing that can be dragged. `drag.js` follows the pointer from there; it is loaded with the first press. */

import { useEffect, useRef } from "../../vendor/preact.js";

/** @import { Step } from "./plan.js" */

/**
 * The choices of a table, for a drag.
 * @typedef {object} Grip
 * @property {ReadonlyMap<string, Step>} lit the places of the next steps
 * @property {readonly Step[]} buttons the buttons of the next steps
 * @property {(place: string, held: Element) => "aims" | "acts" | null} lift takes the step of a place, as its click does; `acts` if the
 *   step completes an action, which is then not sent yet
 * @property {(place: string) => void} drop takes the step of a place, or the action of a place that `acts`
 * @property {(step: Step) => void} take takes a step
 * @property {() => void} back undoes `lift`
 */

/** @type {typeof import("./drag.js") | null} */
let drags = null;

/**
 * Drags on a table.
 * @param {{ current: HTMLElement | null }} root
 * @param {Grip} grip
 */
export function useGrip(root, grip) {
  const newest = useRef(grip);
  newest.current = grip;
  useEffect(() => {
    const { current: table } = root;
    if (table === null) return undefined;
    const near = () =>
      import("./drag.js").then(
        (module) => {
          drags = module;
        },
        () => {}, // clicks do the same
      );
    /** The press that lasts. @type {PointerEvent | null} */
    let last = null;
    /** @param {PointerEvent} event */
    const pressed = (event) => {
      if (!event.isPrimary || event.button !== 0 || !(event.target instanceof Element)) return;
      const held = event.target.closest("[data-lit], [data-picked], [data-anew]");
      if (held === null || event.target.matches(".card-more")) return;
      last = event;
      const begin = () => last === event && drags?.follow(event, held, table, () => newest.current);
      if (drags === null) near().then(begin);
      else begin();
    };
    const released = () => {
      last = null;
    };
    /** @param {DragEvent} event */
    const dragged = (event) => event.preventDefault(); // the browser's own drag of a picture
    table.addEventListener("pointerdown", pressed);
    table.addEventListener("dragstart", dragged);
    addEventListener("pointerup", released);
    addEventListener("pointercancel", released);
    return () => {
      table.removeEventListener("pointerdown", pressed);
      table.removeEventListener("dragstart", dragged);
      removeEventListener("pointerup", released);
      removeEventListener("pointercancel", released);
    };
  }, []);
}
