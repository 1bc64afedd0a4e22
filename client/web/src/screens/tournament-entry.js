import { h, useState } from "../../vendor/preact.js";
import { DeckFold } from "../notices/deck-fold.js";
import { inboxOf } from "../notices/inbox.js";
import { keepDeck, lastDeck } from "../operations/openings.js";
import { Fault } from "../ui/form.js";
import { t } from "../words.js";
import { Packs } from "./tournament-packs.js";
import { entryOf, goesOn, isArena, isOver, mayCheckIn, ownPairing } from "./tournament-state.js";

/** @import { Page } from "../page.js" */
/** @import { Tournament } from "../../../javascript/types/v1.js" */
/** @import { Ask } from "./tournament-director.js" */

/** The player's own part: the match to play, or the way in or out. @param {{ page: Page, tournament: Tournament, ask: Ask }} props */
export function Entry({ page, tournament, ask }) {
  const { state } = page;
  const { id, game, round, stage } = tournament.summary;
  const offer = state.welcome?.games.find((each) => each.name === game);
  const [deck, setDeck] = useState(() => (offer === undefined ? "" : (lastDeck(offer) ?? "")));
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const [isBusy, setBusy] = useState(false);
  const me = state.me?.player;
  if (isOver(tournament)) return h(OwnPlace, { tournament, me: me?.id });
  if (me === undefined || me.kind === "guest") {
    const { entry } = entryOf(tournament, "");
    if (entry === "closed" || entry === "full") return null;
    const isLate = entry === "late";
    return h("section", { class: "entry", "data-part": "entry" }, [
      h(
        "a",
        { class: isLate ? "button" : "button main", href: "/account", key: "way" },
        t(isLate ? "tournaments.enter_late" : "tournaments.sign_in", { round: round + 1 }),
      ),
      h("p", { class: "dim", key: "why" }, t("tournaments.sign_in_note")),
    ]);
  }
  const { entrant, entry } = entryOf(tournament, me.id);
  /** @param {Parameters<Ask>[0]} request */
  const once = (request) => async () => {
    setBusy(true);
    setFault(null);
    await ask(request).catch(setFault);
    setBusy(false);
  };
  const isIn = entrant?.stage === "in";
  const mayLeave = isIn && goesOn(tournament, me.id);
  const isLocked = entry === "back" && stage === "running";
  const join = once((requests) => {
    if (deck !== "") keepDeck(game, deck);
    return requests.join(id, deck === "" || isLocked || (isSealed && !isIn) ? undefined : deck);
  });
  const arena = isArena(tournament);
  const words =
    entry === "full"
      ? t("tournaments.full")
      : entry === "uninvited"
        ? t("tournaments.uninvited")
        : entry === "wait"
          ? t("tournaments.full_waits")
          : null;
  const mayJoin = entry === "open" || entry === "late" || entry === "back" || entry === "wait";
  const waits = entrant?.stage === "waiting";
  const isSealed = tournament.decks === "sealed";
  const hasPacks = (tournament.own_packs ?? []).length > 0;
  const mayChange = isIn && round === 0 && stage === "open" && (offer?.decks ?? []).length > 0;
  return h("section", { class: "entry", "data-part": "entry", "data-entry": entrant?.stage ?? "none" }, [
    h(OwnMatch, { page, tournament, me: me.id, key: "match" }),
    words !== null && h("p", { class: "dim", key: "words" }, words),
    isIn &&
      ownPairing(tournament, me.id) === null &&
      h(
        "p",
        { key: "in", role: "status" },
        t(
          arena && tournament.summary.stage === "running"
            ? "tournaments.waits_wave"
            : entrant.checked_in
              ? "tournaments.is_checked_in"
              : "tournaments.entered",
        ),
      ),
    waits && h("p", { key: "waits", role: "status" }, t("tournaments.you_wait")),
    tournament.rated && (mayJoin || isIn) && h("p", { class: "dim", key: "rated" }, t("tournaments.rated_note")),
    entrant?.stage === "absent" && entry === "back" && h("p", { key: "absent" }, t("tournaments.you_are_absent")),
    h(Packs, { page, tournament, isIn, key: "packs" }),
    (isSealed ? mayChange && hasPacks : (mayJoin && !isLocked) || mayChange) &&
      h(DeckFold, { ...page, offer, deck, change: setDeck, isOpen: fault !== null, key: "deck" }),
    fault !== null && h(Fault, { error: fault, key: "fault" }),
    h("div", { class: "row", key: "ways" }, [
      mayJoin &&
        h(
          "button",
          { type: "button", class: entry === "late" ? "" : "main", disabled: isBusy, key: "join", onClick: join },
          t(
            entry === "back"
              ? "tournaments.come_back"
              : entry === "late"
                ? "tournaments.enter_late"
                : entry === "wait"
                  ? "tournaments.wait_for_place"
                  : "tournaments.enter",
            { round: round + 1 },
          ),
        ),
      mayChange &&
        h(
          "button",
          { type: "button", disabled: isBusy, key: "deck", onClick: join },
          t(isSealed && !entrant.deck_hash ? "tournaments.bring_deck" : "tournaments.change_deck"),
        ),
      tournament.awaited?.includes(me.id) &&
        h(
          "button",
          {
            type: "button",
            class: "main",
            disabled: isBusy,
            key: "ready",
            "data-do": "ready",
            onClick: once((requests) => requests.checkIn(id, round + 1)),
          },
          t("tournaments.ready", { round: round + 1 }),
        ),
      mayCheckIn(tournament, entrant, Date.now() + state.ahead) &&
        h(
          "button",
          {
            type: "button",
            class: "main",
            disabled: isBusy,
            key: "check",
            onClick: once((requests) => requests.checkIn(id)),
          },
          t("tournaments.check_in"),
        ),
      (mayLeave || waits) &&
        h(
          "button",
          { type: "button", disabled: isBusy, key: "leave", onClick: once((requests) => requests.leave(id)) },
          t(arena && stage === "running" ? "tournaments.pause" : "tournaments.leave"),
        ),
      (entry === "late" || mayLeave) &&
        h(
          "span",
          { class: "dim", key: "note" },
          t(mayLeave ? "tournaments.leave_note" : "tournaments.enter_late_note"),
        ),
    ]),
  ]);
}

