import { h, useEffect, useState } from "../../vendor/preact.js";
import { titleOf } from "../state/initial.js";
import { Empty } from "../ui/empty.js";
import { Fault } from "../ui/form.js";
import { GameEmblem } from "../ui/icon.js";
import { askForProof } from "../ui/proof.js";
import { moment } from "../ui/time.js";
import { called, t } from "../words.js";
import { Tournament } from "./tournament.js";
import { TournamentForm } from "./tournament-form.js";
import { Schedules } from "./tournament-schedules.js";

/** @import { Page } from "../page.js" */
/** @import { TournamentSummary } from "../../../javascript/types/v1.js" */

/** The list of tournaments, or one of them. @param {Page} page */
export function Tournaments(page) {
  const { welcome, route } = page.state;
  askForProof(page);
  const { tournament } = route.params;
  const isHere = (welcome?.capabilities ?? []).includes("tournaments");
  return h("div", { class: "page people tournaments" }, [
    welcome !== null && !isHere
      ? h("p", { key: "none" }, t("tournaments.not_here"))
      : welcome === null
        ? h("p", { class: "dim", key: "wait" }, t("page.loading"))
        : tournament === undefined
          ? h(List, { ...page, key: "list" })
          : h(Tournament, { ...page, id: tournament, key: tournament }),
  ]);
}

/** @param {Page} page */
function List(page) {
  const { state, session } = page;
  const isUp = state.connection.state === "open";
  const [list, setList] = useState(/** @type {readonly TournamentSummary[] | null} */ (null));
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const [isMaking, setMaking] = useState(false);
  useEffect(() => {
    if (!isUp) return;
    session.client.http.get("/v1/tournaments").then(({ tournaments }) => setList(tournaments), setFault);
  }, [isUp]);
  const isPerson = state.me?.player.kind === "person";
  return [
    h("div", { class: "panel-head", key: "head" }, [
      h("h1", { key: "h1" }, t("tournaments.title")),
      isPerson
        ? h(
            "button",
            { type: "button", class: "main", key: "new", onClick: () => setMaking(true) },
            t("tournaments.new"),
          )
        : h("a", { class: "button", href: "/account", key: "sign_in" }, t("tournaments.sign_in_to_make")),
    ]),
    fault !== null && h(Fault, { error: fault, key: "fault" }),
    list === null
      ? fault === null && h("p", { class: "dim", key: "wait" }, t("page.loading"))
      : list.length === 0
        ? h(Empty, { ...page, kind: "tournament", text: t("tournaments.none"), key: "none" })
        : h(
            "ul",
            { class: "tournament-list", key: "list" },
            list.map((each) => h(Row, { page, each, key: each.id })),
          ),
    isPerson && h(Schedules, { page, isMaking, key: "schedules" }),
    isMaking && h(TournamentForm, { ...page, close: () => setMaking(false), key: "making" }),
  ];
}

/** @param {{ page: Page, each: TournamentSummary }} props */
function Row({ page, each }) {
  const { id, name, game, format, stage, round, rounds, entrants, starts_at: starts } = each;
  const terms = [
    titleOf(page.state, game),
    called("tournaments.format", format),
    stage === "running" ? t("tournaments.round_of", { round, rounds }) : t("tournaments.rounds", { n: rounds }),
    t("tournaments.players", { n: entrants }),
    ...(stage === "open" && starts ? [t("tournaments.starts", { at: moment(starts - page.state.ahead) })] : []),
  ];
  return h(
    "li",
    { "data-tournament": id, "data-stage": stage },
    h("a", { class: "panel tournament-row", href: `/tournaments/${encodeURIComponent(id)}` }, [
      h(GameEmblem, { game, key: "emblem" }),
      h("span", { class: "tournament-words", key: "words" }, [
        h("strong", { key: "name" }, h("bdi", null, name)),
        h("span", { class: "dim", key: "terms" }, terms.join(" · ")),
      ]),
      h("span", { class: `badge stage-${stage}`, key: "stage" }, called("tournaments.stage", stage)),
    ]),
  );
}
