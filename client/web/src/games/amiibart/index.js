import { h } from "../../../vendor/preact.js";
import { longWords, parted } from "../../ui/long-words.js";
import { kept } from "../../ui/redraws.js";
import { called, t } from "../../words.js";
import { cardInWords, cardOf, Emblem, face, named, nameOf } from "./card.js";
import { sorted } from "./order.js";
import { fitted } from "./room.js";
import { fighterIn, warningOf } from "./ways.js";

/** @import { SeatView, View, FighterView } from "../../../../javascript/types/games/amiibart.js" */
/** @import { TableProps } from "../index.js" */

export { kindWord } from "./card.js";
export { ways } from "./ways.js";

/** Number of Death Tokens that loses the match, and of the places that show them. */
const PLACES = 5;

/** The cost of a card, for the curve of a deck. */
export const costs = {
  title: /** @type {const} */ ("am.curve"),
  of: (/** @type {any} */ card) => card.cost ?? (card.kind === "power" ? null : 0),
};

/** The Element of a card, by which cards are sorted and filtered. */
export const groupOf = (/** @type {any} */ { element }) =>
  element ? { id: element, title: called("am.element", element), class: `am-of-${element}` } : null;

/** The large view of a place. */
export const detailed = () => import("./details.js");

/** The movements of events. */
export const moving = () => import("./motions.js");

/** The sentences for the reasons of a match's end. @type {Readonly<Record<string, import("../../words.js").Key>>} */
export const reasons = {
  death_tokens: "am.why_death_tokens",
  no_fighters: "am.why_no_fighters",
  nothing_left: "am.why_nothing_left",
  idle: "am.why_idle",
  turn_cap: "am.why_turn_cap",
  loop: "am.why_loop",
};

/** Events that the table shows anyway. */
export const quiet = new Set(["asked", "answered", "attack_ended", "turn_ended"]);

/** @param {View} view @param {TableProps} props */
export function headline(view, { seat, names, update }) {
  const title = view.stage === "turn_one" ? t("am.turn_one") : t("am.turn", { turn: view.turn });
  const turn = update.result === null ? (view.turn_seat ?? null) : null;
  const whose = turn === null ? null : turn === seat ? t("am.yours") : t("am.theirs", { name: names[turn] ?? "" });
  const note = [whose, view.sudden_death ? t("am.sudden_death") : null].filter((each) => each !== null).join(" · ");
  return note === "" ? { title } : { title, note };
}

/**
 * The present question; `null` if the general words do.
 * @param {View} view
 * @param {TableProps} props
 */
export function prompt(view, props) {
  const { seat, plan, update } = props;
  if (seat === null || update.choices.length === 0) return null;
  const begun = plan.picked[0]?.at;
  if (begun !== undefined) return promptOf(begun, view, props);
  const question = view.question ?? null;
  if (question !== null) {
    const text = cardOf(props, question.about)?.text;
    const card = nameOf(props, question.about);
    return text ? t("am.choose_by", { card, text }) : t("am.choose_for", { card });
  }
  if (view.stage === "turn_one") return t("am.turn_one_prompt");
  const own = view.seats[seat];
  if (own === undefined) return null;
  const asks = warningOf(own) ?? t("am.energy_left", { n: own.energy });
  const ready = own.slots.filter((fighter) => fighter?.may_attack).length;
  const may = ready > 0 ? `${t("am.can_attack", { n: ready })} ` : "";
  return { asks, note: `${may}${t(plan.lit.size === 0 ? "am.ask_end" : "am.ask_turn")}` };
}

/** @param {string} begun @param {View} view @param {TableProps} props */
function promptOf(begun, view, props) {
  const { lit, buttons, picked } = props.plan;
  const [kind = "", ...rest] = begun.split("/");
  const id = rest.at(-1) ?? "";
  const name = nameOf(props, kind === "piece" ? (fighterIn(view, id)?.card ?? "") : id);
  const places = [...lit.keys()];
  const text = kind === "piece" ? "" : (cardOf(props, id)?.text ?? "");
  /** @param {string} asks */
  const noted = (asks) => (text === "" ? asks : { asks, note: text });
  if (places.some((place) => place.startsWith("slot/"))) return noted(t("am.which_slot", { name }));
  if (places.length === 0) {
    const isForged = buttons.some((step) => step.key?.startsWith("forge/"));
    return isForged ? t("am.which_effect", { name }) : noted(t("am.ready_to", { name }));
  }
  const actions = /** @type {any[]} */ (props.plan.ways.map((way) => way.action));
  const aims = actions.map((action) => action.targets?.length ?? 1);
  const most = Math.max(...aims);
  if (most < 2) return noted(t(kind === "piece" ? "am.attack_whom" : "am.which_fighter", { name }));
  const aimed = picked.filter((step) => step.at?.startsWith("piece/") && step.at !== begun).length;
  return noted(t("am.which_of", { name, n: aimed + 1, most }));
}

/**
 * Both sides: the seat's line and its five slots. The player's own side is below.
 * @param {View} view
 * @param {TableProps} props
 */
