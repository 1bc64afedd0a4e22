/** Whose a transcript is: FAIRNESS.md, *Signatures*. */
import type { Transcript } from "../types/v1.js";
export type PublicKey = {
    x: string;
    kid: string;
    /**
     * it signs matches that ended from then on
     */
    since: number;
    /**
     * and before then
     */
    until?: number;
};
export type Signature = {
    /**
     * by the key that was to sign when the match ended, with
     * none of these keys, not at all, or it cannot be said here, because this browser has no Ed25519
     */
    signed: "by_key" | "unknown_key" | "unsigned" | "unchecked";
    /**
     * which key it says that it is of
     */
    key: string | null;
    /**
     * one of the keys is said to have signed
     * it and has not, or has signed something else
     */
    fault: {
        kind: "signature";
        version: number | null;
        text: string;
    } | null;
};
/**
 * Say whose a transcript is that follows (`verify`): hold its signature against the keys of a server.
 * @param {Transcript} transcript
 * @param {{ keys: readonly PublicKey[] }} keys what the server answers at `/v1/keys`
 * @returns {Promise<Signature>}
 */
export declare function whoseIs(transcript: Transcript, { keys }: {
    keys: readonly PublicKey[];
}): Promise<Signature>;
