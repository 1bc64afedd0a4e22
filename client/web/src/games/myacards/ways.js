import { t } from "../../words.js";
import { cardOf, nameOf, pieceOf, zoneOf } from "./cards.js";

/** @import { WayProps } from "../index.js" */
/** @import { Step, Way } from "../../table/plan.js" */

/**
 * The clicks for a choice: a card of the hand, then a zone or a button; or a card on the field, then a target.
 * @param {any} choice
 * @param {WayProps} props
 * @returns {Way[]}
 */
export function ways(choice, props) {
  const { view, cards } = props;
  /** @param {string} id */
  const called = (id) => nameOf(id, view, cards);
  /** @param {readonly Step[]} steps @param {any} [action] @returns {Way} */
  const way = (steps, action = choice) => ({ steps, action, sentence: steps.at(-1)?.label ?? props.sentence });
  switch (choice.type) {
    case "keep_hand":
      return [way([{ key: "keep", label: t("my.keep"), tone: "main" }])];
    case "mulligan":
      return [way([{ key: "mulligan", label: t("my.mulligan"), tone: "risky" }])];
    case "place": {
      const first = { at: `hand/${choice.card}`, label: t("my.place", { card: called(choice.card) }) };
      return choice.zones.map((/** @type {string} */ zone) => {
        const label =
          t("my.place_at", { card: called(choice.card), zone: zoneName(zone, props) }) + cost(choice, props);
        return way([first, { at: `zone/${zone}`, label }], { type: "place", card: choice.card, zones: [zone] });
      });
    }
    case "play": {
      return [buttoned(choice, "hand", "play", t("my.play", { card: called(choice.card) }), t("my.play_it"))];
    }
    case "attack": {
      const first = {
        at: `piece/${choice.piece}`,
        label: t("my.attack_with", { card: pieceName(choice.piece, props) }),
      };
      return choice.targets.map((/** @type {string} */ target) => {
        const names = { card: pieceName(choice.piece, props), target: pieceName(target, props) };
        const label = `${t("my.attack", names)}${outcome(props.outlook)}`;
        const action = { type: "attack", piece: choice.piece, targets: [target] };
        return way([first, { at: `piece/${target}`, label }], action);
      });
    }
    case "sacrifice":
      return [
        way([{ at: `piece/${choice.piece}`, label: t("my.sacrifice", { card: pieceName(choice.piece, props) }) }]),
      ];
    case "choose_piece":
      return [way([{ at: `piece/${choice.piece}`, label: t("my.choose", { what: pieceName(choice.piece, props) }) }])];
    case "choose_zone":
      return [way([{ at: `zone/${choice.zone}`, label: t("my.choose", { what: zoneName(choice.zone, props) }) }])];
    case "choose_card":
      return [chosenCard(choice, called(choice.card), view.question?.prompt)];
    case "discard":
      return [buttoned(choice, "hand", "discard", t("my.discard", { card: called(choice.card) }), t("my.discard_it"))];
    case "begin_attacks":
      return [way([warned({ key: "begin_attacks", label: t("my.begin_attacks") }, props)])];
    case "end_turn":
      return [way(ending({ key: "end_turn", label: t("my.end_turn") }, "my.end_passing", props))];
    case "end_turn_watching":
      return [way(ending({ key: "end_turn_watching", label: t("my.end_turn_watching") }, "my.end_watching", props))];
    case "let_pass":
      return choice.until === usualPass(props.choices)
        ? [way([{ key: "pass", label: t(choice.until === "now" ? "my.pass" : "my.pass_whole"), tone: "main" }])]
        : letPassMore(choice, way);
    case "call_bonus":
      return [way([{ key: `call/${choice.bonus}`, label: t("my.call", { bonus: bonusName(choice.bonus) }) }])];
    default:
      return [];
  }
}

/**
 * The pass that one press means: all responses to an attack, if there is nothing else to do, so that the question comes
 * once.
 * @param {readonly any[]} choices
 */
function usualPass(choices) {
  const isAll = choices.every(({ type }) => type === "let_pass");
  return isAll && choices.some(({ until }) => until === "attack") ? "attack" : "now";
}

/**
 * A standing order takes two steps, because it gives up all responses to such attacks.
 * @param {any} choice
 * @param {(steps: readonly Step[]) => Way} way
 */
function letPassMore(choice, way) {
  const key = /** @type {Readonly<Record<string, import("../../words.js").Key>>} */ (PASSES)[choice.until];
  if (key === undefined) return [];
  return [
    way([
      { key: "pass_more", label: t("my.pass_more") },
      { key: `pass/${choice.until}`, label: t(key) },
    ]),
  ];
}