export function Board(view, props) {
  const own = props.seat ?? 0;
  const [mine, theirs] = [view.seats[own], view.seats[1 - own]];
  if (mine === undefined || theirs === undefined) throw new Error("Amiibart is played by two");
  return h("div", { class: "am-table", ref: fitted }, [
    h("div", { class: "am-felt", key: "felt" }, [
      h(Side, { side: theirs, view, props, key: "theirs" }),
      h(Row, { side: theirs, props, key: "their-row" }),
      h("div", { class: "am-border", "aria-hidden": "true", key: "border" }),
      h(Row, { side: mine, props, key: "my-row" }),
      h(Side, { side: mine, view, props, key: "mine" }),
    ]),
  ]);
}

/**
 * All cards that the player can still play. Those that could be played at the start of the turn come first, and the
 * others are dimmed. Their order stays until the next turn, so that no card moves away from under a finger.
 * @param {View} view
 * @param {TableProps} props
 */
export function Own(view, props) {
  const side = props.seat === null ? undefined : view.seats[props.seat];
  if (side === undefined || props.update.result !== null) return null;
  const { update, history } = props;
  const playable = cardsOf(update.choices);
  const cards = sorted(Object.entries(side.library ?? {}), props, cardsOf(beginning(history)));
  const isLit = cards.some(([id]) => props.plan.lit.has(`library/${id}`));
  const isFolded = side.energy === 0 && view.stage !== "turn_one" && !cards.some(([id]) => playable.has(id));
  return h(
    "div",
    {
      class: `strip am-library${isFolded ? " am-folded" : ""}`,
      role: "group",
      "aria-label": t("am.library"),
      style: { "--n": cards.length },
      ...(!isLit && { tabIndex: 0 }),
    },
    cards.map(([id, count]) =>
      face({ props, id, size: "strip", count, place: props.at(`library/${id}`), isDim: !playable.has(id), key: id }),
    ),
  );
}

/**
 * The cards that could be played at the start of the last turn with any playable card.
 * @param {TableProps["history"]} history
 * @returns {readonly any[]}
 */
function beginning(history) {
  /** @type {readonly any[]} */
  let choices = [];
  let turn = -1;
  for (let at = history.length - 1; at >= 0; at -= 1) {
    const { view, choices: offered = [] } = /** @type {any} */ (history[at]);
    if (turn >= 0 && view.turn !== turn) break;
    if (offered.some((/** @type {any} */ { card }) => card !== undefined)) [choices, turn] = [offered, view.turn];
  }
  return choices;
}

/** @param {readonly any[]} choices @returns {ReadonlySet<string>} */
function cardsOf(choices) {
  return new Set(choices.map(({ card }) => card));
}

/**
 * A card in a sentence: its Element's sign beside its name.
 * @param {any} value
 * @param {any} part
 * @param {{ cards: TableProps["cards"] }} known
 */
export function drawn(value, part, { cards }) {
  const card = typeof value === "string" ? cards?.get(value) : undefined;
  if (card === undefined) return null;
  return h("span", { class: `am-pip am-of-${card.element}`, "data-thing": value }, [
    h(Emblem, { of: card.element, key: "e" }),
    part.text,
  ]);
}

/** @param {{ side: SeatView, view: View, props: TableProps }} given */
function Side({ side, view, props }) {
  const { seat } = side;
  const { cards, phrasing, description } = props;
  /** @param {"power" | "stage" | "hazard"} kind @param {string} id */
  const chip = (kind, id) => ({
    id,
    kind,
    isUsed: kind === "power" && (side.used?.includes(id) ?? false),
    place: props.at(`${kind}/${seat}/${id}`),
  });
  return h(Sitting, {
    seat,
    name: props.names[seat] ?? "",
    isTurn: view.turn_seat === seat && props.update.result === null,
    tokens: side.tokens,
    energy: side.energy,
    chips: [
      ...(side.powers ?? []).map((id) => chip("power", id)),
      ...(side.stage ? [chip("stage", side.stage)] : []),
      ...(side.hazards ?? []).map((id) => chip("hazard", id)),
    ],
    printed: { cards, phrasing },
    description,
    show: props.show,
  });
}

/**
 * A Power, Stage or Hazard in play.
 * @typedef {{ id: string, kind: "power" | "stage" | "hazard", isUsed: boolean, place: any }} Lying
 */

/**
 * @typedef {object} SittingProps
 * @property {number} seat
 * @property {string} name
 * @property {boolean} isTurn
 * @property {number} tokens
 * @property {number} energy
 * @property {readonly Lying[]} chips
 * @property {Pick<TableProps, "cards" | "phrasing">} printed
 * @property {unknown} description
 * @property {TableProps["show"]} show
 */

