import { h, useEffect, useState } from "../../vendor/preact.js";
import { Challenge } from "../notices/challenge.js";
import { canChallenge } from "../operations/can-challenge.js";
import { titleOf } from "../state/initial.js";
import { ConversationList } from "../talk/conversation-list.js";
import { Fault } from "../ui/form.js";
import { Several } from "../ui/several.js";
import { t } from "../words.js";
import { Clubs } from "./clubs.js";
import { Conversation } from "./conversation.js";

/** @import { Page } from "../page.js" */
/** @import { FollowedPlayer, Following, Player } from "../../../javascript/types/v1.js" */

const GROUPS = /** @type {const} */ (["nobody", "followed", "everybody"]);

/** The followed players, the messages with one of them, or clubs. @param {Page} page */
export function People(page) {
  const { connection, me, route } = page.state;
  if (route.path.startsWith("/clubs")) return h(Clubs, page);
  if (connection.state === "open" && me === null) {
    return h("div", { class: "page people" }, [
      h("h1", { key: "h1" }, t("people.title")),
      h("p", { key: "why" }, t("people.sign_in")),
      h("a", { class: "button main", href: "/account", key: "account" }, t("nav.sign_in")),
    ]);
  }
  return h(route.params.player ? Conversation : FollowedPlayers, page);
}

/** The players that this player follows, with their presence, and the private messages. @param {Page} page */
function FollowedPlayers(page) {
  const { state, session } = page;
  const isOpen = state.connection.state === "open" && state.me !== null;
  const [list, setList] = useState(/** @type {Following | null} */ (null));
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const [challenged, setChallenged] = useState(/** @type {Player | null} */ (null));
  /** @param {Following} found */
  const keep = (found) => {
    setList(found);
    setFault(null);
  };
  const read = async () => keep(await (await session.client.following()).list());
  useEffect(() => {
    if (isOpen) read().catch(setFault);
  }, [isOpen]);
  useEffect(() => {
    if (list === null || !isOpen) return;
    const timer = setTimeout(() => read().catch(setFault), list.poll_after);
    return () => clearTimeout(timer);
  }, [list, isOpen]);
  if (list === null) {
    return h("div", { class: "page people" }, fault === null ? t("page.loading") : h(Fault, { error: fault }));
  }
  /** @param {Player} player */
  const unfollow = async (player) => {
    const following = await session.client.following();
    await following.unfollow(player.id);
    await read();
  };
  /** @param {string} by */
  const change = async (by) =>
    keep(await (await session.client.following()).setSeenBy(/** @type {typeof GROUPS[number]} */ (by)));
  return h("div", { class: "page people" }, [
    h("div", { class: "panel-head", key: "h1" }, [
      h("h1", { key: "h1" }, t("people.title")),
      h("a", { class: "button", href: "/clubs", key: "clubs" }, t("clubs.title")),
    ]),
    h("section", { class: "panel", key: "followed", "aria-labelledby": "followed" }, [
      h("h2", { key: "h2", id: "followed" }, t("people.followed")),
      list.players.length === 0 && h("p", { class: "dim", key: "none" }, t("people.follow_nobody")),
      h(
        "ul",
        { class: "followed", key: "list" },
        list.players.map((each) =>
          h(Row, {
            key: each.player.id,
            page,
            each,
            challenge: () => setChallenged(each.player),
            unfollow: () => unfollow(each.player).catch(setFault),
          }),
        ),
      ),
      fault !== null && h(Fault, { error: fault, key: "fault" }),
    ]),
    h(ConversationList, { ...page, key: "conversations" }),
    h("section", { class: "panel settings", "data-part": "seen-by", "data-by": list.seen_by, key: "seen" }, [
      h(Several, {
        key: "by",
        label: t("people.seen_by"),
        value: list.seen_by,
        choices: GROUPS.map((value) => ({ value, title: t(`people.seen_by_${value}`) })),
        change: (by) => change(by).catch(setFault),
      }),
      h("p", { class: "dim", key: "note" }, t("people.seen_by_note")),
    ]),
    challenged !== null &&
      h(Challenge, { ...page, player: challenged, close: () => setChallenged(null), key: "challenge" }),
  ]);
}

/** @param {{ page: Page, each: FollowedPlayer, challenge: () => void, unfollow: () => void }} props */
function Row({ page, each, challenge, unfollow }) {
  const { player, online, match, game } = each;
  const presence = match ? "plays" : online ? "online" : "offline";
  return h("li", { class: "followed-player", "data-presence": presence, "data-player": player.id }, [
    h("div", { class: "followed-words", key: "words" }, [
      h("a", { href: `/u/${encodeURIComponent(player.id)}`, key: "name" }, h("bdi", null, player.name)),
      match
        ? h(
            "a",
            { href: `/m/${encodeURIComponent(match)}`, class: "presence", key: "presence" },
            t("people.plays", { game: titleOf(page.state, game) }),
          )
        : h("span", { class: "presence dim", key: "presence" }, t(`people.${presence}`)),
    ]),
    h("div", { class: "row", key: "ways" }, [
      canChallenge(page, player) &&
        h("button", { type: "button", key: "challenge", onClick: challenge }, t("player.challenge")),
      h("a", { class: "button", href: `/people/${encodeURIComponent(player.id)}`, key: "write" }, t("people.write")),
      h("button", { type: "button", class: "quiet", key: "unfollow", onClick: unfollow }, t("people.unfollow")),
    ]),
  ]);
}
