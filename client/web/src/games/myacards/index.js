import { h } from "../../../vendor/preact.js";
import { styled } from "../../ui/lazy.js";
import { t } from "../../words.js";
import { COLUMNS, cardOf, nameOf, pieceOf } from "./cards.js";
import { SIGNS } from "./emblems.js";
import { Full, ground, Held, kindKey, marksOf, Sign, signOf } from "./face.js";
import { Field } from "./field.js";
import { bonusName, PASSES, zoneName } from "./ways.js";

/** @import { TableProps } from "../index.js" */

export { prompt } from "./prompts.js";
export { ways } from "./ways.js";

const STAGES = /** @type {const} */ ({
  not_dealt: "my.stage_opening",
  opening: "my.stage_opening",
  play: "my.stage_play",
  attack: "my.stage_attack",
  discard: "my.stage_discard",
  over: "my.stage_over",
});

/** The cost of a card, for the curve of a deck. */
export const costs = {
  title: /** @type {const} */ ("my.curve"),
  of: (/** @type {any} */ card) => card.sacrifices ?? 0,
};

/** The large view of a place. */
export const detailed = async () => {
  await styled("games/myacards-details.css");
  return import("./details.js");
};

/** The word for a kind of cards. @param {string} kind */
export const kindWord = (kind) => t(kindKey(kind));

/** The movements of events. */
export const moving = () => import("./motions.js");

/** The sentences for the reasons of a match's end. @type {Readonly<Record<string, import("../../words.js").Key>>} */
export const reasons = {
  no_entities: "my.why_no_entities",
  empty_deck: "my.why_empty_deck",
  turn_cap: "my.why_turn_cap",
};

/** Events that the table shows anyway. */
export const quiet = new Set(["window_opened", "asked", "answered", "attack_over", "turn_ended"]);

/** @param {any} view @param {TableProps} props */
export function headline(view, { seat, names, update }) {
  const stage = t(STAGES[/** @type {keyof typeof STAGES} */ (view.stage)] ?? "my.stage_play");
  if (view.turn_seat === null || update.result !== null)
    return { title: stage.charAt(0).toUpperCase() + stage.slice(1) };
  const whose_ = view.turn_seat === seat ? t("my.your_turn") : t("my.turn_of", { name: names[view.turn_seat] ?? "" });
  return { title: t("my.headline", { turn: view.turn, stage }), note: whose_ };
}

/**
 * The names of cards and zones in all texts of this table.
 * @param {Pick<TableProps, "cards" | "seat" | "names">} props
 * @returns {Record<string, string>}
 */
export function things(props) {
  /** @type {Record<string, string>} */
  const said = {};
  for (const card of props.cards?.values() ?? []) said[card.id] = card.english || card.name;
  for (const half of [0, 1]) {
    for (const row of [1, 2, 3, 4]) {
      for (let column = 0; column < COLUMNS.length; column += 1) {
        const zone = `${half}.${row}.${column}`;
        said[zone] = zoneName(zone, props);
      }
    }
  }
  return said;
}

/**
 * The opponent's line and the field; for a spectator the lines of both players.
 * @param {any} view
 * @param {TableProps} props
 */
export function Board(view, props) {
  const own = props.seat ?? 0;
  return h("div", { class: "my-table" }, [
    h(SeatLine, { seat: view.seats[1 - own], view, props, key: "theirs" }),
    h(Field, { view, props, key: "field" }),
    props.seat === null && h(SeatLine, { seat: view.seats[own], view, props, key: "mine" }),
  ]);
}

/**
 * The player's hand or the cards to choose from, and the counts of the player's zones.
 * @param {any} view
 * @param {TableProps} props
 */
export function Own(view, props) {
  if (props.seat === null) return null;
  const { from, cards, label } = offered(view, props);
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return h("div", { class: "my-own" }, [
    h(SeatLine, { seat: view.seats[props.seat], view, props, key: "line" }),
    // The field grows only between turns.
    h(
      "div",
      {
        class: `strip my-hand${counts.size === 0 && view.turn_seat !== props.seat ? " my-none" : ""}`,
        role: "group",
        tabIndex: 0,
        "aria-label": label,
        key: "hand",
      },
      [
        from !== "hand" && h("p", { class: "my-from", key: "from" }, label),
        ...[...counts].map(([card, count]) =>
          h(Held, { card: cardOf(card, view, props.cards), count, place: props.at(`${from}/${card}`), key: card }),
        ),
        counts.size === 0 && h("p", { class: "dim my-empty", key: "none" }, t("my.no_cards")),
      ],
    ),
  ]);
}

/**
 * The cards in the player's strip: the hand, or the opponent's hand or Oblivion while one chooses from it.
 * @param {any} view
 * @param {TableProps} props
 * @returns {{ from: string, cards: readonly string[], label: string }}
 */
