/**
 * Readers for files that people hand over. A byte order mark is skipped. A file of another kind is refused with what it is not and, where
 * its bytes tell, what it is. `file_kinds.py` of the server knows the same kinds.
 */
import type { Transcript } from "../types/v1.js";
/** @import { Transcript } from "../types/v1.js" */
/**
 * What follows “it is” in a sentence about a file, by its kind. A `text` is any that is none of the others, also JSON with a mistake in it.
 */
export declare const KINDS: {
    empty: string;
    gzip: string;
    zip: string;
    archive: string;
    picture: string;
    pdf: string;
    database: string;
    store: string;
    backup: string;
    utf_16: string;
    not_utf_8: string;
    binary: string;
    pgn: string;
    html: string;
    xml: string;
    json_lines: string;
    transcript: string;
    replay: string;
    table: string;
    keys: string;
    card_set: string;
    deck: string;
    message: string;
    json: string;
    text: string;
};
export type FileKind = keyof typeof KINDS;
/** A file that is not what was asked for: `kind` is what it is instead, and `transcript` if it is a broken one. */
export declare class ForeignFile extends Error {
    kind: "archive" | "backup" | "binary" | "card_set" | "database" | "deck" | "empty" | "gzip" | "html" | "json" | "json_lines" | "keys" | "message" | "not_utf_8" | "pdf" | "pgn" | "picture" | "replay" | "store" | "table" | "text" | "transcript" | "utf_16" | "xml" | "zip";
    /** @override */
    name: string;
    /**
     * @param {FileKind} kind
     * @param {string} text
     */
    constructor(kind: FileKind, text: string);
}
/**
 * Return the transcript in a file. Throws `ForeignFile` for any other.
 * @param {Uint8Array | ArrayBuffer | string} content
 * @returns {Transcript}
 */
export declare function transcriptIn(content: Uint8Array | ArrayBuffer | string): Transcript;
/**
 * Return whether a value has the parts of a transcript; what they say is for `verify` to judge.
 * @param {any} value
 * @returns {value is Transcript}
 */
export declare function isTranscript(value: any): value is Transcript;
/**
 * Return the kind of a file by its content.
 * @param {Uint8Array | ArrayBuffer | string} content
 * @returns {FileKind}
 */
export declare function kindOf(content: Uint8Array | ArrayBuffer | string): FileKind;
