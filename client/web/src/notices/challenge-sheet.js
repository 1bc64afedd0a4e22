import { CommandRefused } from "../../../javascript/src/errors.js";
import { h, useEffect, useState } from "../../vendor/preact.js";
import { copied } from "../clipboard.js";
import { begun, cancelled, challenged, linked, unlinked } from "../operations/challenges.js";
import { lastOpening, TIMES } from "../operations/openings.js";
import { fits, GameChoice, GameOptions, useDescription } from "../screens/game-options.js";
import { isPaused, titleOf } from "../state/initial.js";
import { duration } from "../ui/clock.js";
import { DeckChoice } from "../ui/deck-choice.js";
import { Dialog } from "../ui/dialog.js";
import { Choice, Switch } from "../ui/field.js";
import { Fault } from "../ui/form.js";
import { t } from "../words.js";
import { termsOf } from "./challenge-terms.js";
import { inboxOf, stillOpen } from "./inbox.js";
import { answerText } from "./notice-text.js";

/** @import { Page } from "../page.js" */
/** @import { Challenge, ChallengeLink, CreateChallengeLink, GameOffer, Player } from "../../../javascript/types/v1.js" */
/** @typedef {Omit<CreateChallengeLink, "type" | "ref">} Terms */

/**
 * Challenge a player: the terms, and then how the challenge stands. Without a player, the challenge is a link.
 * @param {Page & { player: Player | null, game?: string | undefined, close: () => void }} props `game`: the game to begin with
 */
export function ChallengeSheet({ player, game, close, ...page }) {
  const { state } = page;
  const games = (state.welcome?.games ?? []).filter((each) => each.least_seats <= 2 && each.most_seats >= 2);
  const [name, setName] = useState((games.find((each) => each.name === game) ?? games[0])?.name ?? "");
  const [id, setId] = useState(/** @type {string | null} */ (null));
  const [link, setLink] = useState(/** @type {ChallengeLink | null} */ (null));
  const inbox = inboxOf(state);
  const open = stillOpen(inbox?.sent ?? [], state).find((each) =>
    id === null ? each.challenged.id === player?.id : each.id === id,
  );
  const over = id === null ? undefined : inbox?.answered[id];
  useEffect(() => {
    if (id === null && open !== undefined) setId(open.id);
  }, [open?.id]);
  useEffect(() => {
    if (over?.match) begun(page, over).then(close, page.failed);
  }, [over?.match]);
  const offer = games.find((each) => each.name === name);
  const again = () => {
    setId(null);
    setLink(null);
  };
  /** @param {Terms} terms */
  const send = async (terms) => {
    if (player !== null) {
      setId((await challenged(page, { ...terms, player: player.id })).id);
      return;
    }
    const made = await linked(page, terms);
    setId(made.link.id);
    setLink(made);
  };
  const title = player === null ? t("challenge.link_title") : t("challenge.title", { name: player.name });
  return h(Dialog, { title, close, class: "opening challenge" }, [
    link !== null && over === undefined
      ? h(Link, { page, shown: link, close, key: "link" })
      : over !== undefined || (open !== undefined && id !== null)
        ? h(Standing, {
            page,
            challenge: /** @type {Challenge} */ (over ?? open),
            again,
            key: "stands",
          })
        : [
            h(GameChoice, { games, name, choose: setName, key: "games" }),
            offer !== undefined &&
              h(Form, {
                page,
                offer,
                submit: t(player === null ? "challenge.make_link" : "challenge.send"),
                send,
                key: name,
              }),
          ],
  ]);
}

/** How a challenge stands: it waits, or it has its answer. @param {{ page: Page, challenge: Challenge, again: () => void }} props */
function Standing({ page, challenge, again }) {
  const { state } = page;
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const isOpen = challenge.stage === "open";
  return h("div", { class: "form", "data-stage": challenge.stage }, [
    h("p", { role: "status", key: "how" }, [
      isOpen ? t("challenge.waits", { name: challenge.challenged.name }) : answerText(state, challenge),
    ]),
    h("p", { class: "dim", key: "terms" }, [titleOf(state, challenge.game), ...termsOf(challenge)].join(" · ")),
    isOpen && h("p", { class: "dim", key: "note" }, t("challenge.waits_note")),
    fault !== null && h(Fault, { error: fault, key: "fault" }),
    isOpen
      ? h(
          "button",
          {
            type: "button",
            key: "cancel",
            onClick: () => cancelled(page, challenge).then(again, setFault),
          },
          t("challenge.cancel"),
        )
      : h("button", { type: "button", class: "main", key: "again", onClick: again }, t("challenge.again")),
  ]);
}

