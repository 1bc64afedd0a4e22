import { h, useEffect, useState } from "../../vendor/preact.js";
import { added, passkeys, removed, renamed, signedInByPasskey } from "../operations/passkeys.js";
import { Folded, Form } from "../ui/form.js";
import { day } from "../ui/time.js";
import { Twice } from "../ui/twice.js";
import { t } from "../words.js";
import { useProviders } from "./sign-on-buttons.js";

/** @import { Page } from "../page.js" */
/** @import { Passkey } from "../operations/passkeys.js" */

/** A button that signs a player in by a passkey. @param {{ page: Pick<Page, "session"> }} props */
export function PasskeyButton({ page }) {
  if (!useProviders(page).passkeys) return null;
  return h(Form, { submit: t("passkey.sign_in"), fields: [], send: () => signedInByPasskey(page) });
}

/** The passkeys of the account, with forms to add and to change them. @param {{ page: Page }} props */
export function OwnPasskeys({ page }) {
  const { passkeys: areTaken } = useProviders(page);
  const [known, setKnown] = useState(/** @type {readonly Passkey[]} */ ([]));
  useEffect(() => {
    if (areTaken) passkeys(page).then(setKnown, page.failed);
  }, [areTaken]);
  if (!areTaken) return null;
  const name = { name: "name", label: t("passkey.name"), most: 40 };
  return h("section", { class: "panel", "data-part": "passkeys" }, [
    h("h2", { key: "h2" }, t("passkey.title")),
    h("p", { class: "dim", key: "why" }, t("passkey.why")),
    h(
      "ul",
      { class: "entries", key: "list" },
      known.map((each) =>
        h("li", { key: each.id }, [
          h("bdi", { key: "name" }, each.name),
          h(
            "span",
            { class: "dim", key: "days" },
            each.used_on === null
              ? t("passkey.since", { day: day(each.since) })
              : t("passkey.used", { day: day(each.used_on) }),
          ),
          h(
            Folded,
            { title: t("passkey.rename"), key: "rename" },
            h(Form, {
              submit: t("passkey.rename"),
              fields: [{ ...name, value: each.name }],
              send: async (typed) => setKnown(await renamed(page, each.id, typed.name ?? "")),
            }),
          ),
          h(Twice, {
            label: t("passkey.remove"),
            sure: t("account.sure"),
            does: () => removed(page, each.id).then(setKnown, page.failed),
            key: "remove",
          }),
        ]),
      ),
    ),
    h(
      Folded,
      { title: t("passkey.add"), key: "add" },
      h(Form, {
        submit: t("passkey.add"),
        tone: "main",
        fields: [{ ...name, note: t("passkey.name_note") }],
        send: async (typed) => setKnown(await added(page, typed.name ?? "")),
      }),
    ),
  ]);
}
