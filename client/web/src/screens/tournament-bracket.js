import { h } from "../../vendor/preact.js";
import { called, t } from "../words.js";
import { bracketOf } from "./bracket-places.js";
import { pointsText } from "./tournament-tables.js";

/** @import { Page } from "../page.js" */
/** @import { Tournament, TournamentPairing } from "../../../javascript/types/v1.js" */

/**
 * The drawn bracket: a column for each round, which scrolls sideways on phones. Screen readers read it as lists.
 * @param {{ page: Page, tournament: Tournament }} props
 */
export function Drawn({ page, tournament }) {
  const sections = bracketOf(tournament);
  if (sections.length === 0) return null;
  const isDouble = tournament.summary.format === "double_elimination";
  const me = page.state.me?.player.id;
  const names = new Map(tournament.entrants.map(({ player }) => [player.id, player.name]));
  return h("section", { class: "panel bracket", "aria-labelledby": "bracket", "data-part": "bracket" }, [
    h("h2", { id: "bracket", key: "h" }, t("tournaments.bracket")),
    ...sections.map(({ part, columns }) => [
      (part !== "winners" || isDouble) && h("h3", { key: `${part} h` }, called("tournaments.part", part)),
      h(
        "div",
        {
          class: "bracket-scroll",
          "data-bracket": part,
          key: part,
          tabIndex: 0,
          role: "region",
          "aria-label": called("tournaments.part", part),
        },
        h(
          "ol",
          { class: "bracket-columns" },
          columns.map((column, at) =>
            h("li", { key: at, class: "bracket-column" }, [
              h("h4", { class: "dim", key: "h" }, t("tournaments.round", { n: column.round })),
              h(
                "ul",
                { key: "list" },
                column.cells.map((pairing, slot) => h(Cell, { pairing, names, me, key: slot })),
              ),
            ]),
          ),
        ),
      ),
    ]),
  ]);
}

/** @param {{ pairing: TournamentPairing | null, names: ReadonlyMap<string, string>, me: string | undefined }} props */
function Cell({ pairing, names, me }) {
  if (pairing === null) {
    return h(
      "li",
      { class: "bracket-cell is-open" },
      h("span", { class: "dim bracket-match" }, t("tournaments.to_come")),
    );
  }
  const { players, points, match } = pairing;
  const most = points ? Math.max(...points) : 0;
  const lines = players.map((player, seat) =>
    h(
      "span",
      { class: points && points[seat] === most && most > 0 ? "bracket-line is-won" : "bracket-line", key: player },
      [
        h("bdi", { key: "name" }, names.get(player) ?? "?"),
        points && players.length > 1 && h("b", { key: "points" }, pointsText(points[seat] ?? 0)),
      ],
    ),
  );
  const words = [
    ...lines,
    players.length === 1 && h("span", { class: "dim", key: "bye" }, t("tournaments.has_bye")),
    players.length > 1 && !points && h("span", { class: "dim", key: "open" }, t("tournaments.open_result")),
  ];
  return h(
    "li",
    { class: players.some((player) => player === me) ? "bracket-cell is-me" : "bracket-cell" },
    match
      ? h("a", { class: "bracket-match", href: `/m/${encodeURIComponent(match)}${points ? "?at=0" : ""}` }, words)
      : h("span", { class: "bracket-match" }, words),
  );
}
