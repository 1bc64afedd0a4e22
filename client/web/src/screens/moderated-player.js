import { h, useEffect, useState } from "../../vendor/preact.js";
import { Fault, Folded, Form, ShownOnce } from "../ui/form.js";
import { PlayerName } from "../ui/player.js";
import { day, moment } from "../ui/time.js";
import { t } from "../words.js";
import { KINDS, lengths, sanctionKinds } from "./sanction-fields.js";

/** @import { Page } from "../page.js" */
/** @import { ModerationRequests } from "../connection/moderation.js" */
/** @import { PlayerFile, Role, Sanction, SanctionKind } from "../../../javascript/types/v1.js" */

const ROLES = /** @type {const} */ (["viewer", "organiser", "moderator", "admin"]);

/**
 * A player as moderators see them, and the sanctions.
 * @param {{ page: Page, requests: ModerationRequests, sought: string }} props `sought` is an id, or empty
 */
export function ModeratedPlayer({ requests, sought }) {
  const [file, setFile] = useState(/** @type {PlayerFile | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  useEffect(() => {
    if (sought !== "") requests.file(sought).then(setFile, setError);
  }, [sought]);
  return h("div", { class: "stack" }, [
    h(Form, {
      key: "find",
      submit: t("page.find"),
      fields: [{ name: "name", label: t("moderation.name"), most: 64 }],
      send: async ({ name = "" }) => setFile(await requests.named(name)),
    }),
    error !== null && h(Fault, { error, key: "fault" }),
    file !== null && h(File, { file, requests, take: setFile, key: file.player.id }),
  ]);
}

/** @returns {import("../ui/form.js").FormField} */
function why() {
  return { name: "why", label: t("moderation.why"), most: 200 };
}

/** @param {{ file: PlayerFile, requests: ModerationRequests, take: (file: PlayerFile) => void }} props */
function File({ file, requests, take }) {
  const { player, since, roles, sanctions } = file;
  const [code, setCode] = useState(/** @type {string | null} */ (null));
  const again = async () => {
    take(await requests.file(player.id));
    return t("moderation.done");
  };
  return h("section", { class: "panel" }, [
    h("h2", { key: "h2" }, h(PlayerName, { player })),
    h("p", { class: "dim", key: "since" }, [
      t("page.since", { day: day(since) }),
      ...roles.map((role) => ` · ${role}`),
    ]),
    code !== null &&
      h(ShownOnce, {
        title: t("moderation.code"),
        note: t("moderation.code_once"),
        lines: [code],
        done: () => setCode(null),
        key: "code",
      }),
    h(
      "ul",
      { class: "entries", key: "sanctions" },
      sanctions.map((sanction) =>
        h(
          "li",
          { key: `${sanction.kind}${sanction.at}` },
          h(InForce, { sanction, player: player.id, requests, again }),
        ),
      ),
    ),
    h(
      Folded,
      { title: t("moderation.sanction"), key: "sanction" },
      h(Form, {
        submit: t("moderation.sanction"),
        tone: "risky",
        fields: [
          sanctionKinds("mute"),
          lengths(),
          { ...why(), note: t("moderation.why_note") },
          { name: "address", label: t("moderation.address"), note: t("moderation.address_note"), kind: "check" },
        ],
        send: async (typed) => {
          const kind = /** @type {SanctionKind} */ (typed.kind);
          const seconds = typed.seconds === "" || kind === "disconnect" ? null : Number(typed.seconds);
          const address = kind === "ban" && typed.address === "yes";
          await requests.sanction({ player: player.id, kind, why: typed.why ?? "", seconds, address });
          return again();
        },
      }),
    ),
    h(
      Folded,
      { title: t("moderation.rename"), key: "rename" },
      h(Form, {
        submit: t("moderation.rename"),
        fields: [{ name: "name", label: t("account.new_name"), most: 32 }, why()],
        send: async ({ name = "", why: typed = "" }) => {
          await requests.rename({ player: player.id, name, why: typed });
          return again();
        },
      }),
    ),
    h(
      Folded,
      { title: t("moderation.reset"), key: "reset" },
      h("p", { class: "dim" }, t("moderation.reset_note")),
      h(Form, {
        submit: t("moderation.reset"),
        tone: "risky",
        fields: [why()],
        send: async ({ why: typed = "" }) => {
          setCode((await requests.resetPassword({ player: player.id, why: typed })).code);
          return again();
        },
      }),
    ),
    h(
      Folded,
      { title: t("moderation.roles"), key: "roles" },
      h(Form, {
        submit: t("moderation.roles"),
        fields: [
          ...ROLES.map((role) => ({
            name: role,
            label: t(`moderation.role_${role}`),
            kind: /** @type {const} */ ("check"),
            value: roles.includes(role) ? "yes" : "",
          })),
          why(),
        ],
        send: async (typed) => {
          /** @type {Role[]} */
          const wanted = ROLES.filter((role) => typed[role] === "yes");
          await requests.setRoles({ player: player.id, roles: wanted, why: typed.why ?? "" });
          return again();
        },
      }),
    ),
  ]);
}

/**
 * A sanction in force.
 * @param {{ sanction: Sanction, player: string, requests: ModerationRequests, again: () => Promise<string> }} props
 */
function InForce({ sanction, player, requests, again }) {
  const kind = KINDS.find((each) => each === sanction.kind);
  const until =
    sanction.until === null ? t("moderation.for_good") : t("moderation.until", { at: moment(sanction.until) });
  return h("div", { class: "stack" }, [
    h("p", { key: "what" }, [
      h("strong", { key: "kind" }, kind === undefined ? sanction.kind : t(`moderation.kind_${kind}`)),
      ` ${until}: `,
      h("bdi", { key: "why" }, sanction.why),
      h("span", { class: "dim", key: "by" }, ` (${sanction.by.name})`),
    ]),
    h(Form, {
      key: "revoke",
      submit: t("moderation.revoke"),
      fields: [why()],
      send: async ({ why: typed = "" }) => {
        await requests.revoke({ player, kind: /** @type {SanctionKind} */ (sanction.kind), why: typed });
        return again();
      },
    }),
  ]);
}
