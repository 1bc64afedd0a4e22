/** In how many turns a silence is counted, and in which of them it is asked whether anybody is there. */
export declare const TURNS = 6;
/** How often the turns are doubled at most, when one line after the other was left for its silence. */
export declare const MOST_DOUBLED = 4;
/**
 * How long nothing has been heard on a line while a word was due. It is counted in turns of the client itself, not in time: a
 * page that was asleep counts more slowly too, and does not take a server for dead that has answered long ago.
 */
export declare class Silence {
    #private;
    /** Note that something was heard. */
    heard(): void;
    /**
     * Note that a turn has passed, at the end of which a word from the server is due or is not; return what is to be done.
     * @param {boolean} isDue
     * @returns {"nothing" | "ask" | "leave"}
     */
    turn(isDue: boolean): "nothing" | "ask" | "leave";
}