const Sitting = kept(
  /** @param {SittingProps} props */
  ({ seat, name, isTurn, tokens, energy, chips, printed, show }) =>
    h("section", { class: `am-side${isTurn ? " am-turn" : ""}`, "aria-label": name }, [
      h(
        "button",
        {
          type: "button",
          class: "am-who",
          "data-at": `seat/${seat}`,
          onClick: () => show(`seat/${seat}`),
          key: "who",
        },
        [
          h("bdi", { class: "am-player", key: "name" }, name),
          h("span", { class: "unseen", key: "tokens-said" }, t("am.tokens_said", { n: tokens })),
          h("span", { class: "am-tokens", key: "tokens" }, [
            ...Array.from({ length: Math.max(PLACES, tokens) }, (_, at) =>
              h("i", { class: at < tokens ? "am-token am-dead" : "am-token", key: at }, h(Emblem, { of: "skull" })),
            ),
          ]),
          h("span", { class: "am-energy", key: "energy" }, [
            h(Emblem, { of: "energy", key: "e" }),
            energy,
            h("span", { class: "unseen", key: "said" }, t("am.energy_said")),
          ]),
        ],
      ),
      h(
        "div",
        { class: `am-chips${chips.length > 2 ? " am-many" : ""}${chips.length > 3 ? " am-crowd" : ""}`, key: "chips" },
        chips.map((lying) => h(Chip, { lying, printed, key: `${lying.kind}${lying.id}` })),
      ),
    ]),
);

/** @param {{ lying: Lying, printed: Pick<TableProps, "cards" | "phrasing"> }} given */
function Chip({ lying: { id, kind, isUsed, place }, printed }) {
  const card = cardOf(printed, id);
  const name = nameOf(printed, id);
  const isActive = kind === "power" && (card?.does ?? []).length > 0;
  const used = isUsed ? `, ${t("am.used")}` : "";
  return h(
    "div",
    {
      class: `am-chip am-chip-${kind} am-of-${card?.element ?? "none"}${isUsed ? " am-used" : ""}${card?.printing === undefined ? "" : " am-art"}`,
      ...named(place, `${cardInWords(printed, id)}${used}. ${card?.text ?? ""}`),
    },
    [
      h(Emblem, { of: kind === "power" ? (card?.element ?? "none") : kind, key: "emblem" }),
      h("span", { class: `am-chip-name${longWords(name, 8)}`, "aria-hidden": "true", key: "name" }, parted(name, 8)),
      isActive &&
        h("span", { class: "am-chip-cost", "aria-hidden": "true", key: "cost" }, [
          card?.cost ?? 0,
          h(Emblem, { of: "energy", key: "e" }),
        ]),
    ],
  );
}

/** @param {{ side: SeatView, props: TableProps }} given */
function Row({ side, props }) {
  const outlooks = outlooksOf(props);
  const { cards, phrasing, description } = props;
  return h(
    "div",
    { class: "am-row", role: "group", "aria-label": t("am.row", { name: props.names[side.seat] ?? "" }) },
    side.slots.map((fighter, at) => {
      const name = `slot/${side.seat}/${at + 1}`;
      const piece = fighter?.piece ?? null;
      return h(Slot, {
        number: at + 1,
        place: props.at(name),
        fighter,
        lying: piece === null ? null : props.at(`piece/${piece}`),
        outlook: outlooks.get(piece) ?? null,
        printed: { cards, phrasing },
        description,
        key: at,
      });
    }),
  );
}

/**
 * @typedef {object} SlotProps
 * @property {number} number
 * @property {any} place
 * @property {FighterView | null} fighter
 * @property {any} lying the place of the Fighter
 * @property {any} outlook the outlook of an attack on it
 * @property {Pick<TableProps, "cards" | "phrasing">} printed
 * @property {unknown} description
 */

const Slot = kept(
  /** @param {SlotProps} props */
  ({ number, place, fighter, lying, outlook, printed }) =>
    fighter === null
      ? h(
          "div",
          { class: "am-slot am-vacant", role: "img", "aria-label": t("am.empty_slot", { slot: number }), ...place },
          [h("span", { class: "am-slot-number", "aria-hidden": "true", key: "n" }, number)],
        )
      : h(
          "div",
          { class: "am-slot", ...place },
          face({
            props: printed,
            id: fighter.card,
            size: "board",
            fighter,
            place: lying,
            label: fighterInWords(fighter, printed),
            outlook,
            key: fighter.piece,
          }),
        ),
);

/** @param {FighterView} fighter @param {Pick<TableProps, "cards" | "phrasing">} printed */
function fighterInWords(fighter, printed) {
  const words = [cardInWords(printed, fighter.card, fighter), t("am.in_slot", { slot: fighter.slot })];
  return [...words, ...(fighter.may_attack ? [t("am.ready")] : [])].join(", ");
}

/** The outlooks of the lit attacks, by target. @param {TableProps} props */
function outlooksOf({ plan, update }) {
  const found = new Map();
  if (plan.picked.length === 0) return found;
  for (const way of plan.ways) {
    const action = /** @type {any} */ (way.action);
    const outlook = way.choice === undefined ? null : (update.outlooks?.[way.choice] ?? null);
    if (action.type === "attack" && outlook !== null) found.set(action.target, outlook);
  }
  return found;
}

/** A card of the catalogue, drawn for its list. @param {any} card @param {{ cards: any, large: boolean }} props */
export function printed(card, { cards, large }) {
  const props = /** @type {any} */ ({ cards });
  return h("div", { class: "am-printed" }, face({ props, id: card.id, size: large ? "full" : "strip" }));
}
