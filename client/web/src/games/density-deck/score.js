import { h } from "../../../vendor/preact.js";
import { kept } from "../../ui/redraws.js";
import { t } from "../../words.js";
import { Face, nameOf, Pip } from "./card.js";

/** @typedef {import("./card.js").Card} Card */

/**
 * A score by its parts: the product of the best colour, additions, and deductions. Its cards are pips, or faces that
 * turn over if there are `cards`. Of a player with a `hand`, other cards lie in the centre, and say so.
 */
export const Score = kept(
  /** @param {{ score: any, label: string, cards?: import("./card.js").Cards, hand?: readonly string[] }} props */
  ({ score, label, cards: faces, hand }) => {
    const held = [...(hand ?? [])];
    /** @param {Card} card */
    const isHeld = (card) => hand === undefined || held.splice(held.indexOf(nameOf(card)) >>> 0, 1).length > 0;
    /** @type {any[]} */
    const parts = [];
    /** @param {readonly Card[]} cards @param {string} sign */
    const put = (cards, sign) => {
      for (const [at, card] of cards.entries()) {
        const between = at === 0 ? (parts.length > 0 ? sign : sign === "−" ? "−" : null) : sign === "−" ? "×" : "×";
        if (between !== null) parts.push(h("i", { class: "dd-sign", key: `s${parts.length}` }, between));
        const key = `c${parts.length}`;
        const pip = h(Pip, { card, key });
        if (faces !== undefined) parts.push(h(Face, { card, cards: faces, key }));
        else if (isHeld(card)) parts.push(pip);
        else parts.push(h("span", { class: "dd-of-centre", "data-name": t("dd.centre_name"), key }, pip));
      }
    };
    put(score.multiplied, "+");
    for (const card of score.added) put([card], "+");
    for (const { cards } of score.subtracted) put(cards, "−");
    return h(
      "p",
      { class: "dd-score", "aria-label": `${label}: ${score.total}` },
      h("span", { class: "dd-parts" }, parts),
      h("b", { class: `dd-total${score.total < 0 ? " dd-below" : ""}` }, signed(score.total)),
    );
  },
);

/** A number with a real minus sign. @param {number} n */
export function signed(n) {
  return n < 0 ? `−${-n}` : String(n);
}
