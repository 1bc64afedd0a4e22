import { useEffect, useState } from "../../vendor/preact.js";

/** After how many milliseconds a question that came to nothing is asked again; at most, for each time doubles it. */
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;

/**
 * Ask, and ask again after a while where that came to nothing, until there is an answer or nobody wants it any more.
 * @template T
 * @param {(() => Promise<T>) | null} ask `null` while nothing is wanted
 * @param {{ keep: (answer: T) => void, failed: (error: unknown) => void }} then `failed` is told of the first time only
 * @param {readonly unknown[]} inputs what is another question if one of them changes
 */
export function useAnswer(ask, { keep, failed }, inputs) {
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (ask === null) return undefined;
    let isWanted = true;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let pause;
    ask().then(
      (answer) => isWanted && keep(answer),
      (error) => {
        if (!isWanted) return;
        if (tries === 0) failed(error);
        pause = setTimeout(() => setTries(tries + 1), Math.min(FIRST_PAUSE * 2 ** tries, LONGEST_PAUSE));
      },
    );
    return () => {
      isWanted = false;
      clearTimeout(pause);
    };
  }, [ask === null, tries, ...inputs]);
}
