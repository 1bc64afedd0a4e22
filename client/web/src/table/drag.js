/**
 * Drag and drop on all boards, by the same steps as clicks: a press that moves lifts a thing, its targets light up, and a
 * release over one of them takes that step. A card follows the pointer; an attack is aimed with an arrow.
 */

import { styled } from "../ui/lazy.js";
import { copyOf, placed, sky } from "./sky.js";

/** @import { Grip } from "./grip.js" */

/** A press that moves less, in pixels, is a click. */
const STRAY = 8;

/** The sections of a table between which a card is dragged. */
const SECTIONS = ".board, .own";
const SVG = "http://www.w3.org/2000/svg";

/**
 * Follow the pointer after a press on a lit thing.
 * @param {PointerEvent} press
 * @param {Element} held the pressed thing
 * @param {HTMLElement} table
 * @param {() => Grip} grip the choices at present
 */
export function follow(press, held, table, grip) {
  const place = held.getAttribute("data-at") ?? "";
  const group = held.closest("[role=group], .strip, .dd-middle");
  const section = held.closest(SECTIONS);
  /** @type {ReturnType<typeof drawn> | null} */
  let drag = null;
  /** @type {"aims" | "acts" | null} */
  let kind = null;
  /** @type {Element | null} */
  let over = null;

  /** @param {PointerEvent} event @returns {Element | null} the target below the pointer */
  const targetOf = ({ clientX, clientY }) => {
    const below = document.elementFromPoint(clientX, clientY);
    if (below === null || !table.contains(below)) return null;
    const { lit, buttons } = grip();
    const target = kind === "acts" ? null : below.closest("[data-at][data-step]");
    if (target !== null && target !== held && lit.has(target.getAttribute("data-at") ?? "")) return target;
    const isPlayed = kind === "acts" || (lit.size === 0 && buttons.length === 1);
    const area = below.closest(SECTIONS);
    const isElsewhere = area !== null && (area !== section || (group !== null && !group.contains(below)));
    return isPlayed && isElsewhere ? area : null;
  };

  /** @param {PointerEvent} event */
  const moved = (event) => {
    if (event.pointerId !== press.pointerId) return;
    if (event.buttons === 0) return ended();
    if (drag === null) {
      if (Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) < STRAY) return;
      kind = grip().lift(place, held);
      if (kind === null) return ended();
      void styled("sky.css").catch(() => {});
      getSelection()?.removeAllRanges();
      table.dataset.drags = "";
      drag = drawn(held, press);
    }
    const target = targetOf(event);
    if (target !== over) {
      over?.removeAttribute("data-over");
      target?.setAttribute("data-over", "");
      over = target;
    }
    drag.move(event, kind === "aims" && [...grip().lit.keys()].some((at) => at.startsWith("piece/")));
  };

  /** @param {PointerEvent} event */
  const released = (event) => {
    if (event.pointerId !== press.pointerId) return;
    if (drag !== null) {
      swallowClick();
      const target = targetOf(event);
      const { lit, buttons, drop, take, back } = grip();
      const at = target?.getAttribute("data-at") ?? "";
      const [button] = buttons;
      if (kind === "acts" && target !== null) drop(place);
      else if (lit.has(at)) drop(at);
      else if (target !== null && button !== undefined) take(button);
      else if (kind === "aims" && lit.size > 0) back(); // a question with buttons stays open
    }
    ended();
  };

  /** @param {KeyboardEvent} event */
  const typed = (event) => {
    if (event.key !== "Escape" || drag === null) return;
    event.stopImmediatePropagation();
    cancelled();
  };

  const cancelled = () => {
    if (drag !== null && kind === "aims") grip().back();
    ended();
  };

  const ended = () => {
    drag?.end();
    over?.removeAttribute("data-over");
    delete table.dataset.drags;
    removeEventListener("pointermove", moved);
    removeEventListener("pointerup", released);
    removeEventListener("pointercancel", cancelled);
    removeEventListener("keydown", typed, true);
  };

  addEventListener("pointermove", moved);
  addEventListener("pointerup", released);
  addEventListener("pointercancel", cancelled);
  addEventListener("keydown", typed, true);
}

/** Ignore the click that a browser makes of a drag. */
function swallowClick() {
  /** @param {Event} event */
  const swallow = (event) => event.stopImmediatePropagation();
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }));
}

/**
 * The drawing of a drag: a copy of the card, or an arrow from it.
 * @param {Element} held
 * @param {PointerEvent} press
 */
function drawn(held, press) {
  const box = held.getBoundingClientRect();
  const ghost = placed(copyOf(held), box);
  ghost.classList.add("dragged");
  const arrow = document.createElementNS(SVG, "svg");
  arrow.setAttribute("class", "arrow");
  const line = document.createElementNS(SVG, "path");
  arrow.append(line);
  sky().append(ghost, arrow);
  return {
    /** @param {PointerEvent} event @param {boolean} isAimed */
    move({ clientX: x, clientY: y }, isAimed) {
      ghost.style.visibility = isAimed ? "hidden" : "visible";
      arrow.style.visibility = isAimed ? "visible" : "hidden";
      ghost.style.transform = `translate(${x - press.clientX}px, ${y - press.clientY}px) rotate(2deg)`;
      line.setAttribute("d", arrowTo(box.x + box.width / 2, box.y + box.height / 2, x, y));
    },
    end() {
      ghost.remove();
      arrow.remove();
    },
  };
}

/** The length of the sides of an arrow's head, in pixels, and their angle to the line. */
const HEAD = 18;
const ANGLE = 0.5;

/** The path of an arrow. @param {number} fromX @param {number} fromY @param {number} x @param {number} y */
export function arrowTo(fromX, fromY, x, y) {
  const direction = Math.atan2(y - fromY, x - fromX);
  /** @param {number} turn */
  const side = (turn) =>
    `${Math.round(x - HEAD * Math.cos(direction + turn))} ${Math.round(y - HEAD * Math.sin(direction + turn))}`;
  return `M${Math.round(fromX)} ${Math.round(fromY)}L${x} ${y}M${side(ANGLE)}L${x} ${y}L${side(-ANGLE)}`;
}
