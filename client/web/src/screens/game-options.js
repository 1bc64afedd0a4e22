import { h, useEffect } from "../../vendor/preact.js";
import { Choice, Stepper, Switch } from "../ui/field.js";
import { GameEmblem } from "../ui/icon.js";
import { t } from "../words.js";
import { optionFields } from "./option-fields.js";

/** @import { Page } from "../page.js" */
/** @import { GameOffer } from "../../../javascript/types/v1.js" */
/** @typedef {import("./option-fields.js").OptionField} Field */

/**
 * The choice of a game.
 * @param {{ games: readonly GameOffer[], name: string, choose: (name: string) => void }} props
 */
export function GameChoice({ games, name, choose }) {
  return h(
    "div",
    { class: "game-tabs", role: "radiogroup", "aria-label": t("lobby.game") },
    games.map((each) =>
      h(
        "button",
        {
          type: "button",
          role: "radio",
          "aria-checked": each.name === name,
          class: "game-tab",
          key: each.name,
          onClick: () => choose(each.name),
        },
        [h(GameEmblem, { game: each.name, key: "emblem" }), h("span", { key: "title" }, each.title)],
      ),
    ),
  );
}

/**
 * The fields of a game's options, after its description has arrived.
 * @param {Pick<Page, "state" | "store" | "session" | "failed">} page
 * @param {string} game
 */
export function useDescription({ state, store, session, failed }, game) {
  const description = state.games[game];
  useEffect(() => {
    if (description !== undefined) return;
    session.client
      .game(game)
      .then((found) => store.change((known) => ({ ...known, games: { ...known.games, [game]: found } })), failed);
  }, [game]);
  return optionFields(description?.schema);
}

/**
 * The options of a game, folded away while all of them have their default.
 * @param {{ offer: GameOffer, fields: readonly Field[], known: Record<string, unknown>, change: (options: Record<string, unknown>) => void }} props
 */
export function GameOptions({ offer, fields, known, change }) {
  if (fields.length === 0) return null;
  return h("details", { class: "game-options", open: Object.keys(known).length > 0 }, [
    h("summary", { key: "summary" }, t("opening.options", { game: offer.title })),
    ...fields.map((field) =>
      h(OptionField, {
        key: field.name,
        field,
        value: known[field.name] ?? field.usual,
        change: (value) => change({ ...known, [field.name]: value }),
      }),
    ),
  ]);
}

/** True if a stored value is still valid for this option. @param {Field} field @param {unknown} value */
export function fits(field, value) {
  switch (field.kind) {
    case "number":
      return Number.isInteger(value) && Number(value) >= field.least && Number(value) <= field.most;
    case "choice":
      return field.choices.some((each) => each.value === value);
    case "switch":
      return typeof value === "boolean";
  }
}

/** @param {{ field: Field, value: any, change: (value: unknown) => void }} props */
function OptionField({ field, value, change }) {
  const { title: label, description: note } = field;
  switch (field.kind) {
    case "number":
      return h(Stepper, { label, note, value, least: field.least, most: field.most, change });
    case "choice":
      return h(Choice, { label, note, value, choices: field.choices, change });
    case "switch":
      return h(Switch, { label, note, value, change });
  }
}
