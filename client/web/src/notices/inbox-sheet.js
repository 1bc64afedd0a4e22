import { h, useEffect, useRef, useState } from "../../vendor/preact.js";
import { cancelled, unlinked } from "../operations/challenges.js";
import { titleOf } from "../state/initial.js";
import { Dialog } from "../ui/dialog.js";
import { Fault } from "../ui/form.js";
import { moment } from "../ui/time.js";
import { t } from "../words.js";
import { AnswerSheet } from "./answer-sheet.js";
import { ChallengeSheet } from "./challenge-sheet.js";
import { termsOf } from "./challenge-terms.js";
import { hasChallenges, inboxOf, readChallenges, readNewest, readOlder, readUpTo, stillOpen } from "./inbox.js";
import { isCurrent, noticePath, noticeText, tournamentPath } from "./notice-text.js";

/** @import { Page } from "../page.js" */
/** @import { Challenge, OpenChallengeLink, Notice } from "../../../javascript/types/v1.js" */

/**
 * The inbox: open challenges, and the notices. Opening it marks them as read; those that were not stay marked until it is closed.
 * @param {Page & { close: () => void }} props
 */
export function InboxSheet({ close, ...page }) {
  const { state, failed } = page;
  const inbox = inboxOf(state);
  const readBefore = useRef(inbox?.read ?? "0");
  const [answering, setAnswering] = useState(/** @type {Challenge | null} */ (null));
  const [isLinking, setLinking] = useState(false);
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const newest = inbox?.notices[0]?.id ?? "0";
  useEffect(() => {
    Promise.all([readNewest(page), readChallenges(page)]).catch(failed);
  }, []);
  useEffect(() => {
    if (Number(newest) > Number(inbox?.read ?? 0)) readUpTo(page, newest).catch(failed);
  }, [newest]);
  if (inbox === null) return null;
  if (isLinking) return h(ChallengeSheet, { ...page, player: null, close });
  if (answering !== null) {
    return h(AnswerSheet, { ...page, challenge: answering, close: () => setAnswering(null), done: close });
  }
  const received = stillOpen(inbox.received, state);
  const sent = stillOpen(inbox.sent, state);
  const links = stillOpen(inbox.links, state);
  const notices = inbox.notices.filter((each) => isCurrent(state, each));
  const isChallenged = received.length + sent.length + links.length > 0;
  const challenges =
    hasChallenges(state) &&
    h("section", { "aria-labelledby": "open-challenges", key: "challenges" }, [
      h("h3", { id: "open-challenges", key: "h" }, t("challenge.open")),
      h("ul", { class: "inbox-list", key: "list" }, [
        ...received.map((challenge) =>
          h("li", { key: challenge.id, "data-received": challenge.id }, [
            h(About, { page, challenge, text: "challenge.from", name: challenge.challenger.name, key: "about" }),
            h(
              "button",
              { type: "button", class: "main", key: "answer", onClick: () => setAnswering(challenge) },
              t("challenge.answer"),
            ),
          ]),
        ),
        ...links.map((link) =>
          h("li", { key: link.id, "data-link": link.id }, [
            h(About, { page, challenge: link, text: "challenge.by_link", name: "", key: "about" }),
            h(
              "button",
              { type: "button", key: "cancel", onClick: () => unlinked(page, link.id).catch(setFault) },
              t("challenge.cancel"),
            ),
          ]),
        ),
        ...sent.map((challenge) =>
          h("li", { key: challenge.id, "data-sent": challenge.id }, [
            h(About, { page, challenge, text: "challenge.to", name: challenge.challenged.name, key: "about" }),
            h(
              "button",
              { type: "button", key: "cancel", onClick: () => cancelled(page, challenge).catch(setFault) },
              t("challenge.cancel"),
            ),
          ]),
        ),
      ]),
      !isChallenged && h("p", { class: "dim", key: "none" }, t("challenge.none")),
      fault !== null && h(Fault, { error: fault, key: "fault" }),
      h("button", { type: "button", key: "link", onClick: () => setLinking(true) }, t("challenge.link_title")),
    ]);
  return h(Dialog, { title: t("notice.title"), close, class: "inbox" }, [
    isChallenged && challenges,
    h("section", { "aria-labelledby": "notices", key: "notices" }, [
      h("h3", { id: "notices", key: "h" }, t("notice.notices")),
      notices.length === 0 && h("p", { class: "dim", key: "none" }, t("notice.none")),
      h(
        "ul",
        { class: "inbox-list", key: "list" },
        notices.map((notice) =>
          h(Line, { page, notice, close, isNew: Number(notice.id) > Number(readBefore.current), key: notice.id }),
        ),
      ),
      inbox.before !== null &&
        h("button", { type: "button", key: "more", onClick: () => readOlder(page).catch(failed) }, t("page.more")),
    ]),
    !isChallenged && challenges, // what is new comes first
    state.me?.player.kind === "person" &&
      h("a", { class: "button", href: "/people", onClick: () => close(), key: "people" }, t("notice.people")),
  ]);
}

/** @param {{ page: Page, challenge: Challenge | OpenChallengeLink, text: "challenge.from" | "challenge.to" | "challenge.by_link", name: string }} props */
function About({ page: { state }, challenge, text, name }) {
  return h("div", { class: "inbox-words" }, [
    h("strong", { key: "who" }, t(text, { name, game: titleOf(state, challenge.game) })),
    h("span", { class: "dim", key: "terms" }, termsOf(challenge).join(" · ")),
  ]);
}

/** @param {{ page: Page, notice: Notice, isNew: boolean, close: () => void }} props */
function Line({ page, notice, isNew, close }) {
  const { state } = page;
  const path = noticePath(notice);
  const text = noticeText(state, notice);
  return h("li", { "data-notice": notice.kind, ...(isNew && { "data-new": "" }) }, [
    h("div", { class: "inbox-words", key: "words" }, [
      path === null
        ? h("span", { key: "text" }, text)
        : h("a", { href: path, onClick: () => close(), key: "text" }, text),
      h("span", { class: "dim", key: "at" }, [
        isNew && h("b", { class: "inbox-new", key: "new" }, t("notice.new")),
        h("time", { key: "time" }, moment(notice.at - state.ahead)),
        notice.match &&
          notice.tournament &&
          h(
            "a",
            { class: "inbox-more", href: tournamentPath(notice.tournament), onClick: () => close(), key: "tournament" },
            t("notice.tournament"),
          ),
        notice.club &&
          notice.player &&
          h(
            "a",
            {
              class: "inbox-more",
              href: `/u/${encodeURIComponent(notice.player.id)}`,
              onClick: () => close(),
              key: "player",
            },
            h("bdi", null, notice.player.name),
          ),
      ]),
    ]),
  ]);
}
