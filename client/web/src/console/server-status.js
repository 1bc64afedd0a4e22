import { h } from "../../vendor/preact.js";
import { duration } from "../ui/clock.js";
import { moment } from "../ui/time.js";
import { t } from "../words.js";
import { NotYet, Table, useAnswer } from "./loaded.js";

/** @import { ModerationRequests } from "../connection/moderation.js" */

const DAY = 24 * 3600;
/** Age in seconds from which a backup, or an open report, is overdue: as the alerts have it. */
const OVERDUE = 2 * DAY;

/** Health of the server, queues and settings in force. @param {{ requests: ModerationRequests }} props */
export function ServerStatus({ requests }) {
  const { answer: state, error, again } = useAnswer(() => requests.server());
  if (state === null) return h(NotYet, { error });
  const { backup_age: backup, oldest_report_age: waited } = state;
  /** @type {[string, any, boolean][]} */
  const facts = [
    ["ready", state.ready ? t("console.yes") : state.why, !state.ready],
    ["version", state.revision === "" ? state.server : `${state.server} (${state.revision.slice(0, 12)})`, false],
    ["processes", String(state.processes), false],
    ["online", String(state.online), false],
    ["connections", `${state.connections} / ${state.connections_limit}`, false],
    ["matches", String(state.matches), false],
    ["durability", state.durability || t("console.by_store"), false],
    ["backup", backup === null ? t("console.never") : ageOf(backup), backup === null || backup > OVERDUE],
    [
      "open_reports",
      state.open_reports === 0
        ? t("console.no_reports")
        : t("console.reports_wait", { n: state.open_reports, age: ageOf(waited) }),
      waited > OVERDUE,
    ],
    [
      "keys",
      state.keys.map(({ kid, since }) => `${kid.slice(0, 8)}… ${since > 0 ? moment(since) : ""}`).join("; "),
      false,
    ],
  ];
  return h("div", { class: "stack" }, [
    h("section", { class: "panel", key: "facts" }, [
      h(
        "dl",
        { class: "console-facts", key: "facts" },
        facts.flatMap(([name, value, isBad]) => [
          h("dt", { key: `${name}-name` }, t(/** @type {any} */ (`console.fact_${name}`))),
          h("dd", { class: isBad ? "hot" : "", key: name }, value),
        ]),
      ),
      h("p", { class: "dim", key: "at" }, t("console.at", { at: moment(state.at) })),
      h("button", { type: "button", key: "again", onClick: again }, t("console.again")),
    ]),
    h(Table, {
      title: t("console.queues"),
      heads: [t("console.queue"), t("console.length"), t("console.limit")],
      rows: state.queues.map(({ name, length, most }) => [
        h("code", null, name),
        h("span", { class: 2 * length > most ? "hot" : "" }, String(length)),
        String(most),
      ]),
      key: "queues",
    }),
    h(Table, {
      title: t("console.settings"),
      note: t("console.settings_note"),
      heads: [t("console.setting"), t("console.value"), t("console.source")],
      rows: [...state.settings]
        .sort((one, other) => Number(one.source === "default") - Number(other.source === "default"))
        .map(({ name, value, source }) => [
          h("code", null, name),
          value === "" ? "–" : h("bdi", null, value),
          source === "default" ? t("console.default") : h("code", null, source),
        ]),
      key: "settings",
    }),
  ]);
}

/** @param {number} seconds */
function ageOf(seconds) {
  return seconds >= DAY ? t("moderation.days", { n: Math.floor(seconds / DAY) }) : duration(1000 * seconds);
}
