import { h } from "../../../vendor/preact.js";
import { styled } from "../../ui/lazy.js";
import { kept } from "../../ui/redraws.js";
import { t } from "../../words.js";
import { cardOf, Emblem, Face, LEVELS, nameOf, signOf } from "./card.js";
import { endOf, Fights, lastInWords } from "./fights.js";
import { Dojos, Person } from "./side.js";
import { bookOf, offered } from "./table.js";
import { deckInWords } from "./ways.js";

/** @import { Fought, View } from "../../../../javascript/types/games/amfibido.js" */
/** @import { TableProps } from "../index.js" */

export { drawn, kindWord, printed } from "./card.js";
export { prompt } from "./prompt.js";
export { ways } from "./ways.js";

/** The large view of a place. */
export const detailed = async () => {
  await styled("games/amfibido-details.css");
  return import("./details.js");
};

/** The movements of events. */
export const moving = () => import("./motions.js");

/** The sentences for the reasons of a match's end. @type {Readonly<Record<string, import("../../words.js").Key>>} */
export const reasons = {
  four_rounds: "af.why_four_rounds",
  round_cap: "af.why_round_cap",
};

/** Events that the table shows anyway. */
export const quiet = new Set([
  "turn_began",
  "draft_dealt",
  "drafted",
  "asked",
  "answered",
  "action_done",
  "round_ended",
]);

/** The sentences for several events in a row. */
export const runs = /** @type {const} */ ({ draft_dealt: "af.draft_dealt" });

/** @param {View} view @param {TableProps} props */
export function headline(view, { seat, names, update }) {
  const title =
    view.round === 0 ? t("af.before") : t("af.round", { round: view.round, most: view.options.max_rounds ?? 16 });
  if (update.result !== null) return { title };
  const turn = view.turn_seat;
  const whose =
    turn === null ? phaseWord(view.stage) : turn === seat ? t("af.yours") : t("af.theirs", { name: names[turn] ?? "" });
  return whose === "" ? { title } : { title, note: whose };
}

/** @param {string} stage */
function phaseWord(stage) {
  switch (stage) {
    case "mulligan":
    case "sensei":
    case "preparing":
    case "draft":
    case "second_draft":
    case "fight":
      return t(`af.phase.${stage}`);
    default:
      return "";
  }
}

/**
 * Both sides, with the fighters facing each other and the decks between them. The player's own side is the near one.
 * @param {View} view
 * @param {TableProps} props
 */
export function Board(view, props) {
  const own = props.seat ?? 0;
  const [mine, theirs] = [view.seats[own], view.seats[1 - own]];
  if (mine === undefined || theirs === undefined) throw new Error("Amfibido is played by two");
  const isOpen = view.last !== null && view.turn_seat === null && view.question === null;
  const isLaid = view.hand !== null && offered(view, props.update.choices).length > 0;
  return h("div", { class: `af-table${isLaid ? " af-laid" : ""}` }, [
    h(Person, { side: theirs, view, props, key: "they" }),
    h(Dojos, { side: theirs, view, props, isFar: true, key: "their-dojos" }),
    h("div", { class: "af-middle", key: "middle" }, [
      view.last !== null && isOpen && h(Fights, { last: view.last, view, props, key: "fights" }),
      h(Between, { view, props, key: "between" }),
      h(Turned, { view, props, key: "turned" }),
    ]),
    h(Dojos, { side: mine, view, props, isFar: false, key: "my-dojos" }),
    h(Person, { side: mine, view, props, key: "me" }),
  ]);
}

/**
 * The five decks, with those of this round's draft marked; the discards; the outcome of the last round.
 * @param {{ view: View, props: TableProps }} given
 */
