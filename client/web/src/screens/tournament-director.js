import { h, useState } from "../../vendor/preact.js";
import { Fault, Folded, Form } from "../ui/form.js";
import { t } from "../words.js";
import { GONE, isArena, isPlayed, lastRound, nextRound } from "./tournament-state.js";
import { pointsText } from "./tournament-tables.js";

/** @import { Entrant, Tournament, TournamentPairing } from "../../../javascript/types/v1.js" */
/** @import { TournamentRequests } from "../../../javascript/src/tournaments.js" */

/** The results that a director can rule. */
const RESULTS = /** @type {const} */ ([
  [100, 0],
  [50, 50],
  [0, 100],
  [0, 0],
]);

/** Runs a request, and shows its answer. @typedef {(request: (requests: TournamentRequests) => Promise<Tournament>) => Promise<void>} Ask */

/** @typedef {{ page: import("../page.js").Page, tournament: Tournament, ask: Ask, isPairing: boolean, ordered: (round: number) => void }} Props */

/** The commands of the director. @param {Props} props `ordered` is called with the round that is begun */
export function Director({ page, tournament, ask, isPairing, ordered }) {
  const { id, stage, round } = tournament.summary;
  const last = lastRound(tournament);
  const isMaker = page.state.me?.player.id === tournament.director.id;
  const isOpen = stage === "open";
  const isPods = tournament.summary.format === "pods";
  const names = new Map(tournament.entrants.map(({ player }) => [player.id, player.name]));
  const matches = (isArena(tournament) ? [] : (last?.pairings ?? [])).flatMap(({ match, players }) =>
    match && !isPods ? [{ value: match, title: players.map((player) => names.get(player) ?? "?").join(" – ") }] : [],
  );
  const pods = (last?.pairings ?? []).filter(({ match }) => match && isPods);
  const players = tournament.entrants.filter((each) => !GONE.includes(each.stage));
  const gone = tournament.entrants.filter((each) => GONE.includes(each.stage));
  const why = { name: "why", label: t("direct.why"), most: 500 };
  return h("section", { class: "panel director", "aria-labelledby": "director", "data-part": "director" }, [
    h("h2", { id: "director", key: "h" }, t("direct.title")),
    h(Begin, { page, tournament, ask, isPairing, ordered, key: "begin" }),
    matches.length > 0 &&
      h(Folded, { title: t("direct.rule"), key: `rule ${round}` }, [
        h("p", { class: "dim", key: "note" }, t("direct.rule_note")),
        h(Form, {
          key: "form",
          submit: t("direct.rule_do"),
          fields: [
            {
              name: "match",
              label: t("direct.match"),
              kind: "select",
              options: matches,
              value: matches[0]?.value ?? "",
            },
            {
              name: "points",
              label: t("direct.result"),
              kind: "select",
              value: "0",
              options: RESULTS.map((each, at) => ({ value: String(at), title: each.map(pointsText).join(" : ") })),
            },
            why,
          ],
          send: async ({ match = "", points = "0", why: words = "" }) => {
            const [first, second] = RESULTS[Number(points)] ?? [0, 0];
            await ask((requests) => requests.rule(id, match, [first, second], words));
            return t("direct.ruled");
          },
        }),
      ]),
    pods.length > 0 && h(PodRuling, { tournament, pods, names, ask, key: `pod ${round}` }),
    players.length > 0 &&
      h(Folded, { title: t("direct.remove"), key: "remove" }, [
        h("p", { class: "dim", key: "note" }, t("direct.remove_note")),
        h(Form, {
          key: "form",
          submit: t("direct.remove_do"),
          tone: "risky",
          fields: [
            playerField(players),
            why,
            { name: "disqualify", label: t("direct.disqualify"), note: t("direct.disqualify_note"), kind: "check" },
          ],
          send: async ({ player = "", why: words = "", disqualify }) => {
            await ask((requests) => requests.remove(id, player, words, disqualify === "yes"));
            return t("direct.removed");
          },
        }),
      ]),
    gone.length > 0 &&
      h(Folded, { title: t("direct.reinstate"), key: "reinstate" }, [
        h(Form, {
          key: "form",
          submit: t("direct.reinstate"),
          fields: [playerField(gone), why],
          send: async ({ player = "", why: words = "" }) => {
            await ask((requests) => requests.reinstate(id, player, words));
          },
        }),
      ]),
    tournament.entry === "invited" &&
      h(Folded, { title: t("direct.invite"), key: "invite" }, [
        h("p", { class: "dim", key: "note" }, t("direct.invited_so_far", { n: (tournament.invited ?? []).length })),
        h(Form, {
          key: "form",
          submit: t("direct.invite_do"),
          fields: [{ name: "name", label: t("direct.player"), most: 40 }],
          send: async ({ name = "" }) => {
            const { player } = await page.session.client.standings.profile({ name });
            await ask((requests) => requests.invite(id, player.id));
            return t("direct.invited", { name: player.name });
          },
        }),
      ]),
    isMaker && h(Assistants, { page, tournament, ask, key: "assistants" }),
    isMaker &&
      h(Folded, { title: t(isOpen ? "direct.cancel" : "direct.end"), key: "end" }, [
        h("p", { class: "dim", key: "note" }, t(isOpen ? "direct.cancel_note" : "direct.end_note")),
        h(Form, {
          key: "form",
          submit: t(isOpen ? "direct.cancel" : "direct.end"),
          tone: "risky",
          fields: [why],
          send: ({ why: words = "" }) => ask((requests) => requests.end(id, words)),
        }),
      ]),
  ]);
}