/** The player's place after the last round. @param {{ tournament: Tournament, me: string | undefined }} props */
function OwnPlace({ tournament: { summary, entrants }, me }) {
  const entrant = entrants.find(({ player }) => player.id === me);
  if (summary.stage !== "ended" || entrant === undefined) return null;
  return h(
    "p",
    { class: "panel own-result", "data-part": "entry" },
    h(
      "strong",
      null,
      t("tournaments.own_place", { place: entrant.place, n: Math.max(entrants.length, summary.entrants) }),
    ),
  );
}

/** The player's match of the last round, with one button. @param {{ page: Page, tournament: Tournament, me: string }} props */
function OwnMatch({ page, tournament, me }) {
  const pairing = ownPairing(tournament, me);
  if (pairing === null) return null;
  const { match, players, points } = pairing;
  if (!match) {
    const isPoint = tournament.summary.format === "swiss";
    return h("p", { "data-own": "bye" }, t(isPoint ? "tournaments.bye" : "tournaments.bye_alone"));
  }
  const notices = inboxOf(page.state)?.notices ?? [];
  const isPlayed = notices.some((each) => each.kind === "match_ended" && each.match === match); // others learn it later
  if (points || isPlayed) return h("p", { class: "dim", "data-own": "played" }, t("tournaments.played"));
  const others = tournament.entrants.filter(({ player }) => player.id !== me && players.includes(player.id));
  return h(
    "a",
    { class: "button main own-match", href: `/m/${encodeURIComponent(match)}`, "data-own": "match" },
    h("span", null, t("tournaments.match", { name: others.map(({ player }) => player.name).join(", ") })),
  );
}
