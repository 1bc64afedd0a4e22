import { t } from "../../words.js";
import { cardOf, kindWord, LEVELS, nameOf } from "./card.js";
import { bookOf, found, isOfHand, isOfTray, orderName } from "./table.js";

/** @import { GameAction, View } from "../../../../javascript/types/games/amfibido.js" */
/** @import { Step, Way } from "../../table/plan.js" */
/** @import { WayProps } from "../index.js" */

/**
 * The clicks for each choice: the card, then the dojo, then the card to replace if there is still a choice of it.
 * @param {GameAction} choice
 * @param {WayProps} props
 * @returns {Way[]}
 */
export function ways(choice, props) {
  const steps = stepsOf(choice, props);
  if (steps.length === 0) return [];
  const outlook = outlookInWords(props);
  const last = steps.at(-1);
  const told =
    last === undefined || outlook === ""
      ? steps
      : [...steps.slice(0, -1), { ...last, label: `${last.label}${outlook}` }];
  const sentence = choice.type === "resolve_first" ? (steps[0]?.label ?? "") : props.sentence;
  return [{ steps: told, action: choice, sentence: `${sentence}${outlook}` }];
}

/** @param {GameAction} choice @param {WayProps} props @returns {Step[]} */
function stepsOf(choice, props) {
  const { view, seat } = props;
  const book = bookOf(view, props);
  switch (choice.type) {
    case "play_fighter":
      return [ofHand(choice.card, props), fielded(choice.dojo, props)];
    case "play_equipment":
      return [ofHand(choice.card, props), ...putInto(choice, choice.replaces ?? null, props)];
    case "play_combo":
      return [ofHand(choice.card, props), onFighter(choice.dojo, props)];
    case "play_action":
      return [ofHand(choice.card, props), confirmed(t("af.play"))];
    case "activate":
      return [
        { at: `piece/${choice.piece}`, label: t("af.use_of", { card: nameOf(book, choice.card), dojo: choice.dojo }) },
        confirmed(t("af.use")),
      ];
    case "activate_sensei":
      return [{ at: `sensei/${seat}`, label: senseiInWords(props) }, confirmed(t("af.use"))];
    case "pass":
      return [passed(props)];
    case "keep_hand":
      return [{ label: t("af.keep_hand"), key: "keep_hand", tone: "main" }];
    case "mulligan":
      return [{ label: t("af.mulligan"), key: "mulligan" }];
    case "choose_sensei":
      return [{ at: `offer/${choice.sensei}`, label: nameOf(book, choice.sensei) }, confirmed(t("af.choose"))];
    case "draft":
      return [{ at: `offer/${choice.card}`, label: props.sentence }];
    case "redraw_draft":
      return [{ label: t("af.redraw"), key: "redraw", tone: "risky", asks: t("af.redraw_asks") }];
    case "draw_instead":
      return [{ at: `deck/${choice.level}`, label: props.sentence }];
    case "choose_level":
      return [{ at: `deck/${choice.level}`, label: props.sentence }];
    case "choose_kind":
      return [{ label: kindWord(choice.kind), key: `kind/${choice.kind}` }];
    case "choose_card":
      return [{ at: `${isOfHand(choice, view) ? "hand" : "offer"}/${choice.card}`, label: nameOf(book, choice.card) }];
    case "choose_piece":
      return [
        { at: `piece/${choice.piece}`, label: t("af.in_dojo", { card: nameOf(book, choice.card), dojo: choice.dojo }) },
      ];
    case "move":
      return [
        {
          at: `piece/${choice.piece}`,
          label: t("af.move", { card: nameOf(book, choice.card), dojo: choice.from_dojo }),
        },
        ...putInto(choice, choice.swaps ?? null, props),
      ];
    case "play_shown":
      return [...shown(choice.card, props), ...playedShown(choice, props)];
    case "discard_shown":
      return [
        ...shown(choice.card, props),
        { label: t("af.discard", { card: nameOf(book, choice.card) }), key: "discard" },
      ];
    case "resolve_first":
      return [{ at: `offer/${orderName(choice)}`, label: firstInWords(choice, props) }];
    case "decline":
      return [{ label: t("af.decline"), key: "decline" }];
    default:
      return [];
  }
}

/** @param {string} card @param {WayProps} props @returns {Step} */
function ofHand(card, props) {
  return { at: `hand/${card}`, label: t("af.play_card", { card: nameOf(bookOf(props.view, props), card) }) };
}

/** @param {string} label @returns {Step} */
function confirmed(label) {
  return { label, key: "confirm", tone: "main" };
}

/**
 * The step for the dojo of a new fighter. The fighter there retires with its combo moves.
 * @param {number} dojo @param {WayProps} props @returns {Step}
 */
