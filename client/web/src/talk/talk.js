import { h, useEffect, useRef, useState } from "../../vendor/preact.js";
import { linesOf } from "../state/heard.js";
import { Icon } from "../ui/icon.js";
import { late, lazy } from "../ui/lazy.js";
import { called, t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { Line, Phrase, Player, Where } from "../../../javascript/types/v1.js" */

const chat = late(() => import("../operations/chat.js"));
/** @typedef {Page & Parameters<typeof import("./ready-words.js").ReadyWords>[0]} Ready */
const ReadyWords = lazy(
  [],
  async () => /** @type {(props: Ready) => any} */ ((await import("./ready-words.js")).ReadyWords),
  { isSmall: true },
);
const PlayerMenu = lazy(["people"], async () => (await import("./player-menu.js")).PlayerMenu, { isSmall: true });

/** Maximum length of a line. */
const MOST = 300;

/**
 * The chat of the lobby, a table or a match, with a field for a line.
 * @param {Page & { where: Where, id: string | null, again?: unknown, maySpeak?: boolean }} props a change of `again`
 *   joins the chat again, such as the end of a match, after which players receive the spectators' lines too
 */
export function Talk({ where, id, again = null, maySpeak = true, ...page }) {
  const { state, session, failed } = page;
  const there = { where, id };
  const [about, setAbout] = useState(/** @type {Player | null} */ (null));
  const me = state.me?.player.id;
  const isUp = state.connection.state === "open";
  const { client } = session;
  useEffect(() => {
    if (!isUp || me === undefined) return undefined;
    client.chat.join(where, id).catch(() => {});
    return () => {
      if (session.client === client && client.connectionState === "open") client.chat.leave(where, id).catch(() => {});
    };
  }, [where, id, me, isUp, client, again]);
  return h("section", { class: "talk", "aria-label": t("talk.title"), "data-where": where }, [
    h(Lines, { lines: linesOf(state, there), me, about: setAbout, isSignedIn: me !== undefined, key: "lines" }),
    me === undefined &&
      h("button", { type: "button", key: "enter", onClick: () => session.withPlayer().catch(failed) }, t("talk.enter")),
    maySpeak && h(Words, { ...page, say: async (what) => (await chat()).said(page, there, what), key: "words" }),
    about !== null && h(PlayerMenu, { ...page, player: about, there, close: () => setAbout(null), key: "menu" }),
  ]);
}

/** @param {{ lines: readonly Line[], me: string | undefined, about: (player: Player) => void, isSignedIn: boolean }} props */
function Lines({ lines, me, about, isSignedIn }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const newest = lines.at(-1)?.id;
  useEffect(() => {
    if (list.current !== null) list.current.scrollTop = list.current.scrollHeight;
  }, [newest]);
  const empty =
    lines.length === 0 && h("p", { class: "dim", key: "empty" }, t(isSignedIn ? "talk.empty" : "talk.guest"));
  return h("div", { class: "talk-lines", role: "log", "aria-label": t("talk.title"), tabIndex: 0, ref: list }, [
    empty,
    ...lines.map((line) => {
      const isMine = line.player.id === me;
      const name = h("bdi", null, line.player.name);
      return h("p", { class: "talk-line", key: line.id, ...(isMine && { "data-mine": "" }) }, [
        isMine
          ? h("span", { class: "talk-name", key: "name" }, name)
          : h(
              "button",
              {
                type: "button",
                class: "talk-name",
                key: "name",
                "aria-label": t("talk.about", { name: line.player.name }),
                onClick: () => about(line.player),
              },
              name,
            ),
        line.audience === "spectators" && h("span", { class: "badge", key: "audience" }, t("talk.spectator")),
        h("bdi", { class: "talk-text", key: "text" }, words(line)),
      ]);
    }),
  ]);
}

/** What a line says. @param {Line} line */
export function words({ text, phrase }) {
  return text ?? (phrase ? called("phrase", phrase) : "");
}

/** @param {Page & { say: (what: { text: string } | { phrase: Phrase }) => Promise<void> }} props */
function Words({ say, ...page }) {
  const { failed } = page;
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(false);
  const send = () => {
    if (text.trim() === "") return;
    setText("");
    say({ text: text.trim() }).catch((error) => {
      setText((since) => since || text); // what was refused can be mended
      failed(error);
    });
  };
  return h("div", { class: "talk-words" }, [
    isOpen &&
      h(ReadyWords, {
        ...page,
        say: (what) => {
          setOpen(false);
          say(what).catch(failed);
        },
        key: "ready",
      }),
    h("div", { class: "talk-own", key: "own" }, [
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          key: "phrase",
          "aria-label": t("talk.phrases"),
          "aria-expanded": isOpen,
          onClick: () => setOpen(!isOpen),
        },
        h(Icon, { name: "phrases" }),
      ),
      h("input", {
        key: "text",
        "aria-label": t("talk.say"),
        placeholder: t("talk.say"),
        maxLength: MOST,
        autocomplete: "off",
        value: text,
        onInput: (/** @type {any} */ event) => setText(event.currentTarget.value),
        onKeyDown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key === "Enter") send();
        },
      }),
      h(
        "button",
        { type: "button", key: "send", "aria-label": t("talk.send"), onClick: send },
        h(Icon, { name: "send" }),
      ),
    ]),
  ]);
}
