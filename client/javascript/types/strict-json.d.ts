/** JSON that every reader reads alike: what a link covers must not say one thing to one program and another to the next. */
/**
 * Return the value of a JSON text in which each key of an object stands once, each number is a whole number between −(2^53 − 1) and
 * 2^53 − 1 without fraction or exponent, each string is valid Unicode, nothing is nested more than 100 deep, and no white space stands
 * between the values unless it `maybeSpaced`. Throws a `SyntaxError` for everything else.
 * @param {string} text
 * @param {{ maybeSpaced?: boolean }} [how]
 * @returns {any}
 */
export declare function strictly(text: string, { maybeSpaced }?: {
    maybeSpaced?: boolean;
}): any;
