import { h, useEffect, useRef, useState } from "../../vendor/preact.js";
import { inboxOf, readNewest } from "../notices/inbox.js";
import { Report } from "../talk/report.js";
import { Fault, Form } from "../ui/form.js";
import { moment } from "../ui/time.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { ConversationShown } from "../../../javascript/types/v1.js" */

/** The private messages with one player. @param {Page} page */
export function Conversation(page) {
  const { state, session } = page;
  const other = state.route.params.player ?? "";
  const isOpen = state.connection.state === "open" && state.me !== null;
  const [shown, setShown] = useState(/** @type {ConversationShown | null} */ (null));
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const [isReport, setReport] = useState(false);
  const [sent, setSent] = useState(0);
  const end = useRef(/** @type {HTMLElement | null} */ (null));
  const newest = inboxOf(state)?.notices.find((each) => each.player?.id === other)?.id;
  const read = async () => {
    const conversations = await session.client.conversations();
    const found = await conversations.get(other);
    setShown(found);
    const last = found.messages.at(-1);
    if (last && Number(last.id) > Number(found.read)) {
      await conversations.read(other, last.id);
      await readNewest(page); // the notice of it has left the inbox
    }
  };
  useEffect(() => {
    if (isOpen) read().then(() => setFault(null), setFault);
  }, [isOpen, other, newest, sent]);
  useEffect(() => end.current?.scrollIntoView({ block: "nearest" }), [shown?.messages.length]);
  if (shown === null) {
    return h("div", { class: "page people" }, fault === null ? t("page.loading") : h(Fault, { error: fault }));
  }
  const { player, messages } = shown;
  /** @param {Readonly<Record<string, string>>} values */
  const send = async ({ text = "" }) => {
    await (await session.client.conversations()).send(other, text);
    setSent(sent + 1);
  };
  const remove = async () => {
    await (await session.client.conversations()).delete(other);
    await read();
  };
  return h("div", { class: "page people" }, [
    h("h1", { key: "h1" }, t("people.messages_with", { name: player.name })),
    h("section", { class: "panel conversation", key: "messages" }, [
      messages.length === 0 && h("p", { class: "dim", key: "none" }, t("people.no_messages_yet")),
      h(
        "div",
        { key: "list", role: "log", "aria-label": t("people.messages") },
        h(
          "ol",
          null,
          messages.map(({ id, sender, text, at }) =>
            h("li", { key: id, "data-message": sender === player.id ? "theirs" : "mine" }, [
              h("span", { key: "text" }, text),
              h("time", { class: "dim", key: "at" }, moment(at - state.ahead)),
            ]),
          ),
        ),
      ),
      h("span", { ref: end, key: "end" }),
      h(Form, {
        key: `form ${sent}`,
        fields: [{ name: "text", label: t("people.message"), most: 300 }],
        submit: t("people.send"),
        send,
      }),
      fault !== null && h(Fault, { error: fault, key: "fault" }),
    ]),
    h("div", { class: "row", key: "ways" }, [
      h("a", { class: "button", href: "/people", key: "back" }, t("people.title")),
      h("a", { class: "button", href: `/u/${encodeURIComponent(other)}`, key: "profile" }, t("player.profile")),
      h("button", { type: "button", key: "report", onClick: () => setReport(true) }, t("player.report")),
      messages.length > 0 &&
        h(
          "button",
          { type: "button", key: "remove", onClick: () => remove().catch(setFault) },
          t("people.delete_messages"),
        ),
    ]),
    isReport &&
      h(Report, {
        ...page,
        player,
        there: { where: "conversation", id: other },
        close: () => setReport(false),
        key: "reporting",
      }),
  ]);
}