/** A link that waits for the first player who accepts. @param {{ page: Page, shown: ChallengeLink, close: () => void }} props */
function Link({ page, shown: { link, token }, close }) {
  const address = `${location.origin}/challenge#${token ?? ""}`;
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  return h("div", { class: "form", "data-link": link.id }, [
    h("p", { key: "how" }, t("challenge.link_note")),
    h("p", { class: "dim", key: "terms" }, [titleOf(page.state, link.game), ...termsOf(link)].join(" · ")),
    h("code", { class: "challenge-link", key: "address" }, address),
    fault !== null && h(Fault, { error: fault, key: "fault" }),
    h("div", { class: "row", key: "row" }, [
      h(
        "button",
        {
          type: "button",
          class: "main",
          key: "copy",
          onClick: () => copied(page, address, t("challenge.link_copied")),
        },
        t("form.copy"),
      ),
      h(
        "button",
        { type: "button", key: "cancel", onClick: () => unlinked(page, link.id).then(close, setFault) },
        t("challenge.cancel"),
      ),
    ]),
  ]);
}

/** @param {{ page: Page, offer: GameOffer, submit: string, send: (terms: Terms) => Promise<void> }} props */
function Form({ page, offer, submit, send: sent }) {
  const [terms, setTerms] = useState(() => ({ ...lastOpening(offer), seat: /** @type {0 | 1 | null} */ (null) }));
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const [isBusy, setBusy] = useState(false);
  const fields = useDescription(page, offer.name);
  /** @param {Partial<typeof terms>} some */
  const set = (some) => setTerms((now) => ({ ...now, ...some }));
  const known = Object.fromEntries(
    Object.entries(terms.options).filter(([name, value]) =>
      fields.some((each) => each.name === name && fits(each, value)),
    ),
  );
  const send = () => {
    const { time_limit, rated, seat, deck } = terms;
    setBusy(true);
    setFault(null);
    sent({ game: offer.name, options: known, time_limit, rated, seat, ...(deck !== "" && { deck }) })
      .catch(setFault)
      .finally(() => setBusy(false));
  };
  const faults = fault instanceof CommandRefused && fault.faults.length > 0 ? fault.faults : null;
  return h("div", { class: "form" }, [
    (offer.decks ?? []).length > 0 &&
      h(DeckChoice, { ...page, offer, value: terms.deck, change: (deck) => set({ deck }), key: "deck" }),
    h(Choice, {
      key: "time",
      label: t("opening.time"),
      isShort: true,
      value: terms.time_limit,
      choices: TIMES.map((value) => ({ value, title: duration(value) })),
      change: (time) => set({ time_limit: time }),
    }),
    h(Choice, {
      key: "seat",
      label: t("challenge.seat"),
      isShort: true,
      value: terms.seat,
      choices: [
        { value: null, title: t("challenge.seat_drawn") },
        { value: 0, title: t("challenge.seat_first") },
        { value: 1, title: t("challenge.seat_second") },
      ],
      change: (seat) => set({ seat }),
    }),
    h(Switch, {
      key: "rated",
      label: t("opening.rated"),
      note: t("opening.rated_note"),
      value: terms.rated,
      change: (rated) => set({ rated }),
    }),
    h(GameOptions, { offer, fields, known, change: (options) => set({ options }), key: "options" }),
    faults === null
      ? fault !== null && h(Fault, { error: fault, key: "fault" })
      : h(
          "ul",
          { class: "fault", role: "alert", key: "faults" },
          faults.map((each) => h("li", { key: each }, each)),
        ),
    h(
      "button",
      { type: "button", class: "main", key: "send", disabled: isBusy || isPaused(page.state), onClick: send },
      submit,
    ),
  ]);
}
