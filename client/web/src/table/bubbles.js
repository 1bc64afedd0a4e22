import { h, useEffect, useLayoutEffect, useRef, useState } from "../../vendor/preact.js";
import { linesOf } from "../state/heard.js";
import { EMOTES } from "../talk/ready-words.js";
import { words } from "../talk/talk.js";

/** @import { Page } from "../page.js" */
/** @import { Line, Player } from "../../../javascript/types/v1.js" */

/** For how long a line stands at its seat, in milliseconds. */
const STANDS = 6000;
/** What lies between a bubble and its seat, or the edge of the page, in pixels. */
const GAP = 6;

/**
 * What players say, at their seats: the last line of each for some seconds. A screen reader hears it once, and no click meets it.
 * @param {Page & { match: string, players: readonly Player[] }} props
 */
export function Bubbles({ state, match, players }) {
  const [, again] = useState({});
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const now = Date.now() + state.ahead;
  const fresh = linesOf(state, { where: "match", id: match }).filter(({ at }) => at > now - STANDS);
  const said = players.flatMap((player, seat) => {
    const line = fresh.findLast((each) => each.player.id === player.id);
    return line === undefined ? [] : [{ seat, line }];
  });
  const ids = said.map(({ line }) => line.id).join();
  useEffect(() => {
    if (ids === "") return undefined;
    const next = Math.min(...said.map(({ line }) => line.at)) + STANDS - Date.now() - state.ahead;
    const timer = setTimeout(() => again({}), Math.max(0, next) + 1);
    return () => clearTimeout(timer);
  }, [ids]);
  useLayoutEffect(() => {
    for (const bubble of root.current?.querySelectorAll("[data-by]") ?? []) place(/** @type {HTMLElement} */ (bubble));
  });
  return h(
    "div",
    { class: "bubbles", role: "status", ref: root },
    said.map(({ seat, line }) => h(Bubble, { line, seat, key: line.id })),
  );
}

/** @param {{ line: Line, seat: number }} props */
function Bubble({ line, seat }) {
  const isEmote = EMOTES.some((each) => each === line.text);
  return h("p", { class: `bubble${isEmote ? " bubble-emote" : ""}`, "data-by": `seat/${seat}` }, [
    h("bdi", { class: "unseen", key: "name" }, `${line.player.name}: `),
    h("bdi", { key: "words" }, words(line)),
  ]);
}

/** Below its seat in the upper half of the page, above it in the lower one, and never over the edge. @param {HTMLElement} bubble */
export function place(bubble) {
  const seat = [...document.querySelectorAll(`.frame [data-at="${bubble.dataset.by}"]`)].find((each) =>
    each.checkVisibility(),
  );
  bubble.hidden = seat === undefined;
  if (seat === undefined) return;
  const [at, own] = [seat.getBoundingClientRect(), bubble.getBoundingClientRect()];
  const left = Math.min(Math.max(GAP, at.left + GAP), innerWidth - own.width - GAP);
  const isUpper = at.top + at.height / 2 < innerHeight / 2;
  const top = isUpper ? at.bottom + GAP : at.top - own.height - GAP;
  Object.assign(bubble.style, {
    left: `${left}px`,
    top: `${Math.max(GAP, Math.min(top, innerHeight - own.height - GAP))}px`,
  });
}