function Between({ view, props }) {
  const { last } = view;
  const isShort = last !== null && (view.turn_seat !== null || view.question !== null);
  return h("div", { class: "af-between" }, [
    h(
      "div",
      { class: "af-decks", role: "group", "aria-label": t("af.decks"), "data-name": t("af.decks"), key: "decks" },
      view.deck_counts.map((count, at) =>
        h(Deck, {
          level: at + 1,
          count,
          isActive: view.active_levels.includes(at + 1),
          label: deckInWords(view, at + 1),
          place: props.at(`deck/${at + 1}`),
          key: at,
        }),
      ),
    ),
    h(
      "div",
      {
        class: "af-discards",
        role: "img",
        "aria-label": t("af.discards", { n: view.discard_count }),
        "data-at": "discards",
        key: "discards",
      },
      [h(Emblem, { of: "guild", key: "e" }), h("b", { key: "n" }, view.discard_count)],
    ),
    isShort &&
      h(
        "button",
        {
          type: "button",
          class: `af-last af-${endOf(last.winner_seat, props.seat ?? 0)}`,
          "data-at": "fights",
          "aria-label": lastInWords(last, props),
          onClick: () => props.show("fights"),
          key: "last",
        },
        [
          h("span", { key: "round" }, t("af.last", { round: last.round })),
          h("i", { class: "af-end", key: "end" }, endWord(last, props)),
        ],
      ),
  ]);
}

const Deck = kept(
  /** @param {{ level: number, count: number, isActive: boolean, label: string, place: any }} props */
  ({ level, count, isActive, label, place }) =>
    h(
      "div",
      {
        class: `af-deck af-level-${level}${isActive ? " af-active" : ""}`,
        role: "img",
        "aria-label": label,
        ...place,
      },
      [h("i", { key: "level" }, LEVELS[level]), h("b", { key: "count" }, count)],
    ),
);

/** @param {Fought} last @param {TableProps} props */
function endWord({ winner_seat: winner }, { seat, names }) {
  if (winner === null) return t("af.end.drawn");
  return seat === null ? (names[winner] ?? "") : t(winner === seat ? "af.end.won" : "af.end.lost");
}

/**
 * The open cards: those that were turned up, and those that are taking effect.
 * @param {{ view: View, props: TableProps }} given
 */
function Turned({ view, props }) {
  const book = bookOf(view, props);
  const isMine = view.hand !== null && props.update.choices.length > 0;
  const cards = [...view.resolving, ...(isMine ? [] : view.revealed)];
  if (cards.length === 0) return null;
  return h(
    "p",
    { class: "af-turned" },
    cards.map((id, key) =>
      h("span", { class: `af-turned-card af-level-${cardOf(book, id)?.level ?? 0}`, key }, [
        h(Emblem, { of: signOf(cardOf(book, id)), key: "e" }),
        nameOf(book, id),
      ]),
    ),
  );
}

/**
 * The player's hand and the cards to choose from.
 * @param {View} view
 * @param {TableProps} props
 */
export function Own(view, props) {
  if (view.hand === null) return null;
  const { choices, result } = props.update;
  if (result !== null && view.hand.length === 0) return null;
  const book = bookOf(view, props);
  const laid = offered(view, choices);
  const playable = new Set(props.plan.ways.map((way) => way.steps[0]?.at).filter((at) => at?.startsWith("hand/")));
  const isOfHand = playable.size > 0 && laid.length === 0 && props.plan.picked.length === 0;
  return h("div", { class: `af-own${laid.length > 0 ? " af-choosing" : ""}` }, [
    laid.length > 0 &&
      h(
        "div",
        { class: "strip af-strip", role: "group", "aria-label": t("af.offer"), key: "offer" },
        laid.map(({ card, place }) =>
          h(Face, {
            book,
            id: card,
            size: "offer",
            isChosen: card === view.picked,
            place: props.at(place),
            key: place,
          }),
        ),
      ),
    h(
      "div",
      {
        class: "strip af-strip",
        role: "group",
        "aria-label": t("af.hand"),
        tabIndex: view.hand.length > 3 ? 0 : -1,
        key: "hand",
      },
      view.hand.length === 0
        ? laid.length === 0 && h("p", { class: "dim" }, t("af.empty_hand"))
        : view.hand.map((id, at) => {
            const place = `hand/${id}`;
            const isDim = isOfHand && !playable.has(place);
            const copy = (view.hand ?? []).slice(0, at).filter((each) => each === id).length;
            return h(Face, { book, id, size: "hand", isDim, place: props.at(place, copy), key: `${id}-${copy}` });
          }),
    ),
  ]);
}