export const PASSES = /** @type {const} */ ({
  now: "my.pass_now",
  attack: "my.pass_attack",
  turn: "my.pass_turn",
  call: "my.pass_call",
});

/**
 * The end of a turn, or of placing cards, asks for confirmation while it loses the match.
 * @param {Step} step
 * @param {WayProps} props
 * @returns {Step}
 */
function warned(step, { view, seat, choices }) {
  const loses = seat !== null && view.seats[seat]?.must_place_entity === true;
  if (loses) return { ...step, tone: "risky", asks: t("my.loses") };
  const further = choices.filter((each) => !each.type.startsWith("end_turn"));
  const isAll = further.length === 0;
  if (step.key === "begin_attacks" && further.length === 1) return { ...step, tone: "main" };
  return isAll && step.key === "end_turn" ? { ...step, tone: "main" } : step;
}

/**
 * With a standing order there are two ways to end a turn. A second step asks for one of them.
 * @param {Step} step
 * @param {"my.end_passing" | "my.end_watching"} key
 * @param {WayProps} props
 * @returns {Step[]}
 */
function ending(step, key, props) {
  if (props.choices.every((each) => each.type !== "end_turn_watching")) return [warned(step, props)];
  return [{ key: "end", label: t("my.end") }, warned({ ...step, label: t(key) }, props)];
}

/**
 * @param {any} choice
 * @param {string} name
 * @param {string | undefined} prompt
 */
function chosenCard(choice, name, prompt) {
  if (prompt === "discard_a_card") {
    return buttoned(choice, "hand", "discard", t("my.discard", { card: name }), t("my.discard_it"));
  }
  const from = prompt === "choose_from_their_hand" ? "theirs" : "lost";
  return buttoned(choice, from, "choose", t("my.choose", { what: name }), t("my.choose_it"));
}

/**
 * A card, and then a button with the action: its text can be read in between, and nothing happens by accident.
 * @param {any} choice
 * @param {string} from
 * @param {string} does
 * @param {string} sentence
 * @param {string} label
 * @returns {Way}
 */
function buttoned(choice, from, does, sentence, label) {
  const { card } = choice;
  return {
    steps: [
      { at: `${from}/${card}`, label: sentence },
      { key: `${does}/${card}`, label, tone: "main" },
    ],
    action: choice,
    sentence,
  };
}

/** @param {any} choice @param {WayProps} props */
function cost(choice, { view, cards }) {
  const { sacrifices } = cardOf(choice.card, view, cards);
  return sacrifices === 0 ? "" : ` (${t("my.sacrifices", { n: sacrifices })})`;
}

/** The outlook of an attack in words. @param {import("../index.js").WayProps["outlook"]} outlook */
function outcome(outlook) {
  if (outlook === null || outlook.removes === undefined || outlook.removes === null) return "";
  const numbers =
    outlook.against === undefined || outlook.against === null
      ? ""
      : `${t("my.against", { power: outlook.power ?? 0, against: outlook.against })}: `;
  return ` (${numbers}${t(outlook.removes ? "my.falls" : "my.holds")})`;
}

/**
 * The name of a zone: `your d3`, `d3 of Bo`.
 * @param {string} id
 * @param {{ seat: number | null, names?: readonly string[] }} props
 */
export function zoneName(id, { seat, names = [] }) {
  const { half, name } = zoneOf(id);
  if (seat === null) return t("my.zone_of", { zone: name, name: names[half] ?? "" });
  return t(half === seat ? "my.zone_mine" : "my.zone_theirs", { zone: name });
}

/**
 * The name of a card on the field with its zone, never its id.
 * @param {string} id
 * @param {{ view: any, seat: number | null, cards: any, names?: readonly string[] }} props
 */
export function pieceName(id, props) {
  const found = props.view.field.find((/** @type {any} */ each) => each.piece === id);
  if (found === undefined) return t("my.gone");
  const { card, zone } = pieceOf(found, props.view, props.cards);
  return t("my.piece", { card: card.name, zone: zoneName(zone.id, props) });
}

/** @param {string} bonus */
export function bonusName(bonus) {
  switch (bonus) {
    case "tyrant":
      return t("my.tyrant");
    case "pack":
      return t("my.pack");
    case "sister_taxa":
      return t("my.sister_taxa");
    case "phylogenetic":
      return t("my.phylogenetic");
    default:
      return bonus;
  }
}
