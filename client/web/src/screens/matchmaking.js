import { h, useEffect, useLayoutEffect, useRef, useState } from "../../vendor/preact.js";
import { shake } from "../browser.js";
import { accepted, declined, opened, unsought } from "../operations/matchmaking.js";
import { isText, keep, kept } from "../settings.js";
import { isPaused } from "../state/initial.js";
import { duration, useTicks } from "../ui/clock.js";
import { GameEmblem } from "../ui/icon.js";
import { t } from "../words.js";
import { ratedInWords } from "./table-list.js";

/** @import { Page } from "../page.js" */
/** @import { Offer, Ticket } from "../../../javascript/types/v1.js" */

/** The ways in which a search ends without the player's doing. */
const LOSSES = /** @type {const} */ (["absent", "gone", "broken"]);

/** The quick match on every screen: the search, and the offered match. @param {Page} page */
export function Matchmaking(page) {
  const { state, failed, noted } = page;
  const { offer, ticket, ended } = state;
  const shown = useRef("");
  const [lost, setLost] = useState(/** @type {typeof LOSSES[number] | null} */ (null));
  useEffect(() => {
    if (offer?.stage === "open" || offer?.stage === "accepted") shown.current = offer.id;
    if (offer?.stage !== "begun" || shown.current !== offer.id) return; // a match of an hour ago is told once more
    page.store.change((known) => ({ ...known, offer: null }));
    opened(page, offer).catch(failed);
  }, [offer?.stage, offer?.id]);
  useEffect(() => {
    if (offer?.stage === "failed" && ticket !== null) noted(t("check.failed"));
  }, [offer?.stage, offer?.id]);
  useEffect(() => {
    if (ticket !== null) {
      keep("sought", ticket.id);
      setLost(null);
    }
    const loss = LOSSES.find((each) => each === ended);
    if (loss === undefined || ticket !== null || kept("sought", isText) === null) return;
    setLost(loss);
    keep("sought", null); // the server says it again to every page that comes
  }, [ended, ticket?.id]);
  const isOffered = offer !== null && (offer.stage === "open" || offer.stage === "accepted");
  return h("div", { class: "matchmaking" }, [
    ticket !== null && state.route.screen !== "match" && h(Seeking, { ...page, ticket, key: "seeking" }),
    lost !== null && ticket === null && state.route.screen !== "match" && h(Lost, { lost, close: () => setLost(null) }),
    isOffered && h(ReadyCheck, { ...page, offer, key: offer.id }),
  ]);
}

/**
 * The reason why a search has ended, shown until the player closes it.
 * @param {{ lost: typeof LOSSES[number], close: () => void }} props
 */
function Lost({ lost, close }) {
  return h("section", { class: "seeking", role: "alert", "data-lost": lost }, [
    h("p", { class: "seeking-words", key: "why" }, t(`seek.ended_${lost}`)),
    h("button", { type: "button", key: "close", onClick: close }, t("dialog.close")),
  ]);
}

/** A running search. @param {Page & { ticket: Ticket }} props */
function Seeking({ ticket, ...page }) {
  useTicks(1000);
  const { state, failed } = page;
  const now = Date.now() + state.ahead;
  const waited = now - ticket.since;
  const title = (/** @type {string} */ name) => state.welcome?.games.find((each) => each.name === name)?.title ?? name;
  const others = Math.max(0, ...ticket.games.map((each) => each.looking - 1));
  const lookingBots = Math.max(0, ...ticket.games.map((each) => each.looking_bots ?? 0));
  const { stage, party, bots_from: bots, held_until: held, opponents } = ticket;
  return h("section", { class: "seeking", "aria-label": t("seek.title"), "data-stage": stage }, [
    h("div", { class: "seeking-games", "aria-hidden": "true", key: "emblems" }, [
      ticket.games.map((each) => h(GameEmblem, { game: each.game, key: each.game })),
    ]),
    h("div", { class: "seeking-words", key: "words" }, [
      h(
        "strong",
        { key: "what" },
        t("seek.looking", { games: ticket.games.map((each) => title(each.game)).join(", ") }),
      ),
      h("span", { class: "dim", key: "how" }, [
        isPaused(state)
          ? [t("seek.paused"), t("seek.waited", { time: spoken(waited) })].join(" · ")
          : held !== null && held > now
            ? t("seek.held", { time: duration(held - now) })
            : [
                ...(stage === "gathering" && party !== null
                  ? [t("seek.party_waits", { n: party.players.length, of: party.size })]
                  : []),
                t("seek.waited", { time: spoken(waited) }),
                ...(others > 0 ? [t("seek.others", { n: others })] : []),
                ...(lookingBots > 0 ? [t("seek.others_bots", { n: lookingBots })] : []),
                ...(opponents === "people"
                  ? [t("seek.only_people")]
                  : opponents === "bots"
                    ? [t("seek.only_bots")]
                    : []),
                ...band(ticket, waited),
                ...(bots === null
                  ? []
                  : [bots > now ? t("seek.bots_in", { time: spoken(bots - now) }) : t("seek.bots_come")]),
              ].join(" · "),
      ]),
    ]),
    h("button", { type: "button", key: "end", onClick: () => unsought(page).catch(failed) }, t("seek.end")),
  ]);
}

