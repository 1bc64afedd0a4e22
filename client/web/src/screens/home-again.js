import { h, useEffect, useState } from "../../vendor/preact.js";
import { against } from "../operations/bot-match.js";
import { isCollector } from "../operations/collection.js";
import { lastWish, sought } from "../operations/matchmaking.js";
import { isPaused } from "../state/initial.js";
import { GameEmblem } from "../ui/icon.js";
import { RatingNumber } from "../ui/player.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { Played } from "../../../javascript/types/v1.js" */

/**
 * The first line of home for a player who has been here: the last match with its rating, the packs that wait, and one
 * button to play again. The page keeps the room of this line while it is loaded.
 * @param {Page} page
 */
export function HomeAgain(page) {
  const { state, session, failed } = page;
  const { player } = /** @type {NonNullable<typeof state.me>} */ (state.me);
  const [known, setKnown] = useState(/** @type {{ last: Played | null, packs: number } | null} */ (null)); // drawn at once
  const [isBusy, setBusy] = useState(false);
  const isUp = state.connection.state === "open";
  const collects = isCollector(page);
  useEffect(() => {
    if (!isUp) return;
    const nothing = () => null; // the line is good without it
    Promise.all([
      session.client.standing.history({ player: player.id }).catch(nothing),
      collects
        ? session.client
            .collection()
            .then((asked) => asked.packs(), nothing)
            .catch(nothing)
        : null,
    ]).then(([played, found]) =>
      setKnown({
        last: played?.matches[0] ?? null,
        packs: (found?.packs.length ?? 0) + (found?.due ?? 0),
      }),
    );
  }, [isUp, player.id, collects]);
  if (known === null) return null;
  const { last, packs } = known;
  // One button leads: to a match that waits for the player, then to packs that wait.
  const isAsked = state.seats.some(({ asked }) => asked);
  const arePacksFirst = packs > 0 && state.seats.length === 0;
  const games = state.welcome?.games ?? [];
  const offer = games.find(({ name }) => name === last?.game) ?? games[0];
  if (offer === undefined) return null;
  const own = last?.seats.find((seat) => seat.player.id === player.id);
  const wasBots = last?.seats.some((seat) => seat.player.kind === "bot") ?? false;
  const again = async () => {
    if (wasBots) return against(page, offer);
    return sought(page, { ...lastWish(games.map(({ name }) => name)), games: [offer.name] });
  };
  const word = t(last === null ? "known.play" : "known.again");
  return [
    h("span", { class: "disc", "aria-hidden": "true", key: "disc" }, [...player.name][0]),
    h("div", { class: "home-again-words", key: "words" }, [
      h("strong", { key: "name" }, [
        h("bdi", { key: "name" }, player.name),
        own?.after && [" ", h(RatingNumber, { rating: own.after, key: "rating" })],
      ]),
      h(
        "span",
        { class: "dim", key: "last" },
        last === null
          ? t("known.first")
          : [
              offer.title,
              ...(typeof own?.place === "number"
                ? [
                    last.seats.length === 2
                      ? t(own.place === 1 ? "known.won" : "known.lost")
                      : t("known.place_of", { place: own.place, of: last.seats.length }),
                  ]
                : []),
            ].join(" · "),
      ),
    ]),
    packs > 0 &&
      h("a", { class: arePacksFirst ? "button main" : "button", href: "/packs", key: "packs" }, [
        t("known.packs"),
        h("b", { class: "badge", key: "n" }, packs),
      ]),
    h(
      "button",
      {
        class: isAsked || arePacksFirst ? "" : "main",
        type: "button",
        "aria-label": `${word}: ${offer.title}`,
        disabled: isBusy || state.ticket !== null || isPaused(state),
        onClick: () => {
          setBusy(true);
          again()
            .catch(failed)
            .finally(() => setBusy(false));
        },
        key: "again",
      },
      [h(GameEmblem, { game: offer.name, key: "emblem" }), word],
    ),
  ];
}
