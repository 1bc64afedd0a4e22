import { h, useLayoutEffect, useRef } from "../../../vendor/preact.js";
import { kept } from "../../ui/redraws.js";
import { t } from "../../words.js";
import { Face, nameOf, Pip } from "./card.js";
import { Score, signed } from "./score.js";

/** @import { TableProps, WayProps } from "../index.js" */
/** @import { Way } from "../../table/plan.js" */

export { kindWord } from "./card.js";

/** The movements of events. */
export const moving = () => import("./motions.js");

/** The sentences for the reasons of a match's end. @type {Readonly<Record<string, import("../../words.js").Key>>} */
export const reasons = {
  last_standing: "dd.why_last_standing",
  others_left: "dd.why_others_left",
  deal_cap: "dd.why_deal_cap",
};

/** Events that the table shows anyway. */
export const quiet = new Set(["turn_began"]);

/**
 * The present choices, as a sentence.
 * @param {any} view
 * @param {TableProps} props
 */
export function prompt(view, { update, seat }) {
  const types = new Set(update.choices.map((/** @type {any} */ choice) => choice.type));
  if (types.has("discard")) return t("dd.ask_discard");
  if (types.has("take")) return t("dd.ask_take");
  if (types.has("draw")) return t("dd.ask_draw");
  const status = seat === null ? "playing" : view.seats[seat].status;
  if (types.size > 0 || status === "playing") return null;
  if (status === "surrendered") return t("dd.waits_for_next");
  return { asks: t(status === "left" ? "dd.left" : "dd.over_for_you"), note: "", isOut: true };
}

/** @param {any} view @param {Pick<TableProps, "update">} props */
export function headline(view, { update }) {
  const title = t("dd.headline", { deal: view.deal, round: view.round });
  if (update.result !== null) return { title };
  const costs = view.damage
    ? t("dd.costs_both", { fight: view.damage, out: view.surrender_cost })
    : t("dd.costs_out", { out: view.surrender_cost });
  return { title, note: costs };
}

/**
 * The other players, the centre, and the pile.
 * @param {any} view
 * @param {TableProps} props
 */
export function Board(view, props) {
  const others = inTurn(view.seats, props.seat).filter((each) => each.seat !== props.seat);
  const isOver = props.update.result !== null;
  return h("div", { class: "dd-table" }, [
    h(
      "div",
      { class: "dd-others", key: "others" },
      others.map((seat) => h(Opponent, { ...seated(seat, view, props), key: seat.seat })),
    ),
    h("div", { class: "dd-middle", key: "middle" }, [
      h(
        "div",
        {
          class: "dd-centre",
          role: "group",
          "aria-label": t("dd.centre"),
          "data-name": t("dd.centre_name"),
          key: "centre",
        },
        view.centre.map((/** @type {any} */ card, /** @type {number} */ at) =>
          h(Face, {
            card,
            cards: props.cards,
            label: card === null ? t("dd.face_down") : undefined,
            place: props.at(`centre/${at}`),
            key: at,
          }),
        ),
      ),
      h(
        "div",
        { class: "dd-pile", "data-name": t("dd.pile_name"), key: "pile" },
        h(Face, {
          card: null,
          label: t("dd.pile", { n: view.pile_count }),
          place: props.at("pile"),
          noted: { class: "dd-count", text: String(view.pile_count) },
        }),
      ),
    ]),
    view.last !== null &&
      h(Last, { last: view.last, names: props.names, isOpen: isOver || view.round === 1, key: "last" }),
  ]);
}

/**
 * The player's own discards, score and hand.
 * @param {any} view
 * @param {TableProps} props
 */
