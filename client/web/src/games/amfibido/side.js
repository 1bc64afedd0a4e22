import { h } from "../../../vendor/preact.js";
import { longWords } from "../../ui/long-words.js";
import { t } from "../../words.js";
import { Belt, cardInWords, cardOf, Emblem, levelClass, nameOf, signOf } from "./card.js";
import { bookOf } from "./table.js";

/** @import { ComboView, DojoView, EquipmentView, FighterView, Power, SeatView, View } from "../../../../javascript/types/games/amfibido.js" */
/** @import { Outlook } from "../../../../javascript/types/v1.js" */
/** @import { TableProps } from "../index.js" */
/** @import { Book } from "./card.js" */

/** With how many rounds one has won the match: as many places there are for them. */
const ROUNDS = 4;

/**
 * Who sits there: rounds won, cards in hand, sensei, and what rests.
 * @param {{ side: SeatView, view: View, props: TableProps }} given
 */
export function Person({ side, view, props }) {
  const { seat } = side;
  const name = props.names[seat] ?? "";
  const book = bookOf(view, props);
  const isFirst = view.starting_seat === seat && view.stage !== "over";
  const state = side.passed ? t("af.passed") : isFirst ? t("af.first_to_act") : "";
  const isTurn = view.turn_seat === seat && props.update.result === null;
  return h("section", { class: `af-person${isTurn ? " af-turn" : ""}`, "aria-label": name }, [
    h(
      "button",
      {
        type: "button",
        class: "af-who",
        "data-at": `seat/${seat}`,
        onClick: () => props.show(`seat/${seat}`),
        key: "who",
      },
      [
        h("span", { class: "af-name-line", key: "name" }, [
          h("bdi", { class: "af-player", key: "name" }, name),
          state !== "" && h("i", { class: "af-passed", key: "passed" }, state),
        ]),
        h(
          "span",
          { class: "af-score", "aria-hidden": "true", key: "score" },
          Array.from({ length: ROUNDS }, (_, at) => h("i", { class: at < side.points ? "af-won" : "", key: at })),
        ),
        h("span", { class: "unseen", key: "said" }, t("af.seat", { n: side.points, cards: side.hand_count })),
        h("span", { class: "af-held", "aria-hidden": "true", "data-at": `held/${seat}`, key: "held" }, [
          h(Emblem, { of: "hand", key: "e" }),
          side.hand_count,
        ]),
      ],
    ),
    h("span", { class: "af-beside", key: "beside" }, [
      side.cooldown.length > 0 &&
        h(
          "button",
          {
            type: "button",
            class: "af-chip af-rest",
            "data-at": `rest/${seat}`,
            "aria-label": t("af.resting", { n: side.cooldown.length }),
            onClick: () => props.show(`rest/${seat}`),
            key: "rest",
          },
          [h(Emblem, { of: "rest", key: "e" }), side.cooldown.length],
        ),
      side.sensei !== null &&
        h(
          "div",
          {
            class: `af-chip af-sensei${side.sensei_used ? " af-used" : ""}`,
            role: "img",
            "aria-label": `${cardInWords(book, side.sensei)}${side.sensei_used ? ` (${t("af.used")})` : ""}`,
            ...props.at(`sensei/${seat}`),
            key: "sensei",
          },
          [h(Emblem, { of: "sensei", key: "e" }), h("span", { key: "name" }, nameOf(book, side.sensei))],
        ),
    ]),
  ]);
}

/**
 * The three dojos of a side.
 * @param {{ side: SeatView, view: View, props: TableProps, isFar: boolean }} given
 */
export function Dojos({ side, view, props, isFar }) {
  const outlooks = outlooksOf(props);
  const isBare = side.dojos.every(({ fighter, equipment, guest }) => !fighter && !guest && equipment.length === 0);
  const isArmed = side.dojos.some(({ equipment }) => equipment.length > 0);
  const isLit = side.dojos.some((_, at) => props.plan.lit.has(`dojo/${side.seat}/${at + 1}`));
  return h(
    "div",
    {
      class: `af-dojos${isArmed ? " af-armed" : ""}${isFar ? " af-far" : ""}${isBare && !isLit && view.turn_seat === null ? " af-bare" : ""}`,
      role: "group",
      "aria-label": t("af.dojos_of", { name: props.names[side.seat] ?? "" }),
    },
    side.dojos.map((dojo, at) => h(Dojo, { dojo, number: at + 1, seat: side.seat, view, props, outlooks, key: at })),
  );
}

