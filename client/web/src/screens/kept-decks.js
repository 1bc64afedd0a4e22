import { h, useEffect, useState } from "../../vendor/preact.js";
import { fromServer, isSame } from "../decks/list.js";
import { dropFromAccount, hasAccount, keepInAccount, useKeptDecks } from "../operations/kept-decks.js";
import { Icon } from "../ui/icon.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { Deck } from "../decks/list.js" */

/** Maximum length of the name of a deck. */
const LONGEST_NAME = 32;

/**
 * The decks in the player's account: store the present one, or load another. Guests are told to register.
 * @param {Page & { game: string, deck: Deck, text: string, called: string | null, load: (deck: Deck) => void }} props
 *   `text` is the deck as a list for a server, empty for none
 */
export function KeptDecks({ game, deck, text, called, load, ...page }) {
  const { state, failed, noted } = page;
  const decks = useKeptDecks(page, game);
  const [name, setName] = useState("");
  const same = decks?.find((each) => isSame(fromServer(each.deck), deck));
  const suggested = same?.name ?? called ?? "";
  useEffect(() => {
    if (suggested !== "") setName(suggested); // what is changed of it is most likely to be kept in its place
  }, [suggested]);
  if (state.me === null && state.connection.state !== "open") return null;
  if (!hasAccount(page)) {
    return h("p", { class: "dim decks-kept" }, [
      t("decks.only_here_guest"),
      " ",
      h("a", { href: "/account", key: "account" }, t("decks.get_account")),
    ]);
  }
  if (decks === null) return null;
  const wanted = name.trim();
  const isThere = decks.some((each) => each.name === wanted);
  const keep = () =>
    keepInAccount(page, { game, name: wanted, deck: text }).then(
      (kept) => noted(t("decks.keep_done", { name: kept.name })),
      failed,
    );
  return h("section", { class: "decks-kept", "aria-label": t("decks.kept") }, [
    h("h3", { key: "h" }, t("decks.kept")),
    decks.length === 0 && h("p", { class: "dim", key: "none" }, t("decks.kept_none")),
    h(
      "ul",
      { class: "decks-kept-list", key: "list" },
      decks.map((each) =>
        h("li", { class: "decks-line", key: each.name }, [
          h(
            "button",
            {
              type: "button",
              class: "quiet decks-kept-name",
              "aria-label": t("decks.kept_load", { name: each.name }),
              "aria-current": each === same ? "true" : undefined,
              onClick: () => load(fromServer(each.deck)),
              key: "load",
            },
            [
              h("bdi", { key: "name" }, each.name),
              !each.legal && h("small", { class: "dim", key: "state" }, t("decks.kept_unfinished")),
            ],
          ),
          h(
            "button",
            {
              type: "button",
              class: "quiet",
              "aria-label": t("decks.kept_drop", { name: each.name }),
              onClick: () =>
                dropFromAccount(page, { game, name: each.name }).then(
                  () => noted(t("decks.kept_dropped", { name: each.name })),
                  failed,
                ),
              key: "drop",
            },
            h(Icon, { name: "close" }),
          ),
        ]),
      ),
    ),
    text !== "" &&
      same === undefined &&
      h("form", { class: "decks-keep", key: "keep", onSubmit: submitted(keep) }, [
        h("p", { class: "dim", key: "why" }, t("decks.only_here")),
        h("label", { class: "field", key: "name" }, [
          h("span", { class: "field-label", key: "label" }, t("decks.keep_name")),
          h("input", {
            key: "input",
            maxLength: LONGEST_NAME,
            autocomplete: "off",
            value: name,
            onInput: (/** @type {any} */ event) => setName(event.currentTarget.value),
          }),
        ]),
        h(
          "button",
          { type: "submit", disabled: wanted === "", key: "do" },
          t(isThere ? "decks.keep_replace" : "decks.keep"),
        ),
      ]),
  ]);
}

/** @param {() => void} act */
function submitted(act) {
  return (/** @type {Event} */ event) => {
    event.preventDefault();
    act();
  };
}
