import { CommandRefused } from "../../../javascript/src/errors.js";
import { h, useEffect, useRef, useState } from "../../vendor/preact.js";
import { useKeptDecks } from "../operations/kept-decks.js";
import { builtDeck, DELAYS, keepDeck, lastDeck, mayPause, REPLAYS, usualReplays } from "../operations/openings.js";
import { begun, seated } from "../operations/tables.js";
import { isPaused } from "../state/initial.js";
import { Talk } from "../talk/talk.js";
import { Clock, duration } from "../ui/clock.js";
import { DeckChoice } from "../ui/deck-choice.js";
import { Dialog } from "../ui/dialog.js";
import { TextField } from "../ui/field.js";
import { GameEmblem, Icon } from "../ui/icon.js";
import { PlayerName, RatingNumber } from "../ui/player.js";
import { t } from "../words.js";
import { Invite } from "./invite.js";
import { OwnWebhooks } from "./own-webhooks.js";
import { Pause, ratedInWords } from "./table-list.js";

/** @import { Page } from "../page.js" */
/** @import { GameOffer, Place, Table } from "../../../javascript/types/v1.js" */

/** Milliseconds after which a missing share of entropy counts as late. */
const LONG = 1000;

const ACCESS = /** @type {const} */ (["public", "unlisted", "password"]);

/** A table before and between matches. @param {Page} page */
export function Gathering(page) {
  const { state, session, go } = page;
  const id = state.route.params.table ?? "";
  const { code } = state.route.query;
  const table = state.tables[id];
  const [refused, setRefused] = useState(/** @type {CommandRefused | null} */ (null));
  const [password, setPassword] = useState("");
  const [tries, setTries] = useState(0);
  const isUp = state.connection.state === "open";
  const { client } = session;
  /** @param {{ password?: string }} [key] */
  const watch = (key = {}) =>
    client.tables.watch({ table: id, ...(code && { code }), ...key }).then(
      () => setRefused(null),
      (error) => (error instanceof CommandRefused ? setRefused(error) : page.failed(error)),
    );
  useEffect(() => {
    if (isUp) watch(password === "" ? {} : { password });
  }, [id, isUp, client]);
  useEffect(() => {
    if (table?.stage === "playing") go(`/m/${table.match}`, { replace: true });
  }, [table?.stage]);
  // The address bar shows the address that players send to friends.
  useEffect(() => {
    if (table?.code) go(`/t/${id}?code=${table.code}`, { replace: true });
  }, [table?.code]);
  const parted = state.parted[id];
  if (table === undefined && refused === null && parted === undefined)
    return h("p", { class: "page dim" }, t("page.loading"));
  const enter = () => watch({ password }).then(() => setTries(tries + 1));
  if (table === undefined) {
    return h("section", { class: "page narrow" }, [
      h("h1", { key: "h1" }, t("table.closed")),
      refused?.code === "wrong_password"
        ? h(Password, { value: password, change: setPassword, enter, fault: tries > 0 ? refused.text : "", key: "key" })
        : h(
            "p",
            { key: "text" },
            parted !== undefined
              ? t(`table.${parted}_text`)
              : refused?.code === "unknown_table"
                ? t("table.unknown")
                : refused?.text,
          ),
      h("a", { class: "button", href: "/lobby", key: "lobby" }, t("page.to_lobby")),
    ]);
  }
  return h(Places, { ...page, table, password, code });
}

/** @param {{ value: string, change: (value: string) => void, enter: () => void, fault: string }} props */
function Password({ value, change, enter, fault }) {
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    enter();
  };
  return h("form", { class: "form", onSubmit: submit }, [
    h(TextField, { key: "field", label: t("opening.password_label"), value, change, most: 64, fault, password: true }),
    h("button", { type: "submit", class: "main", key: "go", disabled: value === "" }, t("table.enter")),
  ]);
}

/** @param {NonNullable<Table["refused"]>} deal */
function refusedInWords({ missing, players }) {
  if (missing.length === 0) return t("table.undealt");
  return t("table.refused", { names: missing.map((seat) => players[seat]?.name ?? "").join(", ") });
}

