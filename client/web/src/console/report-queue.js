import { h, useEffect, useRef, useState } from "../../vendor/preact.js";
import { ModeratedPlayer } from "../screens/moderated-player.js";
import { ReportText, reasonOf } from "../screens/report-text.js";
import { Fault, Form } from "../ui/form.js";
import { PlayerName } from "../ui/player.js";
import { moment } from "../ui/time.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { ModerationRequests } from "../connection/moderation.js" */
/** @import { FiledReport } from "../../../javascript/types/v1.js" */

const FEW = 10;
const VERDICTS = /** @type {const} */ (["unfounded", "warned", "sanctioned"]);

/**
 * The open reports, one at a time, all by keyboard: `j` and `k` go to the next and the previous one, `1` to `3` resolve
 * it with a usual verdict, Enter goes to the field for another one, `p` shows the player.
 * @param {{ page: Page, requests: ModerationRequests }} props
 */
export function ReportQueue({ page, requests }) {
  const [found, setFound] = useState(/** @type {readonly FiledReport[] | null} */ (null));
  const [before, setBefore] = useState(/** @type {string | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const [at, setAt] = useState(0);
  const [done, setDone] = useState(0);
  const [isPlayerShown, setPlayerShown] = useState(false);
  const isBusy = useRef(false);
  const sent = useRef("");
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  /** @param {string | null} from */
  const load = async (from) => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      const { reports, before: following } = await requests.reports({ state: "open", before: from });
      setFound((known) => [...(known ?? []), ...reports]);
      setBefore(following);
    } catch (failure) {
      setError(failure);
    }
    isBusy.current = false;
  };
  useEffect(() => {
    load(null);
  }, []);
  useEffect(() => {
    if (before !== null && found !== null && found.length - at < FEW) load(before);
  }, [at, found?.length, before]);
  const report = found?.[at];
  /** @param {number} by */
  const step = (by) => {
    setAt((now) => Math.max(0, Math.min((found?.length ?? 1) - 1, now + by)));
    setPlayerShown(false);
  };
  /** @param {string} verdict */
  const resolve = async (verdict) => {
    if (report === undefined || sent.current === report.id) return;
    sent.current = report.id;
    try {
      await requests.resolve(report.id, verdict);
    } catch (failure) {
      sent.current = "";
      throw failure;
    }
    setError(null);
    setDone((number) => number + 1);
    setPlayerShown(false);
    setFound((known) => (known ?? []).filter(({ id }) => id !== report.id));
    setAt((now) => Math.max(0, Math.min(now, (found?.length ?? 1) - 2)));
    const focused = document.activeElement;
    if (focused instanceof HTMLElement) focused.blur(); // the keys go on with the next report
  };
  /** @param {KeyboardEvent} event */
  const pressed = (event) => {
    const { target, key, ctrlKey, metaKey, altKey, repeat } = event;
    if (target instanceof HTMLElement && target.closest("input, textarea, select, dialog, a, button, summary")) {
      if (key === "Escape") target.blur();
      return;
    }
    if (ctrlKey || metaKey || altKey) return;
    const verdict = VERDICTS[Number(key) - 1];
    if (key === "j") step(1);
    else if (key === "k") step(-1);
    else if (key === "p") setPlayerShown((is) => !is);
    else if (key === "Enter") place.current?.querySelector("input")?.focus();
    else if (verdict !== undefined && !repeat) resolve(t(`console.verdict_${verdict}`)).catch(setError);
    else return;
    event.preventDefault();
  };
  const latest = useRef(pressed);
  latest.current = pressed; // a key right after a redraw is about what is shown then
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const heard = (event) => latest.current(event);
    addEventListener("keydown", heard);
    return () => removeEventListener("keydown", heard);
  }, []);
  if (found === null) return error === null ? h("p", { class: "dim" }, t("page.loading")) : h(Fault, { error });
  return h("div", { class: "stack" }, [
    h("p", { class: "dim", role: "status", key: "count" }, t("console.queue_left", { n: found.length, done })),
    h("p", { class: "dim console-keys", key: "keys" }, t("console.queue_keys")),
    error !== null && h(Fault, { error, key: "error" }),
    report === undefined
      ? h("p", { class: "panel dim", key: "none" }, t("moderation.none"))
      : h("article", { class: "panel stack", ref: place, "data-report": report.id, key: report.id }, [
          h("h2", { key: "head" }, [
            `${at + 1}. `,
            h(PlayerName, { player: report.player, key: "player" }),
            ` · ${reasonOf(report.reason)}`,
          ]),
          h("p", { class: "dim", key: "by" }, [
            `${t("moderation.by")} `,
            h(PlayerName, { player: report.by, key: "by" }),
            ` · ${moment(report.at)}`,
          ]),
          h(ReportText, { report, key: "text" }),
          h("div", { class: "row", key: "verdicts" }, [
            ...VERDICTS.map((each, number) =>
              h(
                "button",
                {
                  type: "button",
                  onClick: () => resolve(t(`console.verdict_${each}`)).catch(setError),
                  key: each,
                },
                `${number + 1} · ${t(`console.verdict_${each}`)}`,
              ),
            ),
            h(
              "button",
              { type: "button", onClick: () => step(-1), disabled: at === 0, key: "back" },
              t("console.previous"),
            ),
            h(
              "button",
              { type: "button", onClick: () => step(1), disabled: at + 1 >= found.length, key: "on" },
              t("console.next"),
            ),
          ]),
          h(Form, {
            submit: t("moderation.resolve"),
            fields: [{ name: "verdict", label: t("moderation.verdict"), most: 200 }],
            send: ({ verdict = "" }) => resolve(verdict),
            key: `form-${report.id}`,
          }),
          isPlayerShown
            ? h(ModeratedPlayer, { page, requests, sought: report.player.id, key: `player-${report.player.id}` })
            : h("button", { type: "button", onClick: () => setPlayerShown(true), key: "show" }, t("moderation.show")),
        ]),
  ]);
}
