import { h, useState } from "../../vendor/preact.js";
import { Folded, Form, ShownOnce } from "../ui/form.js";
import { PlayerName } from "../ui/player.js";
import { moment } from "../ui/time.js";
import { t } from "../words.js";
import { NotYet, useAnswer } from "./loaded.js";

/** @import { ModerationRequests } from "../connection/moderation.js" */

const DAY = 24 * 3600;

/** @returns {import("../ui/form.js").FormField} */
function why() {
  return { name: "why", label: t("moderation.why"), note: t("console.why_audit"), most: 200 };
}

/** Players who wait for approval, and invites. @param {{ requests: ModerationRequests }} props */
export function Invites({ requests }) {
  const waiting = useAnswer(() => requests.applicants());
  const invited = useAnswer(() => requests.invites());
  const [code, setCode] = useState(/** @type {string | null} */ (null));
  if (waiting.answer === null || invited.answer === null) return h(NotYet, { error: waiting.error ?? invited.error });
  const { applicants } = waiting.answer;
  return h("div", { class: "stack" }, [
    h("section", { class: "panel", key: "waiting" }, [
      h("h2", { key: "title" }, t("console.applicants")),
      applicants.length === 0 && h("p", { class: "dim", key: "none" }, t("moderation.none")),
      h(
        "ul",
        { class: "entries", key: "list" },
        applicants.map(({ player, at }) =>
          h("li", { key: player.id }, [
            h("p", { key: "who" }, [h(PlayerName, { player, key: "name" }), ` · ${moment(at)}`]),
            ...[true, false].map((isApproved) =>
              h(
                Folded,
                { title: isApproved ? t("console.approve") : t("console.reject"), key: String(isApproved) },
                h(Form, {
                  submit: isApproved ? t("console.approve") : t("console.reject"),
                  tone: isApproved ? "" : "risky",
                  fields: [{ ...why(), note: t("moderation.why_note") }],
                  send: async ({ why: typed = "" }) => {
                    await requests.approve(player.id, isApproved, typed);
                    waiting.again();
                  },
                }),
              ),
            ),
          ]),
        ),
      ),
    ]),
    h("section", { class: "panel", key: "invites" }, [
      h("h2", { key: "title" }, t("console.invites")),
      code !== null &&
        h(ShownOnce, {
          title: t("console.invite_code"),
          note: t("moderation.code_once"),
          lines: [code],
          done: () => setCode(null),
          key: "code",
        }),
      h(
        Folded,
        { title: t("console.invite"), key: "make" },
        h(Form, {
          submit: t("console.invite"),
          fields: [
            { ...why(), label: t("console.for_whom") },
            { name: "uses", label: t("console.uses"), kind: "number", largest: 100, value: "1" },
            { name: "days", label: t("console.for_days"), kind: "number", largest: 366, value: "7" },
          ],
          send: async ({ why: typed = "", uses, days }) => {
            const made = await requests.invite({ why: typed, uses: Number(uses), seconds: DAY * Number(days) });
            setCode(made.code);
            invited.again();
          },
        }),
      ),
      h(
        "ul",
        { class: "entries", key: "list" },
        invited.answer.invites.map(
          ({ id, by, why: reason, uses, used, until, revoked_at: revoked, invited: people = [] }) =>
            h("li", { key: id }, [
              h("p", { key: "why" }, [
                h("bdi", { key: "why" }, reason),
                h(
                  "span",
                  { class: "dim", key: "used" },
                  ` · ${used} / ${uses} · ${revoked ? t("console.revoked") : t("moderation.until", { at: moment(until) })}`,
                ),
              ]),
              h("p", { class: "dim", key: "by" }, [
                by ? h(PlayerName, { player: by, key: "by" }) : t("moderation.house"),
                people.length > 0 ? " → " : "",
                ...people.map(({ player }) => h(PlayerName, { player, key: player.id })),
              ]),
              !revoked &&
                h(
                  Folded,
                  { title: t("console.revoke"), key: "revoke" },
                  h(Form, {
                    submit: t("console.revoke"),
                    tone: "risky",
                    fields: [why()],
                    send: async ({ why: typed = "" }) => {
                      await requests.revokeInvite(id, typed);
                      invited.again();
                    },
                  }),
                ),
            ]),
        ),
      ),
    ]),
  ]);
}
