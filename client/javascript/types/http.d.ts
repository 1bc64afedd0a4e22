/** What a server gives over plain HTTP. What has an `ETag` is kept, and asked for again with it. */
export declare class HttpRequests {
    #private;
    /** @type {Record<string, string>} */
    headers: Record<string, string>;
    /**
     * @param {string} url
     * @param {{ fetch?: typeof globalThis.fetch, token?: () => string | null, language?: string }} [options]
     */
    constructor(url: string, { fetch, token, language }?: {
        fetch?: typeof globalThis.fetch;
        token?: () => string | null;
        language?: string;
    });
    /**
     * Return what is there, as JSON. Rejects with `CommandRefused`, `LostError`, `MisunderstoodError`.
     * @param {string} path
     * @param {{ signed?: boolean, text?: boolean }} [how] `signed`: as this client's player; `text`: as it is, no JSON
     * @returns {Promise<any>}
     */
    get(path: string, { signed, text }?: {
        signed?: boolean;
        text?: boolean;
    }): Promise<any>;
    /**
     * Order something as this client's player, and return the answer. Rejects with `CommandRefused`, `LostError`,
     * `MisunderstoodError`.
     * @param {string} path
     * @param {object} order
     * @param {{ patience?: number }} [how] for how many milliseconds one waits for the answer
     * @returns {Promise<any>}
     */
    post(path: string, order: object, { patience }?: {
        patience?: number;
    }): Promise<any>;
}
