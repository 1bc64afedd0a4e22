import { ForkedError } from "../../../javascript/src/errors.js";
import { ForeignFile, transcriptIn } from "../../../javascript/src/file-kinds.js";
import { h, useEffect, useRef, useState } from "../../vendor/preact.js";
import { canHash } from "../browser.js";
import { refusalText } from "../ui/refusal.js";
import { t } from "../words.js";
import { Playback, seatIn } from "./playback.js";

/** @import { FileKind } from "../../../javascript/src/file-kinds.js" */
/** @import { Page } from "../page.js" */
/** @import { Transcript } from "../../../javascript/types/v1.js" */

/** Maximum size in bytes of a transcript that a server accepts. */
export const LARGEST = 1_048_576;

/** Milliseconds to wait for the server's computation of the match. */
const PATIENCE = 60_000;

/**
 * The address of a moment in a file, for this page only.
 * @param {number | undefined} version @param {string | number} eyes
 */
const addressOf = (version, eyes) => `/replay?${version === undefined ? "" : `at=${version}&`}as=${eyes}`;

/**
 * A replay from a transcript file of any server. This page checks the transcript, and its server computes the views,
 * which needs the rules. Nothing is stored.
 * @param {Page} page
 */
export function ReplayFile(page) {
  const { state, session, go } = page;
  const { query } = state.route;
  const seat = seatIn(query.as);
  const [transcript, setTranscript] = useState(/** @type {Transcript | null} */ (null));
  const [replay, setReplay] = useState(/** @type {any} */ (null));
  const [why, setWhy] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [isOver, setOver] = useState(false);
  const seen = useRef(/** @type {Map<number | undefined, any>} */ (new Map())).current;
  const isOpen = state.connection.state === "open";

  /** @param {Promise<void>} work */
  const done = async (work) => {
    setBusy(true);
    setWhy("");
    await work.catch((error) => setWhy(error instanceof ForkedError ? falsified(error) : refusalText(error)));
    setBusy(false);
  };
  /** @param {Transcript} of @param {number | undefined} eyes */
  const show = async (of, eyes) => {
    const path = `/v1/replays${eyes === undefined ? "" : `?seat=${eyes}`}`;
    const found = seen.get(eyes) ?? (await session.client.http.post(path, of, { patience: PATIENCE }));
    seen.set(eyes, found);
    setReplay(found);
  };
  /** @param {File | undefined} file */
  const open = (file) =>
    file !== undefined &&
    done(
      read(file).then(async (found) => {
        if (state.welcome?.games.every(({ name }) => name !== found.game)) {
          throw new Error(t("replay.other_game", { game: found.game }));
        }
        // On a page without `crypto`, which only `https:` has, only the server checks the transcript, which it always
        // does.
        if (canHash()) await session.client.verify(found.match, { transcript: found });
        seen.clear();
        setTranscript(null);
        const own = seatOf(found, state.me?.player.id);
        await show(found, own);
        setTranscript(found);
        go(addressOf(undefined, own ?? "spectators"), { replace: true });
      }),
    );
  useEffect(() => {
    if (transcript !== null && isOpen && replay?.seat !== (seat ?? null)) done(show(transcript, seat));
  }, [transcript, seat, isOpen]);
  useDrop(open, setOver);
  if (transcript !== null && replay !== null && why === "") {
    return h(Playback, { ...page, replay, address: addressOf, transcript, another: () => setTranscript(null) });
  }
  return h("section", { class: "page narrow" }, [
    h("h1", { key: "h1" }, t("replay.file")),
    h("p", { class: "dim", key: "what" }, t("replay.file_what")),
    h("div", { class: "panel replay-file", ...(isOver && { "data-over": "" }), key: "drop" }, [
      h("label", { class: "button main", "aria-disabled": isBusy, key: "label" }, [
        h("span", { key: "text" }, t("replay.file_choose")),
        h("input", {
          type: "file",
          class: "unseen", // what a browser draws speaks the browser's language

          accept: ".json,application/json",
          key: "file",
          disabled: isBusy,
          onChange: (/** @type {any} */ { currentTarget }) => {
            open(currentTarget.files[0]);
            currentTarget.value = ""; // the same one may be chosen again when it has been mended
          },
        }),
      ]),
      h("p", { class: "dim", key: "drop" }, t("replay.file_drop")),
    ]),
    h("p", { role: "status", class: isBusy ? "dim" : "unseen", key: "busy" }, isBusy ? t("replay.file_busy") : ""),
    why !== "" && h("p", { role: "alert", class: "hot", key: "why" }, why),
  ]);
}

/**
 * Handle files that are dropped anywhere on the page: otherwise the browser would open them.
 * @param {(file: File | undefined) => void} open
 * @param {(isOver: boolean) => void} over
 */
function useDrop(open, over) {
  const newest = useRef(open);
  newest.current = open;
  useEffect(() => {
    /** @param {DragEvent} event */
    const dragged = (event) => {
      event.preventDefault();
      over(event.type === "dragover");
      if (event.type === "drop") newest.current(event.dataTransfer?.files[0]);
    };
    const kinds = /** @type {const} */ (["dragover", "dragleave", "drop"]);
    for (const kind of kinds) addEventListener(kind, dragged);
    return () => {
      for (const kind of kinds) removeEventListener(kind, dragged);
    };
  }, []);
}

/**
 * Return the transcript in a file. Rejects with a message for the player.
 * @param {File} file
 * @returns {Promise<Transcript>}
 */
async function read(file) {
  if (file.size > LARGEST) throw new Error(t("replay.too_large"));
  try {
    return transcriptIn(await file.arrayBuffer());
  } catch (error) {
    throw error instanceof ForeignFile ? new Error(foreign(error.kind)) : error;
  }
}

/** The kind of a file that is no transcript. @param {FileKind} kind */
function foreign(kind) {
  if (kind === "transcript" || kind === "json") return t("replay.not_one");
  return kind === "text" ? t("replay.not_json") : t("replay.foreign", { what: t(`replay.is_${kind}`) });
}

/** The player's seat in a match. @param {Transcript} transcript @param {string | undefined} me */
function seatOf({ entries }, me) {
  try {
    const { players } = JSON.parse(entries[0]?.entry ?? "").cause;
    const seat = players.findIndex((/** @type {any} */ { id }) => id === me);
    return seat < 0 ? undefined : seat;
  } catch {
    return undefined; // it is said when it is verified
  }
}

/** @param {ForkedError} error */
function falsified(error) {
  return t("replay.falsified", { why: error.message });
}
