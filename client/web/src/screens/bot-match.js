import { h, useState } from "../../vendor/preact.js";
import { against, lastBotMatch } from "../operations/bot-match.js";
import { isPaused } from "../state/initial.js";
import { Dialog } from "../ui/dialog.js";
import { Choice } from "../ui/field.js";
import { Fault } from "../ui/form.js";
import { lazy } from "../ui/lazy.js";
import { t } from "../words.js";
import { Pause } from "./table-list.js";

/** @import { Page } from "../page.js" */
/** @import { GameOffer } from "../../../javascript/types/v1.js" */

/** @typedef {Page & Parameters<typeof import("../ui/deck-tiles.js").DeckTiles>[0]} Tiles */
const DeckTiles = lazy(
  ["tables"],
  async () => /** @type {(props: Tiles) => any} */ ((await import("../ui/deck-tiles.js")).DeckTiles),
  { isSmall: true, sheet: "deck-tiles" },
);

/**
 * A match against bots in one sheet: how strong, how many, with which deck.
 * @param {Page & { offer: GameOffer, bot?: string, close: () => void }} props `bot`: the one that was asked for
 */
export function BotMatchSheet({ offer, bot, close, ...page }) {
  const [wish, setWish] = useState(() => ({ ...lastBotMatch(offer), ...(bot !== undefined && { bot }) }));
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const [isBusy, setBusy] = useState(false);
  const { least_seats: least, most_seats: most } = offer;
  const begin = () => {
    setBusy(true);
    setFault(null);
    against(page, offer, wish).catch((error) => {
      setFault(error);
      setBusy(false);
    });
  };
  return h(Dialog, { title: t("bot.title", { game: offer.title }), close, class: "bot-match" }, [
    h(Pause, { state: page.state, key: "pause" }),
    h(Strength, { offer, bot: wish.bot, change: (name) => setWish((now) => ({ ...now, bot: name })), key: "bot" }),
    least < most &&
      h(Choice, {
        key: "bots",
        label: t("bot.many"),
        isShort: true,
        value: wish.bots,
        choices: Array.from({ length: most - least + 1 }, (_, at) => ({
          value: least - 1 + at,
          title: t("bot.bots", { n: least - 1 + at }),
        })),
        change: (bots) => setWish((now) => ({ ...now, bots })),
      }),
    (offer.decks ?? []).length > 0 &&
      h(DeckTiles, {
        ...page,
        offer,
        value: wish.deck,
        label: t("deck.label"),
        isOwnToo: true,
        choose: (deck) => setWish((now) => ({ ...now, deck })),
        key: "deck",
      }),
    fault !== null && h(Fault, { error: fault, key: "fault" }),
    h("div", { class: "bot-match-go", key: "go" }, [
      h(
        "button",
        { type: "button", class: "main", disabled: isBusy || isPaused(page.state), onClick: begin, key: "begin" },
        t("bot.begin"),
      ),
      (offer.decks ?? []).length > 0 && h("p", { class: "dim", key: "note" }, t("bot.decks_vary")),
    ]),
  ]);
}

/**
 * How strong, from the weakest on the left: a slider with a word for each.
 * @param {{ offer: GameOffer, bot: string | null, change: (bot: string) => void }} props
 */
function Strength({ offer, bot, change }) {
  const { bots, bot_titles: titles = [] } = offer;
  const at = Math.max(0, bots.indexOf(bot ?? ""));
  const titled = titles[at];
  if (bots.length < 4)
    return h(Choice, {
      label: t("bot.strength"),
      isShort: true,
      value: bots[at],
      choices: bots.map((name, each) => ({ value: name, ...titles[each], title: titles[each]?.title ?? name })),
      change,
    });
  return h("div", { class: "field strength" }, [
    h("label", { class: "field-label", for: "strength", key: "label" }, t("bot.strength")),
    h("input", {
      key: "range",
      id: "strength",
      type: "range",
      min: 0,
      max: bots.length - 1,
      step: 1,
      value: at,
      "aria-valuetext": titled?.title ?? bot,
      "aria-describedby": "strength-note",
      onInput: (/** @type {any} */ event) => change(bots[Number(event.currentTarget.value)] ?? ""),
    }),
    h(
      "div",
      { class: "strength-words", "aria-hidden": "true", key: "words" },
      bots.map((name, each) =>
        h(
          "span",
          { key: name, ...(each === at && { "data-chosen": "" }), onClick: () => change(name) },
          titles[each]?.title ?? name,
        ),
      ),
    ),
    h("p", { class: "dim", id: "strength-note", key: "note" }, titled?.description ?? ""),
  ]);
}
