import { h } from "../../../vendor/preact.js";
import { called, t } from "../../words.js";
import { cardOf, Emblem, face, nameOf, sortOf } from "./card.js";
import { sorted } from "./order.js";
import { fighterIn, warningOf } from "./ways.js";

/** @import { SeatView, View, FighterView, GameEvent } from "../../../../javascript/types/games/amiibart.js" */
/** @import { TableProps } from "../index.js" */

/** Maximum number of events in the history of a Fighter. */
const TOLD = 12;

/**
 * The large view of a place: the whole card and the parts of its numbers; for a seat all remaining and lost cards.
 * @param {string} place
 * @param {View} view
 * @param {TableProps} props
 */
export function details(place, view, props) {
  const [kind = "", ...rest] = place.split("/");
  const id = rest.at(-1) ?? "";
  switch (kind) {
    case "library":
    case "power":
    case "hazard":
    case "stage":
      return { title: nameOf(props, id), body: h(CardPage, { id, props }) };
    case "piece": {
      const fighter = fighterIn(view, id);
      if (fighter === null) return null;
      return { title: nameOf(props, fighter.card), body: h(CardPage, { id: fighter.card, fighter, props }) };
    }
    case "seat": {
      const side = view.seats[Number(id)];
      return side === undefined ? null : { title: props.names[side.seat] ?? "", body: h(SidePage, { side, props }) };
    }
    default:
      return null;
  }
}

/** @param {{ id: string, fighter?: FighterView | null, props: TableProps }} given */
function CardPage({ id, fighter = null, props }) {
  const card = cardOf(props, id);
  const words = fighter?.keywords ?? card?.keywords ?? [];
  return h("div", { class: "am-page" }, [
    face({ props, id, size: "full", fighter, key: "face" }),
    h("div", { class: "am-page-words", key: "words" }, [
      card !== undefined && h("p", { class: "dim", key: "sort" }, sortOf(card)),
      fighter !== null && h(Figures, { fighter, props, key: "figures" }),
      words.length > 0 &&
        h(
          "dl",
          { class: "am-words", key: "keywords" },
          words.map((word) =>
            h("div", { key: word }, [
              h("dt", { key: "dt" }, [h(Emblem, { of: word, key: "e" }), called("am.word", word)]),
              h("dd", { key: "dd" }, called("am.means", word)),
            ]),
          ),
        ),
      fighter !== null && h(Past, { fighter, props, key: "past" }),
    ]),
  ]);
}

/** Attack and Health by their parts. @param {{ fighter: FighterView, props: TableProps }} given */
function Figures({ fighter, props }) {
  const card = cardOf(props, fighter.card);
  const attack = card?.attack ?? fighter.attack;
  const health = card?.health ?? fighter.health;
  return h("dl", { class: "am-figures" }, [
    h(Sum, { name: t("am.attack_name"), now: fighter.attack, printed: attack, key: "attack" }),
    h(Sum, { name: t("am.health_name"), now: fighter.health, printed: health, key: "health" }),
  ]);
}

/** @param {{ name: string, now: number, printed: number }} props */
function Sum({ name, now, printed }) {
  const change = now - printed;
  const parts =
    change === 0
      ? t("am.as_printed")
      : t(change > 0 ? "am.printed_more" : "am.printed_less", { printed, n: Math.abs(change) });
  return h("div", null, [
    h("dt", { key: "dt" }, name),
    h("dd", { key: "dd" }, [h("b", { key: "b" }, now), ` ${parts}`]),
  ]);
}

/**
 * The history of a Fighter, as far as this window has received it.
 * @param {{ fighter: FighterView, props: TableProps }} given
 */
function Past({ fighter, props }) {
  const told = props.history
    .flatMap((update) => /** @type {any[]} */ (update.events))
    .filter((/** @type {GameEvent} */ event) => "piece" in event && event.piece === fighter.piece)
    .slice(-TOLD);
  if (told.length === 0) return null;
  return h("section", { class: "am-past" }, [
    h("h3", { key: "h" }, t("am.past")),
    h(
      "ul",
      { key: "ul" },
      told.map((event, key) => h("li", { key }, props.phrasing.event(event))),
    ),
  ]);
}

/** @param {{ side: SeatView, props: TableProps }} given */
function SidePage({ side, props }) {
  const warning = warningOf(side);
  const drained = side.drained ?? 0;
  return h("div", { class: "am-side-page" }, [
    h("ul", { class: "am-facts", key: "facts" }, [
      h("li", { key: "tokens" }, t("am.tokens", { n: side.tokens })),
      h("li", { key: "energy" }, t("am.energy_now", { n: side.energy })),
      drained > 0 && h("li", { key: "drained" }, t("am.drained", { n: drained })),
      h("li", { key: "fighters" }, t("am.fighters_played", { n: side.fighters_played ?? 0 })),
      (side.idle ?? 0) > 0 && h("li", { key: "idle" }, t("am.idle", { n: side.idle ?? 0 })),
      warning !== null && h("li", { class: "am-warning", key: "warning" }, warning),
    ]),
    h(Pile, {
      title: t("am.in_play_beside"),
      cards: [...(side.powers ?? []), ...(side.stage ? [side.stage] : []), ...(side.hazards ?? [])],
      props,
      key: "beside",
    }),
    h(Pile, { title: t("am.library_of"), cards: side.library ?? {}, props, key: "library" }),
    h(Pile, { title: t("am.discarded"), cards: side.discarded ?? [], props, key: "discarded" }),
    h(Pile, { title: t("am.removed"), cards: side.removed ?? [], props, key: "removed" }),
  ]);
}

/**
 * A list of card names, each of which opens its card.
 * @param {{ title: string, cards: readonly string[] | Readonly<Record<string, number>>, props: TableProps }} given
 */
function Pile({ title, cards, props }) {
  const counts = Array.isArray(cards) ? counted(cards) : /** @type {Record<string, number>} */ (cards);
  const list = sorted(Object.entries(counts), props);
  if (list.length === 0) return null;
  const total = list.reduce((sum, [, count]) => sum + count, 0);
  return h("section", { class: "am-pile" }, [
    h("h3", { key: "h" }, `${title} (${total})`),
    h(
      "ul",
      { key: "ul" },
      list.map(([id, count]) => h("li", { key: id }, h(Entry, { id, count, props }))),
    ),
  ]);
}

/** @param {{ id: string, count: number, props: TableProps }} given */
function Entry({ id, count, props }) {
  const card = cardOf(props, id);
  const isFighter = card?.health !== undefined;
  return h("details", { class: `am-entry am-of-${card?.element ?? "none"}` }, [
    h("summary", { key: "s" }, [
      h(Emblem, { of: card?.element ?? "none", key: "e" }),
      h("span", { class: "am-entry-name", key: "name" }, `${nameOf(props, id)}${count > 1 ? ` ×${count}` : ""}`),
      h(
        "span",
        { class: "dim", key: "kind" },
        card === undefined ? "" : isFighter ? `${card.attack ?? 0}/${card.health}` : called("am.kind", card.kind),
      ),
    ]),
    card !== undefined &&
      h(
        "p",
        { class: "dim", key: "sort" },
        `${sortOf(card)}${card.kind === "power" ? "" : ` · ${t("am.energy", { n: card.cost ?? 0 })}`}`,
      ),
    card?.text && h("p", { key: "text" }, card.text),
  ]);
}

/** @param {readonly string[]} cards */
function counted(cards) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const card of cards) counts[card] = (counts[card] ?? 0) + 1;
  return counts;
}
