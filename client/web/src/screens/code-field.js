import { h } from "../../vendor/preact.js";
import { readOwned } from "../operations/collection.js";
import { Form } from "../ui/form.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { CodeClaimed } from "../../../javascript/types/v1.js" */

/** Maximum length of a code with spaces. */
const LONGEST = 64;

/**
 * The field for a claim code. A link may fill it (`/packs#code=…`). A fault is shown at the field.
 * @param {{ page: Page, claimed: (found: CodeClaimed) => void }} props
 */
export function CodeField({ page, claimed }) {
  const { session } = page;
  /** @param {Readonly<Record<string, string>>} typed */
  const send = async ({ code = "" }) => {
    const found = await (await session.client.codes()).claim(code.trim());
    claimed(found);
    if (found.copies.length > 0) await readOwned(page);
    return [
      found.label,
      ...(found.packs.length > 0 ? [t("packs.code_packs", { n: found.packs.length })] : []),
      ...(found.copies.length > 0 ? [t("packs.code_copies", { n: sumOf(found.copies) })] : []),
    ].join(" · ");
  };
  return h("section", { class: "panel packs-code", "data-part": "code" }, [
    h("h2", { key: "h" }, t("packs.code")),
    h(Form, {
      key: "form",
      submit: t("packs.code_claim"),
      fields: [
        {
          name: "code",
          label: t("packs.code_label"),
          note: t("packs.code_note"),
          value: broughtCode(),
          autocomplete: "off",
          most: LONGEST,
        },
      ],
      send,
    }),
  ]);
}

/** Return the code of a link. It is in the fragment, which browsers send to no server or proxy, so none can log it. */
function broughtCode() {
  return new URLSearchParams(location.hash.slice(1)).get("code") ?? "";
}

/** @param {readonly { count: number }[]} copies */
function sumOf(copies) {
  return copies.reduce((sum, { count }) => sum + count, 0);
}
