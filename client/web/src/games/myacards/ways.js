import { t } from "../../words.js";
import { cardOf, nameOf, pieceOf, zoneOf } from "./cards.js";

/** @import { WayProps } from "../index.js" */
/** @import { Step, Way } from "../../table/plan.js" */

/**
 * How one clicks a choice: a card of the hand, then a zone or a button that says so; an own card on the field, then theirs.
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
 * What one press lets pass: where there is nothing else to say to an attack, all of it, so that one is asked once.
 * @param {readonly any[]} choices
 */
function usualPass(choices) {
  const isAll = choices.every(({ type }) => type === "let_pass");
  return isAll && choices.some(({ until }) => until === "attack") ? "attack" : "now";
}

/**
 * A standing order is given in two steps, for one does nothing about those attacks any more.
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
 * What ends the turn, or what one may place in it, is asked once more while ending it loses the match.
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
 * With a standing order there are two ends of a turn: which one is asked for in a second step.
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
 * A card, and then a button that says so: its text is read meanwhile, and nothing happens by a slip.
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

/** What would come of an attack, as the server says. @param {import("../index.js").WayProps["outlook"]} outlook */
function outcome(outlook) {
  if (outlook === null || outlook.removes === undefined || outlook.removes === null) return "";
  const numbers =
    outlook.against === undefined || outlook.against === null
      ? ""
      : `${t("my.against", { power: outlook.power ?? 0, against: outlook.against })}: `;
  return ` (${numbers}${t(outlook.removes ? "my.falls" : "my.holds")})`;
}

/**
 * A zone in words: `your d3`, `d3 of Bo`.
 * @param {string} id
 * @param {{ seat: number | null, names?: readonly string[] }} props
 */
export function zoneName(id, { seat, names = [] }) {
  const { half, name } = zoneOf(id);
  if (seat === null) return t("my.zone_of", { zone: name, name: names[half] ?? "" });
  return t(half === seat ? "my.zone_mine" : "my.zone_theirs", { zone: name });
}

/**
 * A card on the field in words, with where it stands; never its id.
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
