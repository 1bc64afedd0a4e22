import { useEffect } from "../../vendor/preact.js";

/** Milliseconds until a failed request is repeated; each failure doubles them. */
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;

/**
 * Send a request, and repeat it after failures until there is an answer or no screen needs it.
 * @template T
 * @param {(() => Promise<T>) | null} ask `null` while no answer is needed
 * @param {{ keep: (answer: T) => void, failed: (error: unknown) => void }} then `failed` is called only for the first
 *   failure of a request
 * @param {readonly unknown[]} inputs a change of one of these makes a new request, with its own pauses
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