function fielded(dojo, props) {
  const { view, seat } = props;
  const fighter = view.seats[seat ?? 0].dojos[dojo - 1]?.fighter ?? null;
  const at = `dojo/${seat}/${dojo}`;
  if (fighter === null) return { at, label: t("af.dojo", { dojo }) };
  const card = nameOf(bookOf(view, props), fighter.card);
  const combos = (fighter.combos ?? []).length;
  if (combos === 0) return { at, label: t("af.dojo_for", { dojo, card }) };
  return {
    at,
    label: t("af.dojo_for", { dojo, card }),
    tone: "risky",
    asks: t("af.loses_combos", { card, n: combos }),
  };
}

/** @param {number} dojo @param {WayProps} props @returns {Step} */
function onFighter(dojo, props) {
  const { view, seat } = props;
  const fighter = view.seats[seat ?? 0].dojos[dojo - 1]?.fighter ?? null;
  const card = fighter === null ? "" : nameOf(bookOf(view, props), fighter.card);
  return { at: `dojo/${seat}/${dojo}`, label: t("af.on_fighter", { card, dojo }) };
}

/**
 * The steps for a dojo, and for one of several ways to lie there.
 * @param {any} choice
 * @param {string | null} piece the piece that it replaces or changes places with
 * @param {WayProps} props
 * @returns {Step[]}
 */
function putInto(choice, piece, props) {
  const { view, seat, choices } = props;
  const about = choice.piece === undefined ? "card" : "piece";
  const alike = choices.filter(
    (other) => other.type === choice.type && other[about] === choice[about] && other.dojo === choice.dojo,
  );
  const at = `dojo/${seat}/${choice.dojo}`;
  const there = piece === null ? null : found(view, piece);
  const card = there === null ? null : nameOf(bookOf(view, props), there.card);
  if (alike.length < 2) {
    return [
      {
        at,
        label: card === null ? t("af.dojo", { dojo: choice.dojo }) : t("af.dojo_for", { dojo: choice.dojo, card }),
      },
    ];
  }
  const which =
    piece === null
      ? { label: t("af.beside"), key: "beside" }
      : { at: `piece/${piece}`, label: t("af.for", { card: card ?? "" }) };
  return [{ at, label: t("af.dojo", { dojo: choice.dojo }) }, which];
}

/**
 * The steps for one of the shown cards; none if there is only one.
 * @param {string} card @param {WayProps} props @returns {Step[]}
 */
function shown(card, props) {
  const cards = new Set(props.choices.filter((each) => isOfTray(each, props.view)).map((each) => each.card));
  return cards.size < 2 ? [] : [{ at: `offer/${card}`, label: nameOf(bookOf(props.view, props), card) }];
}

/** @param {any} choice @param {WayProps} props @returns {Step[]} */
function playedShown(choice, props) {
  switch (cardOf(bookOf(props.view, props), choice.card)?.kind) {
    case "combo":
      return [onFighter(choice.dojo, props)];
    case "fighter":
      return [fielded(choice.dojo, props)];
    default:
      return putInto(choice, choice.replaces ?? null, props);
  }
}

/** @param {{ piece: string, card: string }} choice @param {WayProps} props */
function firstInWords({ piece, card }, props) {
  const there = found(props.view, piece);
  const name = nameOf(bookOf(props.view, props), card);
  return there === null ? t("af.first", { card: name }) : t("af.first_in", { card: name, dojo: there.dojo });
}

/** @param {WayProps} props */
function senseiInWords({ view, seat, sentence, ...props }) {
  const sensei = view.seats[seat ?? 0].sensei ?? null;
  return sensei === null ? sentence : t("af.use_sensei", { card: nameOf(bookOf(view, props), sensei) });
}

/**
 * A pass ends the player's whole round. It asks for confirmation while another action is possible.
 * @param {WayProps} props @returns {Step}
 */
function passed({ choices }) {
  const label = t("af.pass");
  return choices.length > 1 ? { label, key: "pass", asks: t("af.pass_asks") } : { label, key: "pass", tone: "main" };
}

/** The outlook of a choice in words. @param {WayProps} props */
function outlookInWords({ outlook }) {
  const { power = null, against = null } = outlook ?? {};
  if (power === null) return "";
  return against === null ? `: ${t("af.would", { n: power })}` : `: ${t("af.would_against", { n: power, against })}`;
}

/** @param {View} view @param {number} level */
export function deckInWords(view, level) {
  const deck = t("af.deck", { level: LEVELS[level] ?? "", n: view.deck_counts[level - 1] ?? 0 });
  return view.active_levels.includes(level) ? `${deck}, ${t("af.active")}` : deck;
}
