import { CommandRefused } from "../../../javascript/src/errors.js";
import { h, useState } from "../../vendor/preact.js";
import { signedInAs } from "../operations/account.js";
import { Form } from "../ui/form.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */

/**
 * The form for a sign-in with a password. It asks for a code of the second factor once the server does.
 * @param {{ page: Pick<Page, "session">, tone?: string, asksToRemember?: boolean }} props
 */
export function SignInForm({ page, tone = "main", asksToRemember = false }) {
  const [needsCode, setNeedsCode] = useState(false);
  return h(Form, {
    submit: t("nav.sign_in"),
    tone,
    fields: [
      { name: "name", label: t("account.name"), autocomplete: "username", most: 32 },
      { name: "password", label: t("account.password"), kind: "password", autocomplete: "current-password" },
      ...(needsCode
        ? [{ name: "code", label: t("factor.code"), note: t("factor.code_or_recovery"), autocomplete: "one-time-code" }]
        : []),
      ...(asksToRemember
        ? [
            {
              name: "remember",
              label: t("account.remember"),
              note: t("account.remember_note"),
              kind: /** @type {const} */ ("check"),
              value: "yes",
            },
          ]
        : []),
    ],
    send: async ({ name = "", password = "", code = "", remember = "yes" }) => {
      try {
        await signedInAs(page, { type: "sign_in", name, password, ...(code && { code }) }, remember === "yes");
      } catch (error) {
        if (error instanceof CommandRefused && error.code === "second_factor_needed") setNeedsCode(true);
        throw error;
      }
    },
  });
}
