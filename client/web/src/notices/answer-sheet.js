import { CommandRefused } from "../../../javascript/src/errors.js";
import { h, useState } from "../../vendor/preact.js";
import { accepted, declined, REASONS } from "../operations/challenges.js";
import { lastDeck } from "../operations/openings.js";
import { useDescription } from "../screens/game-options.js";
import { shownValue } from "../screens/shown-value.js";
import { titleOf } from "../state/initial.js";
import { Dialog } from "../ui/dialog.js";
import { Fault } from "../ui/form.js";
import { GameEmblem } from "../ui/icon.js";
import { moment } from "../ui/time.js";
import { called, t } from "../words.js";
import { termsOf } from "./challenge-terms.js";
import { DeckFold } from "./deck-fold.js";

/** @import { Page } from "../page.js" */
/** @import { Challenge } from "../../../javascript/types/v1.js" */

/**
 * A challenge to this player with its terms: accept it with a deck, or decline it with a reason.
 * @param {Page & { challenge: Challenge, close: () => void, done: () => void, fault?: unknown }} props
 */
export function AnswerSheet({ challenge, close, done, fault: given = null, ...page }) {
  const { state } = page;
  const offer = state.welcome?.games.find((each) => each.name === challenge.game);
  const [deck, setDeck] = useState(() => (offer === undefined ? "" : (lastDeck(offer) ?? "")));
  const [reason, setReason] = useState(/** @type {typeof REASONS[number]} */ ("generic"));
  const [fault, setFault] = useState(given);
  const [isBusy, setBusy] = useState(false);
  /** @param {() => Promise<unknown>} answer */
  const once = (answer) => () => {
    setBusy(true);
    setFault(null);
    answer()
      .then(done, setFault)
      .finally(() => setBusy(false));
  };
  const options = useDescription(page, challenge.game).filter(
    ({ name, usual }) => challenge.options?.[name] !== undefined && challenge.options[name] !== usual,
  );
  const faults = fault instanceof CommandRefused && fault.faults.length > 0 ? fault.faults : null;
  const orUnrated = fault instanceof CommandRefused && fault.code === "would_be_unrated";
  return h(Dialog, { title: t("challenge.by", { name: challenge.challenger.name }), close, class: "challenge" }, [
    h("div", { class: "gathering-head", key: "game" }, [
      h(GameEmblem, { game: challenge.game, key: "emblem" }),
      h("div", { key: "words" }, [
        h("strong", { key: "title" }, titleOf(state, challenge.game)),
        h("p", { class: "dim", key: "terms" }, termsOf(challenge).join(" · ")),
      ]),
    ]),
    options.length > 0 &&
      h(
        "ul",
        { class: "dim", key: "options" },
        options.map((field) => h("li", { key: field.name }, `${field.title}: ${shownValue(field, challenge.options)}`)),
      ),
    h("p", { class: "dim", key: "until" }, t("challenge.until", { at: moment(challenge.expires_at - state.ahead) })),
    h(DeckFold, { ...page, offer, deck, change: setDeck, isOpen: faults !== null, key: "deck" }),
    faults === null
      ? fault !== null && h(Fault, { error: fault, key: "fault" })
      : h(
          "ul",
          { class: "fault", role: "alert", key: "faults" },
          faults.map((each) => h("li", { key: each }, each)),
        ),
    h("div", { class: "row", key: "accept" }, [
      h(
        "button",
        {
          type: "button",
          class: "main",
          disabled: isBusy,
          key: "do",
          onClick: once(() => accepted(page, challenge, { deck: deck === "" ? undefined : deck, orUnrated })),
        },
        t(orUnrated ? "challenge.accept_unrated" : "challenge.accept"),
      ),
    ]),
    h("div", { class: "row challenge-decline", key: "decline" }, [
      h("label", { class: "form-field", key: "reason" }, [
        h("span", { key: "label" }, t("challenge.why")),
        h(
          "select",
          {
            key: "select",
            value: reason,
            onChange: (/** @type {any} */ event) => setReason(event.currentTarget.value),
          },
          REASONS.map((each) => h("option", { value: each, key: each }, called("challenge.reason", each))),
        ),
      ]),
      h(
        "button",
        { type: "button", disabled: isBusy, key: "do", onClick: once(() => declined(page, challenge, reason)) },
        t("challenge.decline"),
      ),
    ]),
  ]);
}
