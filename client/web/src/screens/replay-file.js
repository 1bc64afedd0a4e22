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

/** How many bytes of a transcript a server reads. */
export const LARGEST = 1_048_576;

/** For how long one waits until a match has been worked out again, in milliseconds. */
const PATIENCE = 60_000;

/** Where a moment of a file is seen: for this page alone. @param {number | undefined} version @param {string | number} eyes */
const addressOf = (version, eyes) => `/replay?${version === undefined ? "" : `at=${version}&`}as=${eyes}`;

/**
 * A match seen again from a transcript that somebody has as a file, wherever it was played. This page checks it, and its server
 * works out what each viewer saw, for that takes the rules. It is kept nowhere.
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
        // Without `crypto`, which only a page from https:// has, the server alone looks at it: it does so in any case.
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
 * Hear of files that are dropped anywhere on the page: beside the field a browser would go to the file itself.
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
 * Return the transcript in a file. Rejects with what can be said to whoever chose it.
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

/** What a file is that is no transcript. @param {FileKind} kind */
function foreign(kind) {
  if (kind === "transcript" || kind === "json") return t("replay.not_one");
  return kind === "text" ? t("replay.not_json") : t("replay.foreign", { what: t(`replay.is_${kind}`) });
}

/** Which seat of a match somebody had. @param {Transcript} transcript @param {string | undefined} me */
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