function offered(view, props) {
  if (props.update.choices.length > 0 && view.question?.prompt === "choose_from_their_hand") {
    return { from: "theirs", cards: view.their_hand ?? [], label: t("my.their_hand") };
  }
  if (props.update.choices.length > 0 && view.question?.prompt === "choose_from_oblivion") {
    const choices = /** @type {any[]} */ (props.update.choices);
    return { from: "lost", cards: choices.map(({ card }) => card), label: t("my.from_oblivion") };
  }
  return { from: "hand", cards: view.hand ?? [], label: t("my.hand") };
}

/**
 * The public state of a seat, and the player's own standing order.
 * @param {{ seat: any, view: any, props: TableProps }} given
 */
function SeatLine({ seat, view, props }) {
  const isOwn = seat.seat === props.seat;
  const isTurn = view.turn_seat === seat.seat && props.update.result === null;
  const passes = isOwn && props.update.result === null ? view.passes : undefined;
  const gone = Object.values(seat.oblivion).reduce((sum, n) => sum + Number(n), 0);
  const [lost, lostLabel] = [`oblivion/${seat.seat}`, t("my.in_oblivion", { n: gone })];
  return h("div", { class: `my-seat${isTurn ? " my-turn" : ""}`, "data-at": `seat/${seat.seat}` }, [
    isOwn || props.update.players[seat.seat]?.bot
      ? h("bdi", { class: "my-who", key: "name" }, props.names[seat.seat])
      : h("button", { type: "button", class: "my-who", key: "name" }, h("bdi", null, props.names[seat.seat])),
    !isOwn && h(Legend, { view, props, key: "legend" }),
    passes && h("span", { class: "my-order", key: "order" }, t("my.order", { until: t(passesKey(passes)) })),
    seat.waived ? h("span", { class: "my-waived", key: "waived" }, t("my.waived", { n: seat.waived })) : null,
    seat.crowned && h(Sign, { path: SIGNS.tyrant ?? null, class: "my-mark", key: "crown" }),
    h("span", { class: "my-counts", key: "counts" }, [
      !isOwn &&
        h(Count, {
          sign: "hand",
          n: seat.hand_count,
          label: t("my.in_hand", { n: seat.hand_count }),
          at: `held/${seat.seat}`,
          key: "hand",
        }),
      h(Count, {
        sign: "deck",
        n: seat.deck_count,
        label: t("my.in_deck", { n: seat.deck_count }),
        at: `deck/${seat.seat}`,
        key: "deck",
      }),
      h(
        "button",
        {
          type: "button",
          class: "my-count-of my-oblivion",
          "aria-label": lostLabel,
          title: lostLabel,
          "data-at": lost,
          disabled: gone === 0,
          onClick: () => props.show(lost),
          key: "oblivion",
        },
        [h(Sign, { path: SIGNS.oblivion ?? null, key: "sign" }), gone],
      ),
    ]),
  ]);
}

/**
 * What the signs on the cards of the field say, where a line has room for it.
 * @param {{ view: any, props: TableProps }} given
 */
function Legend({ view, props }) {
  /** @type {Map<string, string>} */
  const said = new Map();
  for (const each of view.field) {
    const piece = pieceOf(each, view, props.cards);
    for (const bonus of piece.bonuses) said.set(bonus, bonusName(bonus));
    for (const mark of marksOf(piece)) said.set(mark.sign, mark.said);
  }
  return h(
    "span",
    { class: "my-legend", "aria-hidden": "true" },
    [...said].map(([sign, text]) =>
      h("span", { key: sign }, [h(Sign, { path: SIGNS[sign] ?? null, class: "my-mark", key: "sign" }), text]),
    ),
  );
}

/** @param {string} passes @returns {import("../../words.js").Key} */
function passesKey(passes) {
  return passes in PASSES ? PASSES[/** @type {keyof typeof PASSES} */ (passes)] : "my.pass";
}

/** @param {{ sign: string, n: number, label: string, at: string }} props */
function Count({ sign, n, label, at }) {
  return h("span", { class: "my-count-of", role: "img", "aria-label": label, title: label, "data-at": at }, [
    h(Sign, { path: SIGNS[sign] ?? null, key: "sign" }),
    n,
  ]);
}

/**
 * A thing in a sentence as a drawing: a card by its sign on its terrain.
 * @param {unknown} _value
 * @param {any} part
 * @param {{ view: any, cards: TableProps["cards"] } | undefined} known
 */
export function drawn(_value, part, known) {
  const id = typeof part?.thing === "string" ? part.thing : null;
  if (id === null || known?.cards?.has(id) !== true) return null;
  const card = cardOf(id, known.view, known.cards);
  return h("span", { class: "my-pip", "data-at": `card/${id}`, "data-thing": id }, [
    h(
      "span",
      { class: `my-pip-field ${ground(card)}`, key: "field" },
      h(Sign, { path: signOf(card), class: "my-emblem" }),
    ),
    nameOf(id, known.view, known.cards),
  ]);
}

/** A card of the catalogue, drawn for its list. @param {any} card @param {{ cards: any, large: boolean }} props */
export function printed(card, { cards, large }) {
  const known = cardOf(card.id, null, cards);
  return h(
    "div",
    { class: "my-printed" },
    large ? h(Full, { card: known }) : h(Held, { card: known, count: 1, place: {} }),
  );
}
