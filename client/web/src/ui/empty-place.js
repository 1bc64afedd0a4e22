import { h } from "../../vendor/preact.js";
import { Cover } from "./icon.js";

/** The drawings of places without cards of their own, on a grid of 120 by 64. @type {Readonly<Record<string, string>>} */
const DRAWINGS = {
  club: "M60 20a9 9 0 1 0 0-.1zM44 62c0-14 6-20 16-20s16 6 16 20zM28 28a7 7 0 1 0 0-.1zM15 62c0-11 5-17 13-17 3 0 6 1 8 3-3 4-4 9-4 14zM92 28a7 7 0 1 0 0-.1zM105 62c0-11-5-17-13-17-3 0-6 1-8 3 3 4 4 9 4 14z",
  tournament:
    "M8 8h30v14h18v8h18v4H56v8H38v14H8v-3h27V38h18V26H35V11H8zM8 30h22v3H8zM80 14h30v6c0 10-6 15-11 16v8h8v6H83v-6h8v-8c-5-1-11-6-11-16z",
};

/**
 * A place that is empty so far: a picture of what will be there, one sentence, and one way to it.
 * @param {{ kind: "podium" | "fan" | "club" | "tournament", game?: string | undefined, text: string, children?: any }} props
 */
export function EmptyPlace({ kind, game, text, children }) {
  const path = DRAWINGS[kind];
  return h("section", { class: `panel empty-place empty-${kind}` }, [
    path === undefined
      ? h("div", { class: "empty-picture", key: "picture" }, h(Cover, { game: game ?? "amiibart" }))
      : h("svg", { class: "empty-picture", viewBox: "0 0 120 64", "aria-hidden": "true", key: "picture" }, [
          h("path", { d: path, key: "path" }),
        ]),
    h("p", { key: "text" }, text),
    children,
  ]);
}
