import { t } from "../../words.js";
import { cardOf, nameOf } from "./card.js";
import { bookOf, found } from "./table.js";

/** @import { Question, View } from "../../../../javascript/types/games/amfibido.js" */
/** @import { Prompt, TableProps } from "../index.js" */
/** @import { Book } from "./card.js" */

/**
 * The present question, with the text of the card that asks, or of the picked card; `null` if the general words do.
 * @param {View} view
 * @param {TableProps} props
 * @returns {Prompt | null}
 */
export function prompt(view, props) {
  const { update, plan, seat } = props;
  const book = bookOf(view, props);
  if (seat === null) return null;
  if (update.choices.length === 0) return waiting(view, props, book);
  const begun = plan.picked[0]?.at;
  if (begun !== undefined) return promptOf(begun, view, props, book);
  if (view.question !== null) return noted(asked(view.question, book), textOf(book, view.question.about));
  return stageWords(view.stage, update.choices.length);
}

/** @param {View} view @param {TableProps} props @param {Book} book */
function waiting(view, { update, names }, book) {
  const picked = view.picked === null ? "" : `${t("af.you_chose", { card: nameOf(book, view.picked) })} `;
  const who = update.waiting.map(({ seat }) => names[seat] ?? "").join(", ");
  if (who === "") return null;
  const what = view.question === null ? "" : ` ${asked(view.question, book)}`;
  return `${picked}${t("match.waits_for", { names: who })}.${what}`;
}

/** @param {string} begun @param {View} view @param {TableProps} props @param {Book} book @returns {Prompt | null} */
function promptOf(begun, view, props, book) {
  const [kind = "", id = ""] = begun.split("/");
  const card =
    kind === "piece" ? (found(view, id)?.card ?? "") : kind === "sensei" ? (view.seats[Number(id)]?.sensei ?? "") : id;
  const name = nameOf(book, card);
  const text = kind === "offer" ? "" : textOf(book, card);
  const places = [...props.plan.lit.keys()];
  if (kind === "dojo") return props.plan.picked[0]?.label ?? null;
  if (places.some((place) => place.startsWith("piece/"))) return t("af.which_piece", { name });
  if (places.some((place) => place.startsWith("dojo/"))) {
    if (kind === "piece") return t("af.where_to", { name });
    return noted(t(cardOf(book, card)?.kind === "combo" ? "af.which_fighter" : "af.which_dojo", { name }), text);
  }
  return noted(t(readyTo(kind), { name }), text);
}

/** @param {string} kind the kind of the place that was picked first */
function readyTo(kind) {
  if (kind === "hand") return "af.ready_to_play";
  return kind === "offer" ? "af.ready_to" : "af.ready_to_use";
}

/** @param {Book} book @param {string} card */
function textOf(book, card) {
  return cardOf(book, card)?.text ?? "";
}

/** @param {string} asks @param {string} note @returns {Prompt} */
function noted(asks, note) {
  return note === "" ? asks : { asks, note };
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

/** @param {string} stage @param {number} choices how many there are */
function stageWords(stage, choices) {
  switch (stage) {
    case "mulligan":
      return t(choices === 1 ? "af.stage.only_hand" : "af.stage.mulligan");
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
