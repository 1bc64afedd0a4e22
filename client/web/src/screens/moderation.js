import { h, useEffect, useMemo, useState } from "../../vendor/preact.js";
import { ModerationRequests } from "../line/moderation.js";
import { Fault, Folded, Form } from "../ui/form.js";
import { PlayerName } from "../ui/player.js";
import { moment } from "../ui/time.js";
import { t } from "../words.js";
import { ModeratedPlayer } from "./moderated-player.js";
import { titleOf } from "./played.js";

/** @import { Page } from "../page.js" */
/** @import { Deed, FiledReport, Pattern } from "../../../javascript/types/v1.js" */

const TABS = /** @type {const} */ (["open", "resolved", "player", "audit", "patterns"]);
/** @typedef {typeof TABS[number]} Tab */

/** What moderators see and do; whoever is none is told so by the server. @param {Page} page */
export function Moderation(page) {
  const { state, session } = page;
  const [tab, setTab] = useState(/** @type {Tab} */ ("open"));
  const [sought, setSought] = useState("");
  const requests = useMemo(() => new ModerationRequests(session.client), [session.client]);
  /** @param {string} player */
  const show = (player) => {
    setSought(player);
    setTab("player");
  };
  const isOpen = state.line.state === "open";
  const me = state.me?.player.id;
  const [isModerator, setModerator] = useState(/** @type {boolean | null} */ (null));
  useEffect(() => {
    if (!isOpen) return;
    if (me === undefined) setModerator(false);
    else session.client.account.get().then(({ roles = [] }) => setModerator(roles.length > 0), page.failed);
  }, [isOpen, me]);
  if (isModerator === null) return h("p", { class: "page dim" }, t("page.loading"));
  return h("div", { class: "page people" }, [
    h("h1", { key: "h1" }, t("nav.moderation")),
    !isModerator && h("p", { key: "nobody" }, t("moderation.sign_in")),
    isModerator &&
      h(
        "div",
        { class: "row", role: "tablist", "aria-label": t("nav.moderation"), key: "tabs" },
        TABS.map((each) =>
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
      ]),
  ]);
}

/**
 * What comes a page at a time.
 * @template Each, Mark
 * @param {(before: Mark | null) => Promise<{ found: readonly Each[], before: Mark | null }>} fetch
 */
function usePages(fetch) {
  const [found, setFound] = useState(/** @type {readonly Each[] | null} */ (null));
  const [before, setBefore] = useState(/** @type {Mark | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  /** @param {Mark | null} from */
  const fetched = (from) =>
    fetch(from).then((page) => {
      setFound((known) => (from === null ? page.found : [...(known ?? []), ...page.found]));
      setBefore(page.before);
    }, setError);
  useEffect(() => {
    fetched(null);
  }, []);
  return { found, error, again: () => fetched(null), more: before === null ? null : () => fetched(before) };
}

/** A page of what was asked for, or why there is none. @param {{ pages: { found: readonly any[] | null, error: unknown, more: (() => void) | null }, each: (one: any) => any }} props */
function PageOf({ pages: { found, error, more }, each }) {
  if (error !== null) return h(Fault, { error });
  if (found === null) return h("p", { class: "dim" }, t("page.loading"));
  if (found.length === 0) return h("p", { class: "panel dim" }, t("moderation.none"));
  return h("div", { class: "stack" }, [
    ...found.map(each),
    more !== null && h("button", { type: "button", key: "more", onClick: more }, t("page.more")),
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

/** Where what is reported was said: whoever judges a match looks at it. @param {Pick<FiledReport, "where" | "place">} props */
function Said({ where, place }) {
  if (where === "match" && place) return h("p", null, h("a", { href: `/m/${place}` }, t("moderation.in_match")));
  if (where === "lobby") return h("p", { class: "dim" }, t("moderation.in_lobby"));
  return where === "table" ? h("p", { class: "dim" }, t("moderation.in_table")) : null;
}

/** @param {{ report: FiledReport, requests: ModerationRequests, show: (player: string) => void, again: () => void }} props */
function Report({ report, requests, show, again }) {
  const { player, by, reason, text, where, place, lines, at, withheld, verdict, resolved_by: judge } = report;
  return h("article", { class: "panel stack" }, [
    h("p", { key: "head" }, [
      h(PlayerName, { player, key: "player" }),
      " · ",
      h("strong", { key: "reason" }, reasonOf(reason)),
      " · ",
      h("span", { class: "dim", key: "at" }, moment(at)),
    ]),
    h("p", { class: "dim", key: "by" }, [t("moderation.by"), " ", h(PlayerName, { player: by, key: "by" })]),
    text !== "" && h("blockquote", { key: "text" }, h("bdi", null, text)),
    withheld && h("p", { class: "dim", key: "withheld" }, t("moderation.withheld")),
    h(Said, { where, place, key: "where" }),
    lines.length > 0 &&
      h(
        "ol",
        { class: "said", key: "lines" },
        lines.map((line) =>
          h("li", { key: line.id }, [
            h("bdi", { class: "dim", key: "who" }, line.player.name),
            " ",
            h("bdi", { key: "text" }, line.text ?? line.phrase ?? ""),
          ]),
        ),
      ),
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

/** @param {string} reason */
function reasonOf(reason) {
  switch (reason) {
    case "abuse":
    case "cheating":
    case "name":
    case "spam":
    case "stalling":
      return t(`reason.${reason}`);
    default:
      return t("reason.other");
  }
}

/** @param {{ requests: ModerationRequests }} props */
function AuditLog({ requests }) {
  const pages = usePages(async (/** @type {string | null} */ before) => {
    const page = await requests.audit(before);
    return { found: page.deeds, before: page.before };
  });
  return h(PageOf, {
    pages,
    each: (/** @type {Deed} */ { id, at, by, what, whom, why, until, detail }) =>
      h("article", { class: "panel", key: id }, [
        h("p", { key: "head" }, [
          h("strong", { key: "what" }, what.replaceAll("_", " ")),
          " ",
          whom && h(PlayerName, { player: whom, key: "whom" }),
          until ? ` ${t("moderation.until", { at: moment(until) })}` : "",
        ]),
        h("p", { class: "dim", key: "by" }, [by ? by.name : t("moderation.house"), " · ", moment(at)]),
        h("p", { key: "why" }, h("bdi", null, why)),
        detail ? h("p", { class: "dim", key: "detail" }, h("bdi", null, detail)) : null,
      ]),
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
          t("moderation.pattern", { game: titleOf(page, game), why, n: matches, at: moment(last) }),
        ),
        newest[0] && h("a", { class: "button", href: `/m/${newest[0]}?at=0`, key: "newest" }, t("match.replay")),
      ]),
  });
}
