import { CommandRefused } from "../../../javascript/src/errors.js";
import { h, useEffect, useState } from "../../vendor/preact.js";
import { useDescription } from "../games/catalogue.js";
import { moduleOf } from "../games/index.js";
import { look, lookedAt } from "../operations/matches.js";
import { addressOf } from "../router.js";
import { Frame } from "../table/frame.js";
import { lazy } from "../ui/lazy.js";
import { Nowhere } from "../ui/nowhere.js";
import { Again, refusedUntil } from "../ui/refusal.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { Update } from "../../../javascript/types/v1.js" */

const Replay = lazy(["match", "replay"], async () => (await import("./replay.js")).Replay, {
  sheet: "replay",
});

/** @typedef {Page & { update: import("../../../javascript/types/v1.js").Update }} Watched */
const Eyes = lazy(
  ["match", "replay"],
  async () => /** @type {(props: Watched) => any} */ ((await import("../table/eyes.js")).Eyes),
  { isSmall: true, sheet: "replay" },
);

/** @typedef {Page & { match: import("../state/initial.js").MatchState, seen: import("../../../javascript/types/v1.js").Update }} Earlier */
const Past = lazy(
  ["match", "replay"],
  async () => /** @type {(props: Earlier) => any} */ ((await import("../table/past.js")).Past),
  { isSmall: true, sheet: "replay" },
);

/** A match: played, watched, or shown at an earlier moment. @param {Page} page */
export function Match(page) {
  const { query, params } = page.state.route;
  return "at" in query || "as" in query
    ? h(Replay, { ...page, key: `replay-${params.match}` })
    : h(Live, { ...page, key: `live-${params.match}` });
}

/** @param {Page} page */
function Live(page) {
  const { state, session, store, failed } = page;
  const id = state.route.params.match ?? "";
  const match = state.matches[id];
  const isOpen = state.connection.state === "open";
  const { client } = session;
  const [refused, setRefused] = useState(/** @type {CommandRefused | null} */ (null));
  const [until, setUntil] = useState(/** @type {number | null} */ (null));
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (!isOpen) return undefined;
    let isLeft = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    client.watchMatch(id, match?.update.version ?? 0).catch((error) => {
      if (!(error instanceof CommandRefused)) return failed(error);
      if (isLeft) return undefined;
      setRefused(error);
      setUntil(refusedUntil(error));
      if (error.code === "not_shown_yet" && error.retryIn !== null) {
        timer = setTimeout(() => setTries(tries + 1), error.retryIn);
      }
    });
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [id, isOpen, client, state.me?.player.id, tries]);
  const game = match?.update.game;
  useDescription(page, game);
  useEffect(() => () => look(page, id, null), [id]); // whoever comes back is where it stands
  if (match === undefined && refused?.code === "unknown_match") return h(Nowhere, { text: t("match.unknown") });
  if (match === undefined && refused?.code === "not_shown_yet") {
    return h("section", { class: "page narrow" }, [
      h("h1", { key: "h1" }, t("match.later")),
      h("p", { class: "dim", role: "status", key: "why" }, [
        t(until === null ? "match.at_end" : "match.soon"),
        h(Again, { until, key: "again" }),
      ]),
      h("a", { class: "button", href: "/lobby", key: "lobby" }, t("page.to_lobby")),
    ]);
  }
  if (match === undefined && refused !== null) {
    return h("section", { class: "page narrow" }, [
      h("h1", { key: "h1" }, t("match.unknown")),
      h("p", { class: "dim", key: "why" }, t(refused.code === "no_spectators" ? "match.closed" : "match.ask_link")),
      h("a", { class: "button", href: "/lobby", key: "lobby" }, t("page.to_lobby")),
    ]);
  }
  if (match === undefined || game === undefined) return h("p", { class: "page dim" }, t("page.loading"));
  const module = moduleOf(game, () => store.change((known) => ({ ...known })));
  if (module === undefined) return h("p", { class: "page dim" }, t("page.loading"));
  const [description, cards = null] = [state.games[game], state.catalogues[game]];
  const { update } = match;
  const hasEyes = update.perspectives === "during" && update.seat === null && update.result === null;
  /**
   * The table is drawn as for the seat whose view the spectator has. That seat is asked for nothing here.
   * @param {Update} of
   */
  const drawn = (of) => (hasEyes ? { ...of, seat: of.through ?? null } : of);
  const seen = lookedAt(match);
  const framed = { ...page, module, description, cards };
  if (seen !== null) {
    return h(Frame, {
      ...framed,
      match: {
        update: { ...drawn(seen), choices: [] },
        history: match.history.slice(0, match.history.indexOf(seen) + 1),
        picked: [],
        sent: null,
        refused: null,
      },
      whole: match,
      look: (version) => look(page, id, version),
      instead: h(Past, { ...page, match, seen, key: "past" }),
    });
  }
  return h(Frame, {
    ...framed,
    match: hasEyes ? { ...match, update: drawn(update) } : match,
    look: (version) =>
      update.result === null ? look(page, id, version) : page.go(addressOf(id, version, update.seat ?? "spectators")),
    ...(hasEyes && { instead: h(Eyes, { ...page, update, key: "prompt" }) }),
  });
}