/**
 * The band of ratings for the pairing now, if the player's rating can change.
 * @param {Ticket} ticket
 * @param {number} waited
 */
function band({ games, rated, unrated = null }, waited) {
  const now = games[0]?.bands.findLast((each) => each.after <= waited);
  const { lowest = null, highest = null } = now ?? {};
  return !rated || unrated !== null || lowest === null || highest === null ? [] : [t("seek.band", { lowest, highest })];
}

/** @param {number} milliseconds */
function spoken(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

const ROUND = 2 * Math.PI * 45;

/** An offered match. It covers every screen until it is answered. @param {Page & { offer: Offer }} props */
function ReadyCheck({ offer, ...page }) {
  const { state, failed } = page;
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const accept = useRef(/** @type {HTMLButtonElement | null} */ (null));
  const [isBusy, setBusy] = useState(false);
  const whole = useRef(Math.max(1, offer.deadline - Date.now() - state.ahead));
  const left = offer.deadline - Date.now() - state.ahead;
  useTicks(250);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    accept.current?.focus();
    shake(30);
  }, []);
  const has = offer.has_accepted;
  const title = state.welcome?.games.find((each) => each.name === offer.game)?.title ?? offer.game;
  /** @param {() => Promise<unknown>} take */
  const once = (take) => () => {
    setBusy(true);
    take()
      .catch(failed)
      .finally(() => setBusy(false));
  };
  const seconds = Math.max(0, Math.ceil(left / 1000));
  const share = Math.max(0, Math.min(1, left / whole.current));
  return h(
    "dialog",
    {
      class: "ready-check",
      ref: dialog,
      "aria-labelledby": "ready-check",
      onCancel: (/** @type {Event} */ event) => event.preventDefault(),
    },
    [
      h("h2", { id: "ready-check", key: "h" }, t("check.title")),
      h("div", { class: "ring", role: "timer", "aria-label": t("check.left", { n: seconds }), key: "ring" }, [
        h("svg", { viewBox: "0 0 100 100", "aria-hidden": "true", key: "ring" }, [
          h("circle", { class: "ring-whole", cx: 50, cy: 50, r: 45, key: "whole" }),
          h("circle", {
            class: "ring-left",
            cx: 50,
            cy: 50,
            r: 45,
            key: "left",
            "stroke-dasharray": ROUND,
            "stroke-dashoffset": ROUND * (1 - share),
          }),
        ]),
        h("span", { class: "ring-seconds", key: "seconds" }, seconds),
      ]),
      h("div", { class: "ready-check-game", key: "game" }, [
        h(GameEmblem, { game: offer.game, key: "emblem" }),
        h("strong", { key: "title" }, title),
        h("span", { class: "dim", key: "facts" }, [[duration(offer.time_limit), ratedInWords(offer)].join(" · ")]),
      ]),
      h(
        "ul",
        { class: "ready-check-players", "aria-label": t("table.places"), key: "players" },
        offer.players.map((player) =>
          h("li", { key: player.id }, [
            h("bdi", { key: "name" }, player.name),
            player.kind === "bot" && h("span", { class: "badge", key: "bot" }, t("page.bot")),
          ]),
        ),
      ),
      h(
        "p",
        { class: "dim", role: "status", key: "count" },
        t("check.accepted", { n: offer.accepted, of: offer.players.length }),
      ),
      h("div", { class: "ready-check-do", key: "do" }, [
        has
          ? h("p", { class: "place-ready", key: "has" }, t("check.waits"))
          : h(
              "button",
              {
                type: "button",
                class: "main",
                key: "accept",
                ref: accept,
                disabled: isBusy,
                onClick: once(() => accepted(page, offer)),
              },
              t("check.accept"),
            ),
        h(
          "button",
          { type: "button", key: "decline", disabled: isBusy, onClick: once(() => declined(page, offer)) },
          t("check.decline"),
        ),
      ]),
    ],
  );
}
