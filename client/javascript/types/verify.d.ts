/** Whether a transcript follows, as far as that can be told without rules: FAIRNESS.md, *A verifier without rules*. */
export { ForeignFile, transcriptIn } from "./file-kinds.js";
export { packFault, packFaultKind } from "./packs.js";
export { whoseIs } from "./signature.js";
import type { BoundRules, Transcript } from "../types/v1.js";
export type Noted = {
    /**
     * seen before one was ready
     */
    commitment?: string;
    /**
     * by seat: the share that one has given
     */
    entropy?: Readonly<Record<number, string>>;
    /**
     * by seat: the hashes that the table told before one
     * revealed one's own; `null` for a seat that had bound none
     */
    entropyHashes?: Readonly<Record<number, string | null>>;
    /**
     * what the table told of all decks then; `null` if it told nothing, as in games
     * that are played without
     */
    decksCommitment?: string | null;
    /**
     * the table's options then
     */
    options?: unknown;
    /**
     * the ids of those who sat there then, seat by seat
     */
    players?: readonly string[];
    /**
     * by which rules and with which card sets it was to be dealt, as the table told it then
     */
    boundRules?: BoundRules;
    /**
     * how long a seat was to have for an action, in milliseconds, as the table told it then
     */
    timeLimit?: number;
    /**
     * whether it was to count for ratings, as the table told it then
     */
    rated?: boolean;
    /**
     * by version: the last one is best
     */
    links?: Readonly<Record<number, string>>;
};
export type Fault = {
    kind: "unreadable" | "opening" | "seed" | "entropy" | "note" | "version" | "link" | "cause" | "clock" | "draws";
    /**
     * at which entry; `null` where it is of none
     */
    version: number | null;
    /**
     * what it is, in a sentence
     */
    text: string;
};
export type Verdict = {
    /**
     * the first thing that is wrong; `null` if all that can be checked follows
     */
    fault: Fault | null;
    /**
     * whether its entries say what they have drawn: not in matches that an older server began
     */
    areDrawsNoted: boolean;
    /**
     * how many entries were checked
     */
    entries: number;
    /**
     * how many shuffles were made again
     */
    shuffles: number;
    /**
     * how many other draws were made again
     */
    draws: number;
    /**
     * how often the store had forgotten a part of it, as the house has noted
     */
    losses: number;
    /**
     * how many of the player's notes it agrees with
     */
    noted: number;
};
/**
 * Hold a transcript against itself and against what was noted of the match: seed and commitment, entropy, versions, times,
 * links, and every draw. Whether actions were allowed and events follow from them only `quarterdeck verify` can tell, which
 * has the rules. Rejects on a page that cannot hash.
 * @param {Transcript} transcript
 * @param {Noted} [noted]
 * @returns {Promise<Verdict>}
 */
export declare function verify(transcript: Transcript, noted?: Noted): Promise<Verdict>;
