import { h } from "../../vendor/preact.js";
import { canShare, isShared } from "../browser.js";
import { copied } from "../clipboard.js";
import { QrCode } from "../ui/qr-code.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { Table } from "../../../javascript/types/v1.js" */

/**
 * The ways to invite others to a table: its code, its address, and a QR code.
 * @param {Page & { table: Table }} props
 */
export function Invite({ table, failed, noted }) {
  const path = table.code ? `/join/${table.code}` : `/t/${table.id}`;
  const address = location.origin + path;
  const copy = () => copied({ failed, noted }, address, t("invite.copied"));
  const share = () => isShared({ url: address, title: t("invite.title") });
  return h("section", { class: "panel invite", "aria-labelledby": "invite" }, [
    h("h2", { id: "invite", key: "h" }, t("invite.title")),
    h("div", { class: "invite-columns", key: "columns" }, [
      h("div", { class: "invite-words", key: "words" }, [
        table.code && h("p", { class: "invite-code", translate: "no", key: "code" }, table.code),
        h("p", { class: "dim invite-address", key: "address" }, address),
        h("div", { class: "row", key: "row" }, [
          h("button", { type: "button", key: "copy", onClick: copy }, t("invite.copy")),
          canShare() && h("button", { type: "button", key: "share", onClick: share }, t("invite.share")),
        ]),
      ]),
      h(QrCode, { text: address, label: t("invite.qr"), key: "qr" }),
    ]),
  ]);
}
