import { t } from "../../words.js";
import { cardOf, nameOf } from "./card.js";

/** @import { GameAction, View, FighterView } from "../../../../javascript/types/games/amiibart.js" */
/** @import { Step, Way } from "../../table/plan.js" */
/** @import { WayProps } from "../index.js" */

/** @param {View} view @param {string} piece @returns {FighterView | null} */
export function fighterIn(view, piece) {
  for (const { slots } of view.seats) {
    const found = slots.find((each) => each?.piece === piece);
    if (found) return found;
  }
  return null;
}

/**
 * The clicks for each choice: the card or Fighter, its options, and the target, in order.
 * @param {GameAction} choice
 * @param {WayProps} props
 * @returns {Way[]}
 */
export function ways(choice, props) {
  const steps = stepsOf(choice, props);
  if (steps.length === 0) return [];
  const sentence = choice.type === "end_turn" ? props.sentence : steps.map((step) => step.label).join(" – ");
  return [{ steps, action: choice, sentence }];
}

/** @param {GameAction} choice @param {WayProps} props @returns {Step[]} */
function stepsOf(choice, props) {
  const { view, seat } = props;
  switch (choice.type) {
    case "play_fighter":
      return [
        ofLibrary(choice.card, props, "am.play"),
        ...forged(choice, props),
        { at: `slot/${seat}/${choice.slot}`, label: t("am.into", { slot: choice.slot }) },
      ];
    case "play_spell":
      return finished(
        choice,
        props,
        [ofLibrary(choice.card, props, "am.cast_card"), ...forged(choice, props), ...aimed(choice, props)],
        "am.cast",
      );
    case "play_hazard":
      return [ofLibrary(choice.card, props, "am.set_card"), confirmed("am.set")];
    case "play_stage":
      return [ofLibrary(choice.card, props, "am.play"), confirmed("am.play_it")];
    case "attack":
      return [
        attacker(choice.piece, props),
        { at: `piece/${choice.target}`, label: attackInWords(choice.target, props) },
      ];
    case "use_attack":
      return finished(
        choice,
        props,
        [attacker(choice.piece, props), special(choice, props), ...aimed(choice, props)],
        "am.use",
      );
    case "use_power": {
      const power = {
        at: `power/${seat}/${choice.power}`,
        label: t("am.use_card", { card: nameOf(props, choice.power) }),
      };
      return finished(choice, props, [power, ...aimed(choice, props)], "am.use");
    }
    case "choose":
      return [{ at: `piece/${choice.piece}`, label: t("am.choose", { fighter: fighterInWords(choice.piece, props) }) }];
    case "end_turn":
      return [ended(view, seat, props.choices)];
    default:
      return [];
  }
}

/** @param {string} card @param {WayProps} props @param {"am.play" | "am.cast_card" | "am.set_card"} key @returns {Step} */
function ofLibrary(card, props, key) {
  const cost = props.view.stage === "turn_one" ? 0 : (props.cards?.get(card)?.cost ?? null);
  const said = t(key, { card: nameOf(props, card) });
  return {
    at: `library/${card}`,
    label: cost === null || cost === 0 ? said : `${said} (${t("am.energy", { n: cost })})`,
  };
}

/** @param {{ card: string, forge?: number | null }} choice @param {WayProps} props @returns {Step[]} */
function forged({ card, forge = null }, props) {
  if (forge === null) return [];
  const text = cardOf(props, card)?.forge?.[forge]?.text ?? t("am.effect", { n: forge + 1 });
  return [{ label: text, key: `forge/${forge}` }];
}

/** @param {{ targets?: string[] }} choice @param {WayProps} props @returns {Step[]} */
function aimed({ targets = [] }, props) {
  return targets.map((piece) => ({
    at: `piece/${piece}`,
    label: t("am.at", { fighter: fighterInWords(piece, props) }),
  }));
}

/** @param {"am.cast" | "am.set" | "am.use" | "am.play_it"} key @returns {Step} */
function confirmed(key) {
  return { label: t(key), key: "confirm", tone: "main" };
}

/**
 * A last step for a choice without a target, or with fewer targets than it could have.
 * @param {any} choice
 * @param {WayProps} props
 * @param {Step[]} steps
 * @param {"am.cast" | "am.use"} key
 */
function finished(choice, { choices }, steps, key) {
  const { targets = [], ...about } = choice;
  const fields = Object.entries(about);
  const goesOn = choices.some(
    (other) =>
      (other.targets ?? []).length > targets.length &&
      fields.every(([name, value]) => other[name] === value) &&
      targets.every((/** @type {string} */ piece, /** @type {number} */ at) => other.targets[at] === piece),
  );
  const endsInButton = steps.at(-1)?.at === undefined;
  return targets.length === 0 && endsInButton && !goesOn
    ? steps
    : goesOn || targets.length === 0
      ? [...steps, confirmed(key)]
      : steps;
}

/** @param {string} piece @param {WayProps} props @returns {Step} */
function attacker(piece, props) {
  return { at: `piece/${piece}`, label: t("am.attack_with", { fighter: fighterInWords(piece, props) }) };
}

/** @param {{ piece: string, attack: number }} choice @param {WayProps} props @returns {Step} */
function special({ piece, attack }, props) {
  const card = fighterIn(props.view, piece)?.card ?? "";
  const found = cardOf(props, card)?.attacks?.[attack];
  const label = found === undefined ? t("am.special", { n: attack + 1 }) : `${found.name} · ${found.cost} ⚡`;
  return { label, key: `attack/${attack}` };
}

/** The name of a Fighter that tells it apart from others. @param {string} piece @param {WayProps} props */
function fighterInWords(piece, props) {
  const { view, seat } = props;
  const fighter = fighterIn(view, piece);
  if (fighter === null) return t("am.a_fighter");
  const { slot, attack, health } = fighter;
  const name = nameOf(props, fighter.card);
  return t(fighter.seat === seat ? "am.fighter_yours" : "am.fighter_theirs", { name, slot, attack, health });
}

/** @param {string} target @param {WayProps} props */
function attackInWords(target, props) {
  const said = t("am.attack", { fighter: fighterInWords(target, props) });
  const { outlook } = props;
  if (outlook === null || outlook.power === undefined || outlook.power === null) return said;
  const there = t(outlook.removes ? "am.it_dies" : "am.it_lives", { n: outlook.power });
  const back = t(outlook.dies ? "am.yours_dies" : "am.yours_lives", { n: outlook.against ?? 0 });
  return `${said}: ${there}, ${back}`;
}

/**
 * The step that ends a turn. It asks for confirmation if that loses the match, or if attacks are still possible.
 * @param {View} view
 * @param {number | null} seat
 * @param {readonly any[]} choices
 * @returns {Step}
 */
function ended(view, seat, choices) {
  const own = seat === null ? undefined : view.seats[seat];
  const step = { label: t("am.end_turn"), key: "end_turn" };
  const attackers = new Set(choices.flatMap(({ type, piece }) => (type === "attack" ? [piece] : [])));
  const warning = warningOf(own);
  if (warning !== null) return { ...step, tone: "risky", asks: warning };
  if (attackers.size > 0) return { ...step, asks: t("am.may_attack", { n: attackers.size }) };
  return choices.length === 1 ? { ...step, tone: "main" } : step;
}

/**
 * The reason for which the seat would lose if it ended its turn now, as far as the game says.
 * @param {View["seats"][number] | undefined} seat
 */
export function warningOf(seat) {
  if (seat?.must_play_fighter) return t("am.loses_empty");
  return seat?.must_act ? t("am.loses_idle") : null;
}
