import { CommandRefused } from "../../../javascript/src/errors.js";
import { h, useEffect, useState } from "../../vendor/preact.js";
import { begun, cancelled, challenged } from "../operations/challenges.js";
import { lastOpening, TIMES } from "../operations/openings.js";
import { fits, GameChoice, GameOptions, useDescription } from "../screens/game-options.js";
import { isPaused } from "../state/initial.js";
import { duration } from "../ui/clock.js";
import { DeckChoice } from "../ui/deck-choice.js";
import { Dialog } from "../ui/dialog.js";
import { Choice, Switch } from "../ui/field.js";
import { Fault } from "../ui/form.js";
import { t } from "../words.js";
import { termsOf } from "./challenge-terms.js";
import { inboxOf, stillOpen } from "./inbox.js";
import { answerText, titleOf } from "./notice-text.js";

/** @import { Page } from "../page.js" */
/** @import { Challenge, GameOffer, Player } from "../../../javascript/types/v1.js" */

/** Challenge a player: the terms, and then how the challenge stands. @param {Page & { player: Player, close: () => void }} props */
export function ChallengeSheet({ player, close, ...page }) {
  const { state } = page;
  const games = (state.welcome?.games ?? []).filter((each) => each.least_seats <= 2 && each.most_seats >= 2);
  const [name, setName] = useState(games[0]?.name ?? "");
  const [id, setId] = useState(/** @type {string | null} */ (null));
  const inbox = inboxOf(state);
  const open = stillOpen(inbox?.sent ?? [], state).find((each) =>
    id === null ? each.challenged.id === player.id : each.id === id,
  );
  const over = id === null ? undefined : inbox?.answered[id];
  useEffect(() => {
    if (id === null && open !== undefined) setId(open.id);
  }, [open?.id]);
  useEffect(() => {
    if (over?.match) begun(page, over).then(close, page.failed);
  }, [over?.match]);
  const offer = games.find((each) => each.name === name);
  return h(Dialog, { title: t("challenge.title", { name: player.name }), close, class: "opening challenge" }, [
    over !== undefined || (open !== undefined && id !== null)
      ? h(Standing, {
          page,
          challenge: /** @type {Challenge} */ (over ?? open),
          again: () => setId(null),
          key: "stands",
        })
      : [
          h(GameChoice, { games, name, choose: setName, key: "games" }),
          offer !== undefined && h(Form, { page, offer, player, made: setId, key: name }),
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

/** @param {{ page: Page, offer: GameOffer, player: Player, made: (id: string) => void }} props */
function Form({ page, offer, player, made }) {
  const [terms, setTerms] = useState(() => ({ ...lastOpening(offer), seat: /** @type {0 | 1 | null} */ (null) }));
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const [isBusy, setBusy] = useState(false);
  const fields = useDescription(page, offer.name);
  /** @param {Partial<typeof terms>} some */
  const set = (some) => setTerms({ ...terms, ...some });
  const known = Object.fromEntries(
    Object.entries(terms.options).filter(([name, value]) =>
      fields.some((each) => each.name === name && fits(each, value)),
    ),
  );
  const send = () => {
    const { time_limit, rated, seat, deck } = terms;
    setBusy(true);
    setFault(null);
    challenged(page, {
      player: player.id,
      game: offer.name,
      options: known,
      time_limit,
      rated,
      seat,
      ...(deck !== "" && { deck }),
    })
      .then(({ id }) => made(id), setFault)
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
      t("challenge.send"),
    ),
  ]);
}
