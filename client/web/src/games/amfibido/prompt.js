import { t } from "../../words.js";
import { cardOf, nameOf } from "./card.js";
import { bookOf, found } from "./table.js";

/** @import { Question, View } from "../../../../javascript/types/games/amfibido.js" */
/** @import { TableProps } from "../index.js" */
/** @import { Book } from "./card.js" */

/**
 * What is asked now, with the text of the card that asks, or that has been picked; nothing where the frame's words do.
 * @param {View} view
 * @param {TableProps} props
 */
export function prompt(view, props) {
  const { update, plan, seat } = props;
  const book = bookOf(view, props);
  if (seat === null) return null;
  if (update.choices.length === 0) return waiting(view, props, book);
  const begun = plan.picked[0]?.at;
  if (begun !== undefined) return promptOf(begun, view, props, book);
  if (view.question !== null) {
    const text = cardOf(book, view.question.about)?.text ?? "";
    return `${asked(view.question, book)} ${text}`.trim();
  }
  return stageWords(view.stage);
}

/** @param {View} view @param {TableProps} props @param {Book} book */
function waiting(view, { update, names }, book) {
  const picked = view.picked === null ? "" : `${t("af.you_chose", { card: nameOf(book, view.picked) })} `;
  const who = update.waiting.map(({ seat }) => names[seat] ?? "").join(", ");
  if (who === "") return null;
  const what = view.question === null ? "" : ` ${asked(view.question, book)}`;
  return `${picked}${t("match.waits_for", { names: who })}.${what}`;
}

/** @param {string} begun @param {View} view @param {TableProps} props @param {Book} book */
function promptOf(begun, view, props, book) {
  const [kind = "", id = ""] = begun.split("/");
  const card =
    kind === "piece" ? (found(view, id)?.card ?? "") : kind === "sensei" ? (view.seats[Number(id)]?.sensei ?? "") : id;
  const name = nameOf(book, card);
  const text = cardOf(book, card)?.text ?? "";
  const places = [...props.plan.lit.keys()];
  if (kind === "dojo") return props.plan.picked[0]?.label ?? null;
  if (places.some((place) => place.startsWith("piece/"))) return t("af.which_piece", { name });
  if (places.some((place) => place.startsWith("dojo/"))) {
    return text === "" ? t("af.which_dojo", { name }) : `${name}: ${text}`;
  }
  return text === "" || kind === "offer" ? t("af.ready_to", { name }) : `${name}: ${text}`;
}

/** @param {Question} question @param {Book} book */
function asked({ prompt: asks, about }, book) {
  const words = questionWords(asks);
  return about ? `${nameOf(book, about)}: ${words}` : words;
}

/** @param {string} asks */
function questionWords(asks) {
  switch (asks) {
    case "discard_a_card":
    case "discard_a_fighter":
    case "discard_more_fighters":
    case "may_discard":
    case "choose_a_fighter":
    case "choose_a_piece":
    case "choose_a_deck":
    case "choose_a_kind":
    case "choose_a_card":
    case "switcheroo":
    case "play_or_discard":
    case "which_first":
    case "choose_a_fate":
      return t(`af.asks.${asks}`);
    default:
      return t("page.your_move");
  }
}

/** @param {string} stage */
function stageWords(stage) {
  switch (stage) {
    case "mulligan":
    case "sensei":
    case "preparing":
    case "draft":
    case "second_draft":
    case "actions":
      return t(`af.stage.${stage}`);
    default:
      return null;
  }
}