/** The assistants, and a form for another one. @param {{ page: import("../page.js").Page, tournament: Tournament, ask: Ask }} props */
function Assistants({ page, tournament, ask }) {
  const { id } = tournament.summary;
  return h(Folded, { title: t("direct.assistants") }, [
    h("p", { class: "dim", key: "note" }, t("direct.assistants_note")),
    ...(tournament.assistants ?? []).map((player) =>
      h("div", { class: "row", key: player.id }, [
        h("bdi", { key: "name" }, player.name),
        h(
          "button",
          {
            type: "button",
            key: "off",
            onClick: () => ask((requests) => requests.appoint(id, player.id, false)).catch(page.failed),
          },
          t("direct.dismiss"),
        ),
      ]),
    ),
    h(Form, {
      key: "form",
      submit: t("direct.appoint"),
      fields: [{ name: "name", label: t("direct.player"), most: 40 }],
      send: async ({ name = "" }) => {
        const { player } = await page.session.client.standings.profile({ name });
        await ask((requests) => requests.appoint(id, player.id));
      },
    }),
  ]);
}

/** A choice of a player. It begins empty: the order of the players changes. @param {readonly Entrant[]} players @returns {import("../ui/form.js").FormField} */
function playerField(players) {
  return {
    name: "player",
    label: t("direct.player"),
    kind: "select",
    options: [
      { value: "", title: t("direct.choose") },
      ...players.map(({ player }) => ({ value: player.id, title: player.name })),
    ],
  };
}

/**
 * The ruling of a pod: the points of its players in the order of the seats.
 * @param {{ tournament: Tournament, pods: readonly TournamentPairing[], names: ReadonlyMap<string, string>, ask: Ask }} props
 */
function PodRuling({ tournament, pods, names, ask }) {
  const options = pods.map(({ match, players }) => ({
    value: match ?? "",
    title: players.map((player) => names.get(player) ?? "?").join(", "),
  }));
  return h(Folded, { title: t("direct.rule") }, [
    h("p", { class: "dim", key: "note" }, t("direct.rule_note")),
    h(Form, {
      key: "form",
      submit: t("direct.rule_do"),
      fields: [
        { name: "match", label: t("direct.match"), kind: "select", options, value: options[0]?.value ?? "" },
        { name: "pod_points", label: t("direct.result"), note: t("direct.pod_points_note"), most: 60 },
        { name: "why", label: t("direct.why"), most: 500 },
      ],
      send: async ({ match = "", pod_points: typed = "", why = "" }) => {
        const points = typed
          .trim()
          .split(/[\s:;]+/)
          .map((each) => Math.round(100 * Number(each.replace(",", "."))));
        await ask((requests) => requests.rule(tournament.summary.id, match, [0, 0], why, points));
        return t("direct.ruled");
      },
    }),
  ]);
}

/** The button for the next round, or the reason why it waits. @param {Props} props */
function Begin({ tournament, ask, isPairing, ordered }) {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const next = nextRound(tournament);
  if (next === null) return null;
  const { id, entrants: n } = tournament.summary;
  if (isPlayed(tournament)) return h("p", { class: "dim" }, t("direct.wait", { n: next }));
  if (isPairing) return h("p", { class: "dim" }, t("tournaments.next_soon", { round: next }));
  const begin = async () => {
    setBusy(true);
    setFault(null);
    await ask((requests) => requests.beginRound(id, next)).then(() => ordered(next), setFault);
    setBusy(false);
  };
  return h("div", { class: "row" }, [
    h(
      "button",
      { type: "button", class: "main", disabled: isBusy || n < 2, key: "begin", onClick: begin },
      isArena(tournament) ? t("direct.begin_arena") : t("direct.begin", { n: next }),
    ),
    h(
      "span",
      { class: "dim", key: "note" },
      n < 2 ? t(isArena(tournament) ? "direct.few_arena" : "direct.few") : t("direct.begin_note", { n }),
    ),
    fault !== null && h(Fault, { error: fault, key: "fault" }),
  ]);
}
