import { h } from "../../../vendor/preact.js";
import { t } from "../../words.js";
import { cardInWords, cardOf, Emblem, Face, named, nameOf, Said } from "./card.js";
import { sorted } from "./order.js";
import { fighterIn, warningOf } from "./ways.js";

/** @import { SeatView, View, FighterView, GameEvent } from "../../../../javascript/types/games/amiibart.js" */
/** @import { TableProps, Flight } from "../index.js" */

export { details } from "./details.js";
export { ways } from "./ways.js";

/** With how many Death Tokens one has lost, as many places there are for them. */
const PLACES = 5;

/** Why a match ends. @type {Readonly<Record<string, import("../../words.js").Key>>} */
export const reasons = {
  death_tokens: "am.why_death_tokens",
  no_fighters: "am.why_no_fighters",
  nothing_left: "am.why_nothing_left",
  idle: "am.why_idle",
  turn_cap: "am.why_turn_cap",
  loop: "am.why_loop",
};

/** What a table shows anyway. */
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
 * What is asked now; nothing where the frame's own words do.
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
  return { asks, note: t(plan.lit.size === 0 ? "am.ask_end" : "am.ask_turn") };
}

/** @param {string} begun @param {View} view @param {TableProps} props */
function promptOf(begun, view, props) {
  const { lit, buttons, picked } = props.plan;
  const [kind = "", ...rest] = begun.split("/");
  const id = rest.at(-1) ?? "";
  const name = nameOf(props, kind === "piece" ? (fighterIn(view, id)?.card ?? "") : id);
  const places = [...lit.keys()];
  if (places.some((place) => place.startsWith("slot/"))) return t("am.which_slot", { name });
  const text = kind === "piece" ? "" : (cardOf(props, id)?.text ?? "");
  /** @param {string} asks */
  const noted = (asks) => (text === "" ? asks : { asks, note: text });
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
 * Both sides: what belongs to a seat, and its five slots; one's own below.
 * @param {View} view
 * @param {TableProps} props
 */
export function Board(view, props) {
  const own = props.seat ?? 0;
  const [mine, theirs] = [view.seats[own], view.seats[1 - own]];
  if (mine === undefined || theirs === undefined) throw new Error("Amiibart is played by two");
  const rises = risesOf(view, props);
  return h("div", { class: "am-table" }, [
    h("div", { class: "am-felt", key: "felt" }, [
      h(Side, { side: theirs, view, props, key: "theirs" }),
      h(Row, { side: theirs, props, rises, key: "their-row" }),
      h("div", { class: "am-border", "aria-hidden": "true", key: "border" }),
      h(Row, { side: mine, props, rises, key: "my-row" }),
      h(Side, { side: mine, view, props, key: "mine" }),
    ]),
  ]);
}

/**
 * All cards that one has left, as long as they can be played: what may be now first, the others dimmed. While one waits they
 * stay as they lay when one was asked last.
 * @param {View} view
 * @param {TableProps} props
 */
export function Own(view, props) {
  const side = props.seat === null ? undefined : view.seats[props.seat];
  if (side === undefined || props.update.result !== null) return null;
  const { update, history } = props;
  const asked = update.choices.length > 0 ? update : history.findLast((each) => each.choices.length > 0);
  const playable = cardsOf(update.choices);
  const cards = sorted(Object.entries(side.library ?? {}), props, cardsOf(asked?.choices ?? []));
  const isLit = cards.some(([id]) => props.plan.lit.has(`library/${id}`));
  return h(
    "div",
    {
      class: "am-library",
      role: "group",
      "aria-label": t("am.library"),
      ...(!isLit && { tabIndex: 0 }),
    },
    cards.map(([id, count]) =>
      h(Face, { props, id, size: "strip", count, place: props.at(`library/${id}`), isDim: !playable.has(id), key: id }),
    ),
  );
}

/** @param {readonly any[]} choices @returns {ReadonlySet<string>} */
function cardsOf(choices) {
  return new Set(choices.map(({ card }) => card));
}

/** @param {GameEvent} event @param {View} _before @param {View} _after @param {number | null} [seat] @returns {Flight[]} */
export function flights(event, _before, _after, seat = null) {
  /** @param {number} whose @param {string} card */
  const from = (whose, card) => (whose === seat ? `library/${card}` : `seat/${whose}`);
  switch (event.type) {
    case "fighter_entered":
      return event.summoned ? [] : [{ from: from(event.seat, event.card), to: `piece/${event.piece}` }];
    case "hazard_set":
      return [{ from: from(event.seat, event.card), to: `hazard/${event.seat}/${event.card}` }];
    case "stage_set":
      return [{ from: from(event.seat, event.card), to: `stage/${event.seat}/${event.card}` }];
    default:
      return [];
  }
}

/**
 * A card within a sentence: its Element's sign beside its name.
 * @param {any} value
 * @param {any} part
 * @param {{ cards: TableProps["cards"] }} known
 */
export function drawn(value, part, { cards }) {
  const card = typeof value === "string" ? cards?.get(value) : undefined;
  if (card === undefined) return null;
  return h("span", { class: `am-pip am-of-${card.element}` }, [h(Emblem, { of: card.element, key: "e" }), part.text]);
}

/** @param {{ side: SeatView, view: View, props: TableProps }} given */
function Side({ side, view, props }) {
  const { seat } = side;
  const name = props.names[seat] ?? "";
  const isTurn = view.turn_seat === seat && props.update.result === null;
  const chips = (side.powers?.length ?? 0) + (side.hazards?.length ?? 0) + (side.stage ? 1 : 0);
  return h("section", { class: `am-side${isTurn ? " am-turn" : ""}`, "aria-label": name }, [
    h(
      "button",
      {
        type: "button",
        class: "am-who",
        "data-at": `seat/${seat}`,
        onClick: () => props.show(`seat/${seat}`),
        key: "who",
      },
      [
        h("bdi", { class: "am-player", key: "name" }, name),
        h("span", { class: "unseen", key: "tokens-said" }, t("am.tokens_said", { n: side.tokens })),
        h("span", { class: "am-tokens", key: "tokens" }, [
          ...Array.from({ length: Math.max(PLACES, side.tokens) }, (_, at) =>
            h("i", { class: at < side.tokens ? "am-token am-dead" : "am-token", key: at }, h(Emblem, { of: "skull" })),
          ),
        ]),
        h("span", { class: "am-energy", key: "energy" }, [
          h(Emblem, { of: "energy", key: "e" }),
          side.energy,
          h("span", { class: "unseen", key: "said" }, t("am.energy_said")),
        ]),
      ],
    ),
    h("div", { class: `am-chips${chips > 2 ? " am-many" : ""}`, key: "chips" }, [
      ...(side.powers ?? []).map((id) =>
        h(Chip, {
          props,
          id,
          kind: "power",
          place: `power/${seat}/${id}`,
          isUsed: side.used?.includes(id) ?? false,
          key: `p${id}`,
        }),
      ),
      side.stage &&
        h(Chip, { props, id: side.stage, kind: "stage", place: `stage/${seat}/${side.stage}`, key: "stage" }),
      ...(side.hazards ?? []).map((id) =>
        h(Chip, { props, id, kind: "hazard", place: `hazard/${seat}/${id}`, key: `h${id}` }),
      ),
    ]),
  ]);
}

/**
 * A Power, a Stage or a Hazard in play.
 * @param {{ props: TableProps, id: string, kind: "power" | "stage" | "hazard", place: string, isUsed?: boolean }} given
 */
function Chip({ props, id, kind, place, isUsed = false }) {
  const card = cardOf(props, id);
  const isActive = kind === "power" && (card?.does ?? []).length > 0;
  const at = props.at(place);
  const used = isUsed ? `, ${t("am.used")}` : "";
  return h(
    "div",
    {
      class: `am-chip am-chip-${kind} am-of-${card?.element ?? "none"}${isUsed ? " am-used" : ""}`,
      ...named(at, `${cardInWords(props, id)}${used}. ${card?.text ?? ""}`),
    },
    [
      h(Said, { said: at["aria-label"], key: "said" }),
      h(Emblem, { of: kind === "power" ? (card?.element ?? "none") : kind, key: "emblem" }),
      h("span", { class: "am-chip-name", "aria-hidden": "true", key: "name" }, nameOf(props, id)),
      isActive &&
        h("span", { class: "am-chip-cost", "aria-hidden": "true", key: "cost" }, [
          card?.cost ?? 0,
          h(Emblem, { of: "energy", key: "e" }),
        ]),
    ],
  );
}

/** @param {{ side: SeatView, props: TableProps, rises: ReadonlyMap<string, any> }} given */
function Row({ side, props, rises }) {
  const outlooks = outlooksOf(props);
  return h(
    "div",
    { class: "am-row", role: "group", "aria-label": t("am.row", { name: props.names[side.seat] ?? "" }) },
    side.slots.map((fighter, at) => {
      const place = props.at(`slot/${side.seat}/${at + 1}`);
      return h(
        "div",
        {
          class: "am-slot",
          ...(fighter === null && { role: "img", "aria-label": t("am.empty_slot", { slot: at + 1 }) }),
          ...place,
          key: at,
        },
        fighter === null
          ? [
              h("span", { class: "am-slot-number", "aria-hidden": "true", key: "n" }, at + 1),
              rises.get(`slot/${side.seat}/${at + 1}`),
            ]
          : h(Fighter, {
              fighter,
              props,
              outlook: outlooks.get(fighter.piece) ?? null,
              rise: rises.get(fighter.piece),
              key: fighter.piece,
            }),
      );
    }),
  );
}

/** @param {{ fighter: FighterView, props: TableProps, outlook: any, rise: any }} given */
function Fighter({ fighter, props, outlook, rise }) {
  const { piece, card, slot } = fighter;
  const label = `${cardInWords(props, card, fighter)}, ${t("am.in_slot", { slot })}${fighter.may_attack ? `, ${t("am.ready")}` : ""}`;
  const note =
    outlook === null && rise === undefined
      ? null
      : [
          outlook !== null && h(Outlook, { outlook, key: "outlook" }),
          rise !== undefined && h("span", { class: "am-rise-box", key: "rise" }, rise),
        ];
  return h(Face, { props, id: card, size: "board", fighter, place: props.at(`piece/${piece}`), label, note });
}

/** What an attack on this one would come to. @param {{ outlook: any }} props */
function Outlook({ outlook }) {
  const end = (/** @type {boolean} */ dies) => (dies ? h(Emblem, { of: "skull", key: "end" }) : null);
  return h("span", { class: "am-outlook", "aria-hidden": "true" }, [
    h("span", { class: `am-there${outlook.removes ? " am-kills" : ""}`, key: "there" }, [
      `−${outlook.power}`,
      end(outlook.removes),
    ]),
    h("span", { class: `am-back${outlook.dies ? " am-costs" : ""}`, key: "back" }, [
      `↩${outlook.against ?? 0}`,
      end(outlook.dies),
    ]),
  ]);
}

/** What the attacks that are lit now would come to, by whom they are aimed at. @param {TableProps} props */
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

/**
 * What the last update did to the Fighters, as numbers that rise from them.
 * @param {View} view
 * @param {TableProps} props
 */
function risesOf(view, { update }) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  /** @type {Map<string, any>} */
  const found = new Map();
  for (const event of /** @type {GameEvent[]} */ (/** @type {unknown} */ (update.events))) {
    if (event.type === "damaged" || event.type === "healed") {
      const change = event.type === "healed" ? event.amount : -event.amount;
      sums.set(event.piece, (sums.get(event.piece) ?? 0) + change);
    } else if (event.type === "died") {
      const rise = h(
        "span",
        { class: "am-rise am-rise-dead", "aria-hidden": "true", key: `died-${update.version}` },
        h(Emblem, { of: "skull" }),
      );
      found.set(`slot/${event.seat}/${event.slot}`, rise);
    }
  }
  for (const [piece, sum] of sums) {
    if (sum === 0 || fighterIn(view, piece) === null) continue;
    const tone = sum > 0 ? "am-rise-more" : "am-rise-less";
    found.set(
      piece,
      h(
        "span",
        { class: `am-rise ${tone}`, "aria-hidden": "true", key: update.version },
        sum > 0 ? `+${sum}` : `−${-sum}`,
      ),
    );
  }
  return found;
}

/** A card of the catalogue. @param {any} card @param {{ cards: any, large: boolean }} props */
export function printed(card, { cards, large }) {
  const props = /** @type {any} */ ({ cards });
  return h("div", { class: "am-printed" }, h(Face, { props, id: card.id, size: large ? "full" : "strip" }));
}