/** @param {Page & { table: Table, password: string, code: string | undefined }} props */
function Places({ table, password, code, ...page }) {
  const { state, session, failed, go } = page;
  const { id, places, game } = table;
  const offer = state.welcome?.games.find((each) => each.name === game);
  const me = state.me?.player.id;
  const own = me === undefined ? -1 : places.findIndex((place) => place.player?.id === me);
  const isHost = me !== undefined && table.host === me;
  const isReady = places[own]?.ready === true;
  const isRevealing = table.stage === "revealing";
  const readiness = useRef({ match: table.match, wasReady: isReady });
  if (readiness.current.match !== table.match) readiness.current = { match: table.match, wasReady: false };
  readiness.current.wasReady ||= isReady;
  const hasLapsed = readiness.current.wasReady && !isReady && own >= 0 && table.stage === "gathering";
  const free = places.filter((place) => !place.player).length;
  const { tables } = session.client;
  /** @param {() => Promise<unknown>} take */
  const act = (take) => () => take().catch(failed);
  const areHandsSeen = table.perspectives === "during";
  const ready = () =>
    begun(page, id, {
      ...(offer !== undefined && own >= 0 && !places[own]?.has_deck && { deck: lastDeck(offer) }),
      ...(areHandsSeen && { perspectives: /** @type {const} */ ("during") }),
    });
  const facts = [
    duration(table.time_limit),
    ratedInWords(table),
    ...(table.collection === "owned" ? [t("lobby.is_owned")] : []),
    t(`opening.${ACCESS.find((each) => each === table.access) ?? "public"}`),
    ...(table.spectators === false ? [t("table.no_spectators")] : []),
    ...DELAYS.filter((each) => each !== "none" && each === table.spectator_delay).map((each) =>
      t(`table.delay_${each}`),
    ),
    ...(areHandsSeen ? [t("lobby.hands")] : []),
    ...REPLAYS.filter((each) => each === table.replays && each !== usualReplays(table)).map((each) =>
      t(`table.replays_${each}`),
    ),
    ...(mayPause(table) === mayPause({ rated: table.rated })
      ? []
      : [t(mayPause(table) ? "table.recess" : "table.no_recess")]),
    ...unusual(table, offer, state.games[game]),
  ];
  return h("section", { class: "page gathering" }, [
    h("header", { class: "gathering-head", key: "head" }, [
      h(GameEmblem, { game, key: "emblem" }),
      h("div", { key: "words" }, [
        h("h1", { key: "h1" }, offer?.title ?? game),
        h("p", { class: "dim", key: "facts" }, facts.join(" · ")),
      ]),
    ]),
    h("div", { class: "gathering-columns", key: "columns" }, [
      h("div", { class: "gathering-main", key: "main" }, [
        h(
          "ol",
          { class: "places", "aria-label": t("table.places"), key: "places" },
          places.map((place, seat) =>
            h(PlaceRow, {
              ...page,
              key: seat,
              place,
              seat,
              isOwn: seat === own,
              isHost: place.player !== null && place.player?.id === table.host,
              rules: isHost,
              mayMove: own >= 0,
              table,
              bots: offer?.bots ?? [],
              usual: offer?.default_bot,
              titles: offer?.bot_titles ?? [],
            }),
          ),
        ),
        own >= 0 &&
          offer !== undefined &&
          (offer.decks ?? []).length > 0 &&
          h(OwnDeck, { ...page, offer, table, key: "deck" }),
        h(Pause, { state, words: "page.paused_table", key: "pause" }),
        areHandsSeen && h("p", { class: "panel", key: "hands" }, t("table.hands_note")),
        table.refused && h("p", { class: "panel", role: "status", key: "refused" }, refusedInWords(table.refused)),
        hasLapsed && h("p", { class: "panel", role: "status", key: "lapsed" }, t("table.ready_ended")),
        h("div", { class: "row gathering-do", key: "do" }, [
          own < 0 &&
            free > 0 &&
            h(
              "button",
              {
                class: "main",
                type: "button",
                key: "sit",
                onClick: act(() =>
                  seated(page, {
                    table: id,
                    ...(password !== "" && { password }),
                    ...((table.code || code) && { code: table.code || code }),
                  }),
                ),
              },
              t("table.sit"),
            ),
          own >= 0 &&
            !isReady &&
            h(
              "button",
              { class: "main", type: "button", key: "ready", disabled: isPaused(state), onClick: act(ready) },
              t(areHandsSeen ? "table.agree" : "table.ready"),
            ),
          isRevealing && h(Revealing, { table, me, ahead: state.ahead, key: "reveals" }),
          own >= 0 &&
            isReady &&
            !isRevealing &&
            h(
              "p",
              { class: "dim", role: "status", key: "waits" },
              t(free > 0 ? "table.waits_seats" : "table.waits_ready"),
            ),
          own >= 0 &&
            !isRevealing &&
            h(
              "button",
              { type: "button", key: "stand", onClick: act(() => tables.stand(id).then(() => go("/"))) },
              t("table.stand"),
            ),
        ]),
        h("details", { class: "fairness", key: "fairness" }, [
          h("summary", { key: "summary" }, t("fairness.title")),
          h("p", { key: "what" }, t("fairness.what")),
          h("p", { class: "dim", key: "label" }, t("fairness.commitment")),
          h("code", { class: "commitment", key: "commitment" }, table.commitment),
        ]),
      ]),
      h("div", { class: "gathering-side", key: "side" }, [
        own >= 0 && free > 0 && h(Invite, { ...page, table, key: "invite" }),
        h("section", { class: "panel home-talk", "aria-labelledby": "table-talk", key: "talk" }, [
          h("h2", { id: "table-talk", key: "h" }, t("table.talk")),
          h(Talk, { ...page, where: "table", id, maySpeak: own >= 0, key: "talk" }),
        ]),
        (own >= 0 || isHost) && h(OwnWebhooks, { ...page, table: id, key: "webhooks" }),
      ]),
    ]),
  ]);
}

