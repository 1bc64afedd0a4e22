import { h } from "../../../vendor/preact.js";
import { CardText, More } from "../../table/details.js";
import { parted } from "../../ui/long-words.js";
import { Picture } from "../../ui/picture.js";
import { kept } from "../../ui/redraws.js";
import { called, t } from "../../words.js";
import { kindSign, SIGNS, taxonSign } from "./emblems.js";
import { bonusName } from "./ways.js";

/** @typedef {import("./cards.js").Card} Card */
/** @typedef {import("./cards.js").Piece} Piece */

export const STATS = /** @type {const} */ (["ATK", "DFS", "SPD"]);

/** A sword, a shield and a wing. */
const STAT_SIGNS = [SIGNS.attack, SIGNS.shielded, SIGNS.speed];

/** @param {{ path: string | null, class?: string }} props */
export function Sign({ path, class: name = "my-sign" }) {
  if (path === null) return null;
  return h(
    "svg",
    { class: name, viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", { d: path, "fill-rule": "evenodd" }),
  );
}

/** The background of a card: its first two terrains with its sign. @param {Card} card */
export function ground({ kind, terrains }) {
  const shown = terrains.slice(0, 2);
  if (shown.length === 0) return `my-ground my-kind-${kind}`;
  return `my-ground my-split-${shown.length} ${shown.map((each, at) => `my-${at + 1}-${each}`).join(" ")}`;
}

/** @param {Card} card */
export function signOf({ kind, sets }) {
  return kind === "active" || kind === "support" ? (taxonSign(sets) ?? kindSign("active")) : kindSign(kind);
}

/**
 * ATK, DFS and SPD, always in this order, colour and place. Numbers that differ from the printed ones are marked.
 * @param {{ stats: readonly number[], printed: readonly number[] | null }} props
 */
export function Stats({ stats, printed }) {
  return h(
    "span",
    { class: "my-stats" },
    stats.map((each, at) => {
      const change = each - (printed?.[at] ?? each);
      const mark = change > 0 ? " my-up" : change < 0 ? " my-down" : "";
      return h("b", { class: `my-stat my-stat-${at}${mark}`, key: at }, [
        printed === null && h(Sign, { path: STAT_SIGNS[at] ?? null, key: "sign" }),
        each,
      ]);
    }),
  );
}

/** The letters of a line on a small card, with the sign after it. */
const LINE = 9;

/** True if a name takes more than three lines of a small card. @param {string} name */
function isLong(name) {
  let [lines, room] = [0, 0];
  for (const { length } of parted(name, 7).split(/[\s\u00AD-]/)) {
    if (length >= room) [lines, room] = [lines + 1, LINE];
    room -= length + 1;
  }
  return lines > 3;
}

/** A card on the field. */
export const Mini = kept(
  /** @param {{ piece: Piece }} props */ ({ piece }) => {
    const { card, stats } = piece;
    const below =
      stats === null
        ? h("span", { class: "my-foot", key: "foot" }, [
            h(Sign, { path: card.kind === "support" ? kindSign("support") : null, key: "kind" }),
            piece.lastTurn !== null && h("span", { key: "until" }, t("my.until_short", { n: piece.lastTurn })),
          ])
        : h(Stats, { stats, printed: card.stats, key: "stats" });
    return h("span", { class: `my-mini ${ground(card)}` }, [
      h(
        "span",
        {
          class: `my-mini-field${isLong(card.name) ? " my-long" : ""}`,
          key: "field",
        },
        [
          h(Picture, { of: card.picture, key: "picture" }),
          h("span", { class: "my-mini-name", key: "name" }, parted(card.name, 7)),
        ],
      ),
      h("span", { class: "my-marks", key: "marks" }, [
        ...piece.bonuses.map((bonus) => h(Sign, { path: SIGNS[bonus] ?? null, class: "my-mark my-bonus", key: bonus })),
      ]),
      h("span", { class: "my-marks my-marks-left", key: "left" }, [
        ...marksOf(piece).map(({ sign }) => h(Sign, { path: SIGNS[sign] ?? null, class: "my-mark", key: sign })),
      ]),
      below,
    ]);
  },
);

/** A card on the field as one sentence. @param {Piece} piece @param {string} where @param {string} whose */
export function pieceSentence(piece, where, whose) {
  const { card, stats } = piece;
  return [
    `${card.name}, ${whose}, ${where}`,
    stats === null ? t(kindKey(card.kind)) : STATS.map((name, at) => `${name} ${stats[at]}`).join(" "),
    ...piece.bonuses.map((bonus) => t("my.has_bonus", { bonus: bonusName(bonus) })),
    ...states(piece),
  ].join("; ");
}

/** The states of a card on the field that a sign stands for. @param {Piece} piece */
export function marksOf(piece) {
  return [
    ...(piece.stilled ? [{ sign: "stilled", said: t("my.stilled") }] : []),
    ...(piece.shielded ? [{ sign: "shielded", said: t("my.shielded") }] : []),
    ...(piece.invades ? [{ sign: "invader", said: t("my.invades") }] : []),
  ];
}

/** The other states of a card on the field. @param {Piece} piece */
export function states(piece) {
  return [
    ...(piece.attacksLeft > 0 ? [t("my.attacks_left", { n: piece.attacksLeft })] : []),
    ...marksOf(piece).map(({ said }) => said),
    ...(piece.lastTurn === null ? [] : [t("my.until", { n: piece.lastTurn })]),
  ];
}

/** @param {string} kind */
export function kindKey(kind) {
  switch (kind) {
    case "support":
      return "my.support";
    case "dominion":
      return "my.dominion";
    case "event":
      return "my.event";
    case "effect":
      return "my.effect";
    default:
      return "my.active";
  }
}

/** The cost and the type of a card, in short. @param {Card} card */
export function cardSentence(card) {
  return [
    card.name,
    card.stats === null ? t(kindKey(card.kind)) : STATS.map((name, at) => `${name} ${card.stats?.[at]}`).join(" "),
    ...(card.sacrifices > 0 ? [t("my.sacrifices", { n: card.sacrifices })] : []),
    ...(card.junior === "" ? [] : [t("my.junior", { card: card.junior })]),
    ...(card.text === "" ? [] : [card.text]),
  ].join("; ");
}

/** Maximum length of a text that fits on a card of a phone; of a longer one a sign opens the card. */
const SHORT = 40;

/** A card in the hand. */
export const Held = kept(
  /** @param {{ card: Card, count: number, place: any }} props */
  ({ card, count, place }) =>
    h(
      "div",
      {
        class: "my-card",
        role: "img",
        "aria-label": cardSentence(card),
        ...place,
      },
      h(Inside, { card, count }),
    ),
);

/** The contents of a card in the hand. They do not change with being clickable. */
const Inside = kept(
  /** @param {{ card: Card, count: number }} props */
  ({ card, count }) => [
    h("span", { class: "my-card-name", key: "name" }, parted(card.name, 10)),
    h("span", { class: `my-card-field ${ground(card)}`, key: "field" }, [
      h(Picture, { of: card.picture, key: "picture" }),
      card.sacrifices > 0 && h("span", { class: "my-cost", key: "cost" }, `−${card.sacrifices}`),
      count > 1 && h("span", { class: "my-count", key: "count" }, `×${count}`),
    ]),
    h(CardText, {
      class: `my-card-text${shortText(card).length > SHORT ? " my-long-text" : ""}`,
      text: parted(shortText(card), 9),
      key: "text",
    }),
    h(More, { key: "more" }),
    card.stats === null
      ? h("span", { class: "my-card-kind", key: "stats" }, t(kindKey(card.kind)))
      : h(Stats, { stats: card.stats, printed: null, key: "stats" }),
  ],
);

/** The text for a small face: its Senior and its text, or else its narrowest taxa. @param {Card} card */
function shortText({ junior, text, taxa }) {
  const said = [...(junior === "" ? [] : [t("my.junior", { card: junior })]), ...(text === "" ? [] : [text])];
  return said.length === 0 ? taxa.slice(-2).join(" › ") : said.join(". ");
}

/** The classification of a card: the names of its sets with their codes. @param {Card} card */
function lineage({ sets, taxa }) {
  return sets.map((code, at) => (taxa[at] === code ? code : `${taxa[at]} (${code})`)).join(" › ");
}

/**
 * A card in full size; for a card on the field, its present state in the place of the printed numbers.
 * @param {{ card: Card, standing?: any }} props
 */
export function Full({ card, standing = null }) {
  return h("article", { class: "my-full" }, [
    card.latin !== "" && h("p", { class: "my-latin", lang: "la", key: "latin" }, card.latin),
    h("div", { class: `my-full-field ${ground(card)}`, key: "field" }, h(Picture, { of: card.picture })),
    h("p", { class: "my-full-kind", key: "kind" }, [
      t(kindKey(card.kind)),
      card.terrains.length > 0 ? ` · ${card.terrains.map((each) => called("my.terrain", each)).join(", ")}` : "",
      card.sacrifices > 0 ? ` · ${t("my.sacrifices", { n: card.sacrifices })}` : "",
    ]),
    card.sets.length > 0 && h("p", { class: "my-full-sets", key: "sets" }, lineage(card)),
    card.junior !== "" && h("p", { key: "junior" }, t("my.junior", { card: card.junior })),
    card.text !== "" && h("p", { class: "my-full-text", key: "text" }, card.text),
    standing ?? (card.stats !== null && h(Printed, { stats: card.stats, key: "stats" })),
  ]);
}

/** @param {{ stats: readonly number[] }} props */
function Printed({ stats }) {
  return h(
    "dl",
    { class: "my-full-stats" },
    STATS.map((name, at) =>
      h("div", { class: `my-stat-${at}`, key: name }, [
        h("dt", { key: "dt" }, [h(Sign, { path: STAT_SIGNS[at] ?? null, key: "sign" }), name]),
        h("dd", { key: "dd" }, stats[at]),
      ]),
    ),
  );
}
