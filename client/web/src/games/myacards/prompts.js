import { t } from "../../words.js";
import { cardOf, nameOf, pieceOf } from "./cards.js";
import { pieceName, zoneName } from "./ways.js";

/** @import { Prompt, TableProps } from "../index.js" */

/**
 * The present question, in a sentence; `null` if the general words do.
 * @param {any} view
 * @param {TableProps} props
 * @returns {Prompt | null}
 */
export function prompt(view, props) {
  const { update, plan } = props;
  if (update.result !== null) return null;
  const first = plan.picked[0];
  if (first !== undefined) return picked(view, props, first);
  if (update.choices.length === 0) return waits(view, props);
  if (view.question) return question(view, props);
  if (view.placing) return sacrifices(view, props);
  if (view.attack) return attacked(view, props);
  switch (view.stage) {
    case "opening":
      return t(update.choices.length === 1 ? "my.only_opening" : "my.ask_opening");
    case "play":
      if (props.seat !== null && view.seats[props.seat].must_place_entity) return t("my.ask_first");
      return t(plan.lit.size === 0 ? "my.ask_no_cards" : "my.ask_play");
    case "attack":
      return view.pace === undefined ? t("my.ask_attack") : t("my.ask_attack_pace", { n: view.pace });
    case "discard":
      return t("my.ask_discard");
    default:
      return null;
  }
}

/**
 * @param {any} view
 * @param {TableProps} props
 * @param {import("../../table/plan.js").Step} first
 */
function picked(view, props, first) {
  if (first.at === undefined) return first.key === "pass_more" ? t("my.ask_pass") : t("my.ask_end");
  const [from = "", name = ""] = split(first.at);
  if (from === "piece") return t("my.ask_target", { card: pieceName(name, { ...props, view }) });
  const card = cardOf(name, view, props.cards);
  if (props.plan.lit.size === 0) {
    const asks = t("my.ask_use", { card: card.name });
    return card.text === "" ? asks : { asks, note: card.text };
  }
  return card.sacrifices === 0
    ? t("my.ask_zone", { card: card.name })
    : t("my.ask_zone_for", { card: card.name, n: card.sacrifices });
}

/** @param {string} place @returns {string[]} */
function split(place) {
  const at = place.indexOf("/");
  return [place.slice(0, at), place.slice(at + 1)];
}

/** @param {any} view @param {TableProps} props */
function waits(view, { update, cards, names }) {
  const who = update.waiting.map(({ seat }) => names[seat]).join(", ");
  if (who === "") return null;
  if (view.question) return t("my.waits_question", { who, card: nameOf(view.question.about, view, cards) });
  if (view.placing) return t("my.waits_placing", { who, card: nameOf(view.placing.card, view, cards) });
  if (view.attack) return t("my.waits_attack", { who });
  return null;
}

/** @param {any} view @param {TableProps} props */
function question(view, props) {
  const { about, prompt: asks, piece, left } = view.question;
  const card = nameOf(about, view, props.cards);
  const more = left > 1 ? ` ${t("my.left", { n: left })}` : "";
  const chosen = piece === null ? "" : ` (${pieceName(piece, { ...props, view })})`;
  return `${card}${chosen}: ${asked(asks)}${more}`;
}

/** @param {string} asks */
function asked(asks) {
  switch (asks) {
    case "choose_a_piece":
      return t("my.choose_a_piece");
    case "choose_a_zone":
      return t("my.choose_a_zone");
    case "discard_a_card":
      return t("my.discard_a_card");
    case "choose_from_their_hand":
      return t("my.choose_from_their_hand");
    default:
      return t("my.choose_from_oblivion");
  }
}

/** @param {any} view @param {TableProps} props */
function sacrifices(view, props) {
  const { card, zone, sacrifices: n, chosen } = view.placing;
  return t("my.ask_sacrifice", {
    card: nameOf(card, view, props.cards),
    zone: zoneName(zone, props),
    left: n - chosen.length,
  });
}

/**
 * The attack in progress; with a standing order, what comes of it by itself.
 * @param {any} view
 * @param {TableProps} props
 */
function attacked(view, props) {
  const note = attackInWords(view, props);
  return view.passes ? { asks: t("my.passes_itself"), note } : note;
}

/** The attack with the present numbers. @param {any} view @param {TableProps} props */
function attackInWords(view, props) {
  const { piece, target, point } = view.attack;
  const names = { card: pieceName(piece, { ...props, view }), target: pieceName(target, { ...props, view }) };
  if (point === "after") return t("my.attack_after", names);
  const [attack, defense] = [statOf(piece, view, props, 0), statOf(target, view, props, 1)];
  if (attack === null) return t("my.attack_before", names);
  const numbers = defense === null ? `ATK ${attack}` : `ATK ${attack}, DFS ${defense}`;
  return `${numbers}: ${t("my.attack_before", names)}`; // on a phone the end of long names may be cut off
}

/** @param {string} id @param {any} view @param {TableProps} props @param {0 | 1 | 2} at */
function statOf(id, view, props, at) {
  const found = view.field.find((/** @type {any} */ each) => each.piece === id);
  return found === undefined ? null : (pieceOf(found, view, props.cards).stats?.[at] ?? null);
}
