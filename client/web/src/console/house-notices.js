import { h } from "../../vendor/preact.js";
import { Folded, Form } from "../ui/form.js";
import { moment } from "../ui/time.js";
import { languages, t } from "../words.js";
import { NotYet, useAnswer } from "./loaded.js";

/** @import { ModerationRequests } from "../connection/moderation.js" */

const MINUTE = 60;
const NAMES = new Intl.DisplayNames("en", { type: "language" });

/** Announcements, and the pause of new matches. @param {{ requests: ModerationRequests, roles: readonly string[] }} props */
export function HouseNotices({ requests, roles }) {
  const announced = useAnswer(() => requests.announcements());
  const paused = useAnswer(() => requests.pause());
  if (announced.answer === null || paused.answer === null) return h(NotYet, { error: announced.error ?? paused.error });
  const mayAnnounce = roles.includes("organiser") || roles.includes("admin");
  const { announcements } = announced.answer;
  const pause = paused.answer;
  return h("div", { class: "stack" }, [
    h("section", { class: "panel", key: "pause" }, [
      h("h2", { key: "title" }, t("console.pause")),
      h(
        "p",
        { class: pause.is_on ? "hot" : "", key: "state" },
        pause.is_on ? t("console.paused", { n: pause.running }) : t("console.not_paused", { n: pause.running }),
      ),
      pause.is_on && h("p", { class: "dim", key: "why" }, h("bdi", null, pause.why)),
      roles.includes("admin") &&
        h(
          Folded,
          { title: pause.is_on ? t("console.resume") : t("console.pause_now"), key: "order" },
          pause.is_on ? null : h("p", { class: "dim" }, t("console.pause_note", { n: pause.running })),
          h(Form, {
            submit: pause.is_on ? t("console.resume") : t("console.pause_now"),
            tone: pause.is_on ? "" : "risky",
            fields: [
              { name: "why", label: t("moderation.why"), note: t("console.why_audit"), most: 200 },
              ...(pause.is_on
                ? []
                : [
                    {
                      name: "reason",
                      label: t("console.reason"),
                      most: 200,
                      optional: true,
                    },
                    {
                      name: "minutes",
                      label: t("console.minutes"),
                      kind: /** @type {const} */ ("number"),
                      largest: 10_000,
                      optional: true,
                    },
                  ]),
            ],
            send: async ({ why = "", reason = "", minutes = "" }) => {
              await requests.setPause({
                is_on: !pause.is_on,
                why,
                reason: reason === "" ? null : reason,
                until: minutes === "" ? null : Date.now() + 1000 * MINUTE * Number(minutes),
              });
              paused.again();
            },
          }),
        ),
    ]),
    h("section", { class: "panel", key: "announcements" }, [
      h("h2", { key: "title" }, t("console.announcements")),
      announcements.length === 0 && h("p", { class: "dim", key: "none" }, t("moderation.none")),
      h(
        "ul",
        { class: "entries", key: "list" },
        announcements.map(({ id, texts, begins, ends, club }) =>
          h("li", { key: id }, [
            ...Object.entries(texts).map(([language, text]) =>
              h("p", { lang: language, key: language }, h("bdi", null, text)),
            ),
            h("p", { class: "dim", key: "when" }, `${moment(begins)} – ${moment(ends)}`),
            club && h("p", { class: "dim", key: "club" }, t("console.for_club", { club })),
            mayAnnounce &&
              h(
                Folded,
                { title: t("console.remove"), key: "remove" },
                h(Form, {
                  submit: t("console.remove"),
                  tone: "risky",
                  fields: [{ name: "why", label: t("moderation.why"), note: t("console.why_audit"), most: 200 }],
                  send: async ({ why = "" }) => {
                    await requests.removeAnnouncement(id, why);
                    announced.again();
                  },
                }),
              ),
          ]),
        ),
      ),
      mayAnnounce &&
        h(
          Folded,
          { title: t("console.announce"), key: "announce" },
          h(Form, {
            submit: t("console.announce"),
            fields: [
              ...languages.map((language, number) => ({
                name: language,
                label: t("console.text_in", { language: NAMES.of(language) ?? language }),
                most: 300,
                optional: number > 0,
              })),
              {
                name: "later",
                label: t("console.begins_in"),
                kind: /** @type {const} */ ("number"),
                largest: 40_000,
                optional: true,
              },
              {
                name: "minutes",
                label: t("console.lasts"),
                kind: /** @type {const} */ ("number"),
                largest: 40_000,
                value: "60",
              },
              { name: "club", label: t("console.to_club"), note: t("console.to_club_note"), most: 64, optional: true },
              { name: "why", label: t("moderation.why"), note: t("console.why_audit"), most: 200 },
            ],
            send: async ({ why = "", later = "", minutes = "60", club = "", ...texts }) => {
              await requests.announce({
                texts: Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== "")),
                begins: later === "" ? null : Date.now() + 1000 * MINUTE * Number(later),
                seconds: MINUTE * Number(minutes),
                club: club === "" ? null : club,
                why,
              });
              announced.again();
              return t("moderation.done");
            },
          }),
        ),
    ]),
  ]);
}
