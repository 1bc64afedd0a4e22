/**
 * Names and texts as they are compared, however somebody types them: as `quarterdeck_protocol/folding.py` does for the server, the
 * terminal and deck lists. `folding-vectors.json` in `protocol/` holds both to the same results.
 */
/**
 * Return the words of a text as they are compared, with a blank between them: without case, accents, apostrophes, dashes.
 * @param {string} text
 */
export declare function folded(text: string): string;
/**
 * Return the same with umlauts spelt out: `loewe`.
 * @param {string} text
 */
export declare function speltOut(text: string): string;
/**
 * Return all words by which a text is found, each once and with a blank before it.
 * @param {string} text
 */
export declare function searchable(text: string): string;
/**
 * Whether each word of a question begins a word of a `searchable` text.
 * @param {string} question
 * @param {string} searched
 */
export declare function finds(question: string, searched: string): boolean;
/**
 * Whether two texts are the same for whoever types them.
 * @param {string} one
 * @param {string} other
 */
export declare function areSame(one: string, other: string): boolean;
