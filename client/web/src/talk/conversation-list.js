import { h, useEffect, useState } from "../../vendor/preact.js";
import { inboxOf } from "../notices/inbox.js";
import { Fault } from "../ui/form.js";
import { moment } from "../ui/time.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { Conversation } from "../../../javascript/types/v1.js" */

/** The conversations of the player, those with the newest message first. @param {Page} page */
export function ConversationList({ state, session }) {
  const [list, setList] = useState(/** @type {readonly Conversation[]} */ ([]));
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const isOpen = state.connection.state === "open" && state.me !== null;
  const newest = inboxOf(state)?.notices.find(({ kind }) => kind === "private_message")?.id;
  useEffect(() => {
    if (!isOpen) return;
    session.client
      .conversations()
      .then((conversations) => conversations.list())
      .then(({ conversations }) => setList(conversations))
      .catch(setFault);
  }, [isOpen, newest]);
  return h("section", { class: "panel", "aria-labelledby": "conversations" }, [
    h("h2", { id: "conversations", key: "h2" }, t("people.messages")),
    list.length === 0 && h("p", { class: "dim", key: "none" }, t("people.no_messages")),
    h(
      "ul",
      { class: "followed", key: "list" },
      list.map(({ player, last, unread }) =>
        h("li", { class: "followed-player", "data-conversation": player.id, key: player.id }, [
          h("div", { class: "followed-words", key: "words" }, [
            h("a", { href: `/people/${encodeURIComponent(player.id)}`, key: "name" }, h("bdi", null, player.name)),
            h("span", { class: "dim said-last", key: "last" }, last.text),
          ]),
          h("span", { class: "dim", key: "at" }, [
            unread > 0 && h("b", { key: "unread" }, t("people.unread", { n: unread })),
            h("time", { key: "time" }, moment(last.at - state.ahead)),
          ]),
        ]),
      ),
    ),
    fault !== null && h(Fault, { error: fault, key: "fault" }),
  ]);
}