/** @param {{ dojo: DojoView, number: number, seat: number, view: View, props: TableProps, outlooks: ReadonlyMap<string, Outlook> }} given */
function Dojo({ dojo, number, seat, view, props, outlooks }) {
  const name = `dojo/${seat}/${number}`;
  const isLit = props.plan.lit.has(name);
  const book = bookOf(view, props);
  /** What lies in a dojo that is lit is no place of its own: a click anywhere in the dojo means the dojo. @param {string} piece */
  const at = (piece) => (isLit && !props.plan.lit.has(`piece/${piece}`) ? {} : props.at(`piece/${piece}`));
  const { fighter, guest = null, equipment } = dojo;
  const isEmpty = fighter === null && guest === null;
  return h(
    "div",
    {
      class: `af-dojo${isEmpty ? " af-vacant" : ""}`,
      ...(isEmpty && {
        role: "img",
        "aria-label": t(dojo.closed ? "af.closed_dojo" : "af.empty_dojo", { dojo: number }),
      }),
      ...props.at(name),
    },
    [
      h("div", { class: "af-stand", key: "stand" }, [
        isEmpty && h("span", { class: "af-number", "aria-hidden": "true", key: "n" }, number),
        isEmpty && dojo.closed && h("span", { class: "af-closed", key: "closed" }, t("af.closed")),
        fighter !== null && h(Combos, { combos: fighter.combos ?? [], book, at, key: "combos" }),
        fighter !== null && h(Fighter, { fighter, number, book, place: at(fighter.piece), key: fighter.piece }),
        fighter === null && guest !== null && h(Guest, { guest, book, key: "guest" }),
        h(Prospect, { outlook: outlooks.get(name) ?? null, key: "prospect" }),
      ]),
      h(
        "div",
        { class: "af-things", key: "things" },
        equipment.map((thing) => h(Thing, { thing, number, book, place: at(thing.piece), key: thing.piece })),
      ),
    ],
  );
}

/** @param {{ fighter: FighterView, number: number, book: Book, place: any }} given */
function Fighter({ fighter, number, book, place }) {
  const card = cardOf(book, fighter.card);
  const name = nameOf(book, fighter.card);
  const marks = marksOf(fighter);
  const said = [
    t("af.fighter", { card: name, dojo: number, n: fighter.power }),
    ...marks.map((mark) => t(`af.mark.${mark}`)),
  ];
  return h(
    "div",
    {
      class: `card af-fighter ${levelClass(card)}${fighter.neutralized ? " af-muted" : ""}`,
      role: "img",
      "aria-label": said.join(", "),
      ...place,
    },
    [
      h(Belt, { level: card?.level ?? 0, key: "belt" }),
      h("span", { class: "af-field", key: "field" }, h(Emblem, { of: signOf(card) })),
      h("span", { class: "af-name", key: "name" }, name),
      h("span", { class: "af-text", "aria-hidden": "true", key: "text" }, card?.text ?? ""),
      h("b", { class: "af-seal", key: "seal" }, fighter.power),
      marks.length > 0 &&
        h(
          "span",
          { class: "af-marks", key: "marks" },
          marks.map((mark) =>
            h(
              "i",
              { class: `af-mark af-mark-${mark}`, title: t(`af.mark.${mark}`), key: mark },
              h(Emblem, { of: mark }),
            ),
          ),
        ),
    ],
  );
}

/** What there is to know of a fighter at a glance. @param {FighterView} fighter @returns {("knockout" | "muted" | "rest")[]} */
function marksOf(fighter) {
  /** @type {("knockout" | "muted" | "rest")[]} */
  const marks = [];
  if (fighter.knockout) marks.push("knockout");
  if (fighter.neutralized) marks.push("muted");
  if (fighter.knocked_out) marks.push("rest");
  return marks;
}