export function Own(view, props) {
  if (props.seat === null || view.hand === null) return null;
  const own = view.seats[props.seat];
  const cards = [
    ...view.hand,
    ...(view.drawn ? [view.drawn] : []),
    ...(view.taken !== null && view.drawn === null && view.turn_seat === props.seat ? [view.taken.card] : []),
  ];
  const isTurn = view.turn_seat === props.seat && props.update.result === null;
  const best = Math.max(...view.prospects.map((/** @type {any} */ each) => each.score.total));
  return h("div", { class: "dd-own" }, [
    h("div", { class: `dd-own-line${isTurn ? " dd-turn" : ""}`, "data-at": `seat/${props.seat}`, key: "line" }, [
      h("span", { class: "dd-you", key: "you" }, [
        h("bdi", { key: "name" }, props.names[props.seat]),
        h(Lives, { lives: own.lives, key: "lives" }),
        own.pending > 0 && h("span", { class: "dd-cost", key: "pending" }, t("dd.lost", { n: own.pending })),
      ]),
      view.score !== null &&
        h(Score, { score: view.score, label: t("dd.your_score"), hand: cards.map(nameOf), key: "score" }),
      h(
        "div",
        { class: "dd-own-discard", key: "discard" },
        h(DiscardTop, { top: own.discard_top, cards: props.cards, place: props.at(`discard/${props.seat}`) }),
      ),
    ]),
    h(
      "div",
      { class: "dd-hand", role: "group", "aria-label": t("dd.hand"), key: "hand" },
      cards.map((card, at) => {
        const prospect = view.prospects.find((/** @type {any} */ each) => nameOf(each.discard) === nameOf(card));
        const noted =
          prospect === undefined
            ? null
            : {
                class: `dd-what-if${prospect.score.total === best ? " dd-best" : ""}`,
                text: signed(prospect.score.total),
              };
        return h(Face, {
          card,
          cards: props.cards,
          place: props.at(`hand/${nameOf(card)}`),
          noted,
          key: `${nameOf(card)}-${at}`,
        });
      }),
    ),
  ]);
}

/** @param {any} choice @param {WayProps} props @returns {Way[]} */
export function ways(choice, { view, sentence, outlook, choices }) {
  switch (choice.type) {
    case "draw":
      return [{ steps: [{ at: "pile", label: sentence }], action: choice, sentence }];
    case "take": {
      const score =
        outlook?.score === undefined || outlook.score === null
          ? ""
          : ` (${t("dd.would_score", { n: signed(outlook.score) })})`;
      return [
        {
          steps: [{ at: `discard/${choice.from_seat}`, label: sentence + score }],
          action: choice,
          sentence: sentence + score,
        },
      ];
    }
    case "discard": {
      const prospect = view.prospects.find((/** @type {any} */ each) => nameOf(each.discard) === nameOf(choice.card));
      const said =
        prospect === undefined ? sentence : `${sentence}; ${t("dd.would_score", { n: signed(prospect.score.total) })}`;
      return [{ steps: [{ at: `hand/${nameOf(choice.card)}`, label: said }], action: choice, sentence: said }];
    }
    case "surrender":
      return [{ steps: [{ label: t("dd.surrender"), key: "surrender", tone: "risky" }], action: choice, sentence }];
    case "fight": {
      // Who may draw still is asked to: a fight is the next step only when nothing else is lit.
      const isNext = choices.every(({ type }) => type !== "draw" && type !== "take");
      const step = { label: t("dd.fight"), key: "fight", ...(isNext && { tone: /** @type {const} */ ("main") }) };
      return [{ steps: [step], action: choice, sentence }];
    }
    case "pass":
      return [{ steps: [{ label: t("dd.pass"), key: "pass" }], action: choice, sentence }];
    default:
      return [];
  }
}

/** A card in a sentence. @param {any} value */
export function drawn(value) {
  return typeof value?.colour === "string" && typeof value?.power === "number" ? h(Pip, { card: value }) : null;
}

/** @param {readonly any[]} seats @param {number | null} from */
function inTurn(seats, from) {
  const first = from === null ? 0 : from + 1;
  return seats.map((_, at) => seats[(first + at) % seats.length]);
}

/**
 * Draws the seat of another player on the table.
 * @param {any} seat
 * @param {any} view
 * @param {TableProps} props
 */
function seated(seat, view, { names, update, at, cards }) {
  return {
    seat,
    cards,
    name: names[seat.seat] ?? "",
    isPerson: !update.players[seat.seat]?.bot,
    isTurn: view.turn_seat === seat.seat && update.result === null,
    place: at(`discard/${seat.seat}`),
  };
}

const Opponent = kept(
  /** @param {ReturnType<typeof seated>} props */
  ({ seat, cards, name, isPerson, isTurn, place }) =>
    h(
      "section",
      {
        class: `panel dd-seat${isTurn ? " dd-turn" : ""}${seat.status === "playing" ? "" : " dd-out"}`,
        "data-at": `seat/${seat.seat}`,
        "aria-label": name,
      },
      [
        h(isPerson ? "button" : "p", { class: "dd-who", ...(isPerson && { type: "button" }), key: "who" }, [
          h("bdi", { key: "name" }, name),
          h(Lives, { lives: seat.lives, key: "lives" }),
        ]),
        h(
          "p",
          {
            class: "dd-held",
            "data-at": `held/${seat.seat}`,
            ...(seat.status === "playing" && { role: "img", "aria-label": t("dd.holds", { n: seat.hand_count }) }),
            key: "held",
          },
          seat.status === "playing"
            ? Array.from({ length: seat.hand_count }, (_, at) => h("i", { class: "dd-tiny", key: at }))
            : [
                t(seat.status === "surrendered" ? "dd.out" : "dd.gone"),
                seat.pending > 0 && ` (${t("dd.lost", { n: seat.pending })})`,
              ],
        ),
        h(DiscardTop, { top: seat.discard_top, cards, place, key: "discard" }),
      ],
    ),
);

