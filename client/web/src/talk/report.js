import { h, useState } from "../../vendor/preact.js";
import { Dialog } from "../ui/dialog.js";
import { Choice, TextField } from "../ui/field.js";
import { Fault } from "../ui/form.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { Player, Reason, Where } from "../../../javascript/types/v1.js" */

const REASONS = /** @type {const} */ (["abuse", "cheating", "name", "spam", "stalling", "other"]);

/**
 * The form for reporting a player to the moderators.
 * @param {Page & { player: Player, there?: { where: Where, id: string | null } | null, close: () => void }} props
 *   `there`: the place, whose last lines are sent with the report
 */
export function Report({ player, there = null, close, session, noted }) {
  const [reason, setReason] = useState(/** @type {Reason} */ ("abuse"));
  const [text, setText] = useState("");
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const [isBusy, setBusy] = useState(false);
  const send = () => {
    setBusy(true);
    setFault(null);
    session.client.chat
      .report({ player: player.id, reason, text, ...there })
      .then(() => {
        noted(t("report.done"));
        close();
      }, setFault)
      .finally(() => setBusy(false));
  };
  return h(Dialog, { title: t("report.title", { name: player.name }), close, class: "report" }, [
    h(Choice, {
      key: "reason",
      label: t("report.reason"),
      value: reason,
      choices: REASONS.map((value) => ({ value, title: t(`reason.${value}`) })),
      change: setReason,
    }),
    h(TextField, { key: "text", label: t("report.text"), value: text, most: 500, change: setText }),
    h(
      "p",
      { class: "dim", key: "note" },
      t(there === null ? "report.note_alone" : "report.note", { name: player.name }),
    ),
    fault !== null && h(Fault, { error: fault, key: "fault" }),
    h("button", { type: "button", class: "main", key: "send", disabled: isBusy, onClick: send }, t("report.send")),
  ]);
}