/**
 * The revealing of entropy, which takes a moment; after that, the players who are late, and the remaining time.
 * @param {{ table: Table, me: string | undefined, ahead: number }} props
 */
function Revealing({ table, me, ahead }) {
  const [longIn, setLongIn] = useState("");
  const isLong = longIn === table.match;
  useEffect(() => {
    const timer = setTimeout(() => setLongIn(table.match), LONG);
    return () => clearTimeout(timer);
  }, [table.match]);
  const { places, reveal_until: until } = table;
  const late = places.flatMap(({ player, entropy_hash, revealed }) =>
    entropy_hash && !revealed && player && player.id !== me ? [player.name] : [],
  );
  return h("p", { class: "dim", role: "status", "data-late": isLong ? late.length : 0 }, [
    isLong && late.length > 0 ? t("table.reveals_late", { names: late.join(", ") }) : t("table.reveals"),
    isLong && until && h("span", { key: "until" }, [" ", h(Clock, { until, ahead })]),
  ]);
}

/**
 * The options of a table that differ from their defaults, in words.
 * @param {Table} table
 * @param {GameOffer | undefined} offer
 * @param {any} description
 */
function unusual({ options }, offer, description) {
  const properties = description?.schema.$defs.Options?.properties ?? {};
  if (offer === undefined) return [];
  return Object.entries(/** @type {Record<string, unknown>} */ (options)).flatMap(([name, value]) => {
    const { default: usual, title } = properties[name] ?? {};
    return title === undefined || usual === value ? [] : [`${title}: ${value}`];
  });
}

/**
 * @param {Page & {
 *   place: Place, seat: number, table: Table, isOwn: boolean, isHost: boolean, rules: boolean, mayMove: boolean,
 *   bots: readonly string[], usual?: string | null, titles: readonly import("../../../javascript/types/v1.js").Titled[],
 * }} props
 */
