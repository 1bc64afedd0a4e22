import { h, useEffect, useMemo, useState } from "../../vendor/preact.js";
import { ModerationRequests } from "../connection/moderation.js";
import { titleOf } from "../state/initial.js";
import { Folded, Form } from "../ui/form.js";
import { lazy } from "../ui/lazy.js";
import { PageOf, usePages } from "../ui/pages.js";
import { PlayerName } from "../ui/player.js";
import { askForProof } from "../ui/proof.js";
import { moment } from "../ui/time.js";
import { t } from "../words.js";
import { CodeBatches } from "./code-batches.js";
import { DeedEntry } from "./deed.js";
import { ModeratedPlayer } from "./moderated-player.js";
import { ReportText, reasonOf } from "./report-text.js";

/** @import { Page } from "../page.js" */
/** @import { Deed, FiledReport, Pattern } from "../../../javascript/types/v1.js" */

const TABS = /** @type {const} */ (["open", "resolved", "player", "audit", "patterns", "codes"]);
/** @typedef {typeof TABS[number]} Tab */

const Console = lazy(
  ["console", "moderation", "people", "account"],
  async () => (await import("../console/console.js")).Console,
  { sheet: "console" },
);

/** The page for moderators, or the console. The server refuses all others. @param {Page} page */
export function Moderation(page) {
  askForProof(page);
  return h(page.state.route.path.startsWith("/console") ? Console : Office, page);
}

/** @param {Page} page */
function Office(page) {
  const { state, session } = page;
  const [tab, setTab] = useState(/** @type {Tab} */ ("open"));
  const [sought, setSought] = useState("");
  const requests = useMemo(() => new ModerationRequests(session.client), [session.client]);
  /** @param {string} player */
  const show = (player) => {
    setSought(player);
    setTab("player");
  };
  const hasCodes = (state.welcome?.capabilities ?? []).includes("claim_codes");
  const isOpen = state.connection.state === "open";
  const me = state.me?.player.id;
  const [isModerator, setModerator] = useState(/** @type {boolean | null} */ (null));
  useEffect(() => {
    if (!isOpen) return;
    if (me === undefined) setModerator(false);
    else session.client.account.get().then(({ roles = [] }) => setModerator(roles.length > 0), page.failed);
  }, [isOpen, me]);
  if (isModerator === null) return h("p", { class: "page dim" }, t("page.loading"));
  return h("div", { class: "page people" }, [
    h("h1", { key: "h1" }, t("account.moderation")),
    !isModerator && h("p", { key: "nobody" }, t("moderation.sign_in")),
    isModerator &&
      h(
        "div",
        { class: "row", role: "tablist", "aria-label": t("account.moderation"), key: "tabs" },
        TABS.filter((each) => each !== "codes" || hasCodes).map((each) =>
          h(
            "button",
            {
              type: "button",
              role: "tab",
              class: "tab",
              "aria-selected": tab === each,
              key: each,
              onClick: () => setTab(each),
            },
            t(`moderation.${each}`),
          ),
        ),
      ),
    isModerator &&
      h("div", { role: "tabpanel", "aria-label": t(`moderation.${tab}`), key: `panel-${tab}` }, [
        (tab === "open" || tab === "resolved") && h(Reports, { requests, which: tab, show, key: tab }),
        tab === "player" && h(ModeratedPlayer, { page, requests, sought, key: sought }),
        tab === "audit" && h(AuditLog, { requests, key: "audit" }),
        tab === "patterns" && h(PatternList, { page, requests, key: "patterns" }),
        tab === "codes" && h(CodeBatches, { page, key: "codes" }),
      ]),
  ]);
}

/** @param {{ requests: ModerationRequests, which: "open" | "resolved", show: (player: string) => void }} props */
function Reports({ requests, which, show }) {
  const pages = usePages(async (/** @type {string | null} */ before) => {
    const page = await requests.reports({ state: which, before });
    return { found: page.reports, before: page.before };
  });
  return h(PageOf, {
    pages,
    each: (/** @type {FiledReport} */ report) =>
      h(Report, { report, requests, show, again: pages.again, key: report.id }),
  });
}

/** @param {{ report: FiledReport, requests: ModerationRequests, show: (player: string) => void, again: () => void }} props */
function Report({ report, requests, show, again }) {
  const { player, by, reason, at, verdict, resolved_by: judge } = report;
  return h("article", { class: "panel stack" }, [
    h("p", { key: "head" }, [
      h(PlayerName, { player, key: "player" }),
      " · ",
      h("strong", { key: "reason" }, reasonOf(reason)),
      " · ",
      h("span", { class: "dim", key: "at" }, moment(at)),
    ]),
    h("p", { class: "dim", key: "by" }, [t("moderation.by"), " ", h(PlayerName, { player: by, key: "by" })]),
    h(ReportText, { report, key: "text" }),
    verdict
      ? h("p", { key: "verdict" }, [
          t("moderation.verdict"),
          ": ",
          h("bdi", { key: "what" }, verdict),
          judge ? ` (${judge.name})` : "",
        ])
      : h(
          Folded,
          { title: t("moderation.resolve"), key: "resolve" },
          h(Form, {
            submit: t("moderation.resolve"),
            fields: [{ name: "verdict", label: t("moderation.verdict"), most: 200 }],
            send: async ({ verdict: typed = "" }) => {
              await requests.resolve(report.id, typed);
              again();
            },
          }),
        ),
    h("button", { type: "button", key: "show", onClick: () => show(player.id) }, t("moderation.show")),
  ]);
}

/** @param {{ requests: ModerationRequests }} props */
function AuditLog({ requests }) {
  const pages = usePages(async (/** @type {string | null} */ before) => {
    const page = await requests.audit(before);
    return { found: page.deeds, before: page.before };
  });
  return h(PageOf, {
    pages,
    each: (/** @type {Deed} */ deed) => h(DeedEntry, { deed, key: deed.id }),
  });
}

/** @param {{ page: Page, requests: ModerationRequests }} props */
function PatternList({ page, requests }) {
  const pages = usePages(async (/** @type {number | null} */ before) => {
    const found = await requests.patterns(before);
    return { found: found.patterns, before: found.before };
  });
  return h(PageOf, {
    pages,
    each: (/** @type {Pattern} */ { players, game, why, matches, last, newest }) =>
      h("article", { class: "panel", key: `${players.map(({ id }) => id)}${game}` }, [
        h(
          "p",
          { class: "against", key: "players" },
          players.map((/** @type {import("../../../javascript/types/v1.js").Player} */ player) =>
            h(PlayerName, { player, key: player.id }),
          ),
        ),
        h(
          "p",
          { key: "what" },
          t("moderation.pattern", { game: titleOf(page.state, game), why, n: matches, at: moment(last) }),
        ),
        newest[0] && h("a", { class: "button", href: `/m/${newest[0]}?at=0`, key: "newest" }, t("match.replay")),
      ]),
  });
}