const Lives = kept(
  /** @param {{ lives: number }} props */
  ({ lives }) =>
    h("span", { class: "dd-lives", "aria-label": t("dd.lives", { n: lives }) }, [
      h("span", { class: "dd-heart", "aria-hidden": "true", key: "h" }, "♥"),
      lives,
    ]),
);

/** @param {{ top: any, cards: TableProps["cards"], place: any }} given */
function DiscardTop({ top, cards, place }) {
  if (top === null)
    return h("div", { class: "card dd-empty", role: "img", "aria-label": t("dd.no_discard"), ...place });
  return h(Face, { card: top, cards, place });
}

/** The outcome of the last deal. It opens by itself if all of its rows fit on the table. */
const Last = kept(
  /** @param {{ last: any, names: readonly string[], isOpen: boolean }} props */
  ({ last, names, isOpen }) => {
    const root = useRef(/** @type {HTMLDetailsElement | null} */ (null));
    const opens = isOpen && last.showings.length > 0;
    useLayoutEffect(() => {
      const { current } = root;
      const board = current?.closest(".board");
      if (!current || !board) return;
      current.open = opens;
      if (opens) current.open = board.scrollHeight <= board.clientHeight;
    }, [last.deal, opens]);
    return h("details", { class: "dd-last", ref: root }, [
      h("summary", { key: "s" }, lastInWords(last, names)),
      h(
        "ul",
        { key: "ul" },
        last.showings.map((/** @type {any} */ shown) =>
          h("li", { key: shown.seat }, [
            h("bdi", { key: "name" }, names[shown.seat]),
            h(
              "span",
              { class: "dd-shown", key: "hand" },
              shown.hand.map((/** @type {any} */ card, /** @type {number} */ at) => h(Pip, { card, key: at })),
            ),
            h("b", { key: "total" }, signed(shown.score.total)),
          ]),
        ),
      ),
    ]);
  },
);

/**
 * A fight: every shown hand turns over, the best one first, with the cost of the deal for each player.
 * @param {any} view
 * @param {TableProps} props
 */
export function moment({ last }, { names, history, cards, seat: own }) {
  if (last === null || last.showings.length === 0) return null;
  const ended = history
    .flatMap(({ events }) => /** @type {any[]} */ (events))
    .findLast((event) => event.type === "deal_ended" && event.deal === last.deal);
  const cost = (/** @type {number} */ seat) => {
    const lives = ended?.damage[seat] ?? 0;
    return lives > 0 && h("span", { class: "dd-cost", key: "cost" }, t("dd.lost", { n: lives }));
  };
  const shown = last.showings.toSorted((/** @type {any} */ a, /** @type {any} */ b) => b.score.total - a.score.total);
  const fought = new Set(shown.map((/** @type {any} */ each) => each.seat));
  const others = names.flatMap((name, seat) =>
    !fought.has(seat) && (ended?.damage[seat] ?? 0) > 0 ? [{ name, seat }] : [],
  );
  return {
    id: last.deal,
    title: lastInWords(last, names),
    rows: [
      ...shown.map((/** @type {any} */ { seat, score }) => [
        h("span", { class: `dd-fought${seat === own ? " dd-own-fought" : ""}`, key: "who" }, [
          h("bdi", { key: "name" }, names[seat]),
          cost(seat),
        ]),
        h(Score, { score, label: names[seat] ?? "", cards, key: "score" }),
      ]),
      ...others.map(({ name, seat }) =>
        h("span", { class: "dd-fought dim", key: seat }, [
          h("bdi", { key: "name" }, name),
          ` ${t("dd.out")}`,
          cost(seat),
        ]),
      ),
    ],
  };
}

/** The outcome of a deal in words. @param {any} last @param {readonly string[]} names */
function lastInWords(last, names) {
  const winners = last.winners
    .map((/** @type {any} */ each) =>
      each.total === null ? names[each.seat] : t("dd.with", { name: names[each.seat] ?? "", n: each.total }),
    )
    .join(", ");
  return t("dd.last", { deal: last.deal, winners });
}

/**
 * A card of the catalogue, drawn for its list.
 * @param {any} card @param {{ cards: TableProps["cards"], large: boolean }} props
 */
export function printed(card, { cards, large }) {
  return h("div", { class: large ? "dd-large" : "dd-small" }, h(Face, { card, cards }));
}