/** A fighter of another dojo that fights here as well. @param {{ guest: Power, book: Book }} given */
function Guest({ guest, book }) {
  const card = cardOf(book, guest.card);
  const name = nameOf(book, guest.card);
  return h(
    "div",
    {
      class: `card af-fighter af-guest ${levelClass(card)}`,
      role: "img",
      "aria-label": t("af.guest", { card: name, n: guest.total }),
    },
    [
      h(Belt, { level: card?.level ?? 0, key: "belt" }),
      h("span", { class: "af-field", key: "field" }, h(Emblem, { of: signOf(card) })),
      h("span", { class: "af-name", key: "name" }, name),
      h("b", { class: "af-seal", key: "seal" }, guest.total),
    ],
  );
}

/**
 * Combo moves fan out at the side of their fighter.
 * @param {{ combos: readonly ComboView[], book: Book, at: (piece: string) => any }} given
 */
function Combos({ combos, book, at }) {
  if (combos.length === 0) return null;
  return h(
    "div",
    { class: `af-fan af-fan-${Math.min(combos.length, 4)}` },
    combos.map((combo, key) => {
      const card = cardOf(book, combo.card);
      const words = [nameOf(book, combo.card), card?.power ?? "", combo.boomerang ? t("af.boomerang") : ""];
      return h(
        "div",
        {
          class: `af-combo ${levelClass(card)}${combo.copy ? " af-copy" : ""}`,
          role: "img",
          "aria-label": words.filter((word) => word !== "").join(", "),
          ...(combo.copy ? {} : at(combo.piece)),
          key,
        },
        [h(Emblem, { of: combo.boomerang ? "boomerang" : "combo", key: "e" }), h("b", { key: "b" }, card?.power ?? "")],
      );
    }),
  );
}

/** @param {{ thing: EquipmentView, number: number, book: Book, place: any }} given */
function Thing({ thing, number, book, place }) {
  const card = cardOf(book, thing.card);
  const name = nameOf(book, thing.card);
  const gained = thing.gained ?? 0;
  const words = [
    t("af.thing", { card: name, dojo: number }),
    card?.power ?? "",
    gained > 0 ? t("af.gained", { n: gained }) : "",
    thing.neutralized ? t("af.mark.muted") : "",
  ];
  return h(
    "div",
    {
      class: `af-thing ${levelClass(card)}${thing.neutralized ? " af-muted" : ""}`,
      role: "img",
      "aria-label": words.filter((word) => word !== "").join(", "),
      ...place,
    },
    [
      h(Emblem, { of: thing.neutralized ? "muted" : "equipment", key: "e" }),
      h("span", { class: `af-thing-name${longWords(name, thing.neutralized ? 6 : 7)}`, key: "name" }, name),
      h("b", { key: "b" }, `${card?.power ?? ""}${gained > 0 ? ` +${gained}` : ""}`),
    ],
  );
}

/** What both would fight with here. @param {{ outlook: Outlook | null }} props */
function Prospect({ outlook }) {
  if (outlook === null || outlook.power === null || outlook.power === undefined) return null;
  const { power, against = null } = outlook;
  return h("span", { class: "af-prospect", "aria-hidden": "true" }, [
    h("b", { key: "power" }, `→ ${power}`),
    against !== null && h("span", { key: "against" }, ` : ${against}`),
  ]);
}

/** What the choices that are open now would come to, by the dojos they are about. @param {TableProps} props */
function outlooksOf({ plan, update, seat }) {
  /** @type {Map<string, Outlook>} */
  const outlooks = new Map();
  for (const way of plan.ways) {
    const { dojo } = /** @type {any} */ (way.action);
    const outlook = way.choice === undefined ? null : (update.outlooks?.[way.choice] ?? null);
    const at = `dojo/${seat}/${dojo}`;
    const isNext = plan.lit.has(at) || plan.picked.some((step) => step.at === at);
    if (outlook !== null && isNext && !outlooks.has(at)) outlooks.set(at, outlook);
  }
  return outlooks;
}
