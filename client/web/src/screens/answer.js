import { useEffect } from "../../vendor/preact.js";

/** After how many milliseconds a question that came to nothing is asked again; at most, for each time doubles it. */
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;

/**
 * Ask, and ask again after a while where that came to nothing, until there is an answer or nobody wants it any more.
 * @template T
 * @param {(() => Promise<T>) | null} ask `null` while nothing is wanted
 * @param {{ keep: (answer: T) => void, failed: (error: unknown) => void }} then `failed` is told of each question's first time only
 * @param {readonly unknown[]} inputs what is another question if one of them changes: it has its own pauses
 */
export function useAnswer(ask, { keep, failed }, inputs) {
  useEffect(() => {
    if (ask === null) return undefined;
    let isWanted = true;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let pause;
    const tryIt = (/** @type {number} */ tries) =>
      ask().then(
        (answer) => isWanted && keep(answer),
        (error) => {
          if (!isWanted) return;
          if (tries === 0) failed(error);
          pause = setTimeout(tryIt, Math.min(FIRST_PAUSE * 2 ** tries, LONGEST_PAUSE), tries + 1);
        },
      );
    tryIt(0);
    return () => {
      isWanted = false;
      clearTimeout(pause);
    };
  }, [ask === null, ...inputs]);
}