function PlaceRow({ place, seat, table, isOwn, isHost, rules, mayMove, bots, usual, titles, session, failed }) {
  const { tables } = session.client;
  const [isAsked, setAsked] = useState(false);
  const { player } = place;
  if (!player) {
    return h("li", { class: "panel place place-free", "data-seat": seat }, [
      h("span", { class: "place-name dim", key: "free" }, t("table.free")),
      mayMove &&
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            key: "move",
            onClick: () => tables.sit({ table: table.id, seat }).catch(failed),
          },
          t("table.move"),
        ),
      rules &&
        bots.length > 0 &&
        h("button", { type: "button", key: "bot", onClick: () => setAsked(true) }, t("table.add_bot")),
      isAsked &&
        h(Dialog, { title: t("table.add_bot"), close: () => setAsked(false), key: "bots" }, [
          h(
            "div",
            { class: "menu", key: "menu" },
            bots.map((bot) => {
              const titled = titles.find((each) => each.name === bot);
              const sit = () => {
                setAsked(false);
                tables.addBot(table.id, { bot, seat }).catch(failed);
              };
              return h("button", { type: "button", class: "menu-entry", "data-bot": bot, key: bot, onClick: sit }, [
                h("span", { key: "title" }, [
                  titled?.title ?? bot,
                  bot === usual && " ",
                  bot === usual && h("span", { class: "badge", key: "usual" }, t("table.usual_bot")),
                ]),
                h("span", { class: "dim", key: "note" }, titled?.description ?? ""),
              ]);
            }),
          ),
        ]),
    ]);
  }
  const isBot = player.kind === "bot" && player.bot;
  const mayTransfer = rules && !isOwn && !isBot;
  return h("li", { class: "panel place", "data-seat": seat, ...(place.ready && { "data-ready": "" }) }, [
    h("span", { class: "place-name", key: "name" }, [
      h(PlayerName, { player, isMe: isOwn, key: "name" }),
      h(RatingNumber, { rating: place.rating, key: "rating" }),
      isHost && h("span", { class: "badge", key: "host" }, t("table.host")),
    ]),
    h(
      "span",
      { class: place.ready ? "place-ready" : "dim", key: "ready" },
      t(place.ready ? "table.is_ready" : "table.not_ready"),
    ),
    rules &&
      !isOwn &&
      h("span", { class: "place-rules", key: "rules" }, [
        mayTransfer &&
          h(
            "button",
            {
              type: "button",
              class: "quiet",
              key: "transfer",
              "aria-label": t("table.transfer", { name: player.name }),
              title: t("table.transfer", { name: player.name }),
              onClick: () => tables.transferHost(table.id, player.id).catch(failed),
            },
            h(Icon, { name: "star" }),
          ),
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            key: "kick",
            "aria-label": t("table.kick", { name: player.name }),
            title: t("table.kick", { name: player.name }),
            onClick: () => (isBot ? tables.stand(table.id, seat) : tables.kick(table.id, seat)).catch(failed),
          },
          h(Icon, { name: "close" }),
        ),
      ]),
  ]);
}

/**
 * The choice of the player's deck. A change is sent with being ready.
 * @param {Page & { offer: GameOffer, table: Table }} props
 */
function OwnDeck({ offer, table, ...page }) {
  const [deck, setDeck] = useState(lastDeck(offer) ?? "");
  const titled = (offer.deck_titles ?? []).find((each) => each.name === deck);
  const kept = useKeptDecks(page, offer.name)?.find((each) => each.text === deck);
  return h("details", { class: "own-deck panel" }, [
    h("summary", { key: "summary" }, [
      h("span", { class: "dim", key: "label" }, `${t("deck.label")}: `),
      h(
        "strong",
        { key: "deck" },
        titled?.title ?? kept?.name ?? t(deck !== "" && deck === builtDeck(offer.name) ? "deck.built" : "deck.own"),
      ),
    ]),
    h(DeckChoice, { ...page, offer, value: deck, change: setDeck, key: "choice" }),
    h(
      "button",
      {
        type: "button",
        key: "take",
        disabled: deck.trim() === "",
        onClick: () => {
          keepDeck(offer.name, deck);
          const { id, perspectives, places } = table;
          const seat = places.findIndex((place) => place.player?.id === page.state.me?.player.id);
          // Bringing a deck also says that the player is ready, except if that would agree to something.
          const asksFirst = perspectives === "during" && places[seat]?.ready !== true;
          const brought = asksFirst
            ? page.session.client.tables.sit({ table: id, seat, deck })
            : begun(page, id, { deck });
          brought.catch(page.failed);
        },
      },
      t("deck.take"),
    ),
  ]);
}
