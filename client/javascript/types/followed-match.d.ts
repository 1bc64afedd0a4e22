import { Links } from "./notes.js";
import type * as Amfibido from "../types/games/amfibido.js";
import type * as Amiibart from "../types/games/amiibart.js";
import type * as DensityDeck from "../types/games/density-deck.js";
import type * as Myacards from "../types/games/myacards.js";
import type { ClientError } from "./errors.js";
import type { FromServer, Outlook, Rated, Rewound, Update } from "../types/v1.js";
import type { Ask, Command } from "./answers.js";
import type { Notes } from "./notes.js";
export type GameTypes = {
    action: any;
    event: any;
    view: any;
};
export type AmfibidoTypes = {
    action: Amfibido.GameAction;
    event: Amfibido.GameEvent;
    view: Amfibido.GameView;
};
export type AmiibartTypes = {
    action: Amiibart.GameAction;
    event: Amiibart.GameEvent;
    view: Amiibart.GameView;
};
export type DensityDeckTypes = {
    action: DensityDeck.GameAction;
    event: DensityDeck.GameEvent;
    view: DensityDeck.GameView;
};
export type MyacardsTypes = {
    action: Myacards.GameAction;
    event: Myacards.GameEvent;
    view: Myacards.GameView;
};
export type Games = {
    amfibido: AmfibidoTypes;
    amiibart: AmiibartTypes;
    "density-deck": DensityDeckTypes;
    myacards: MyacardsTypes;
};
export type TypesOf<Name extends string> = Name extends keyof Games ? Games[Name] : GameTypes;
export type UpdateOf<Game extends GameTypes> = {
    choices: Game["action"][];
    events: Game["event"][];
    view: Game["view"];
} & Update;
/**
 * Whether the first of two updates of a match is the newer. A store may forget: then versions are lower in a higher epoch.
 * @param {Update} update
 * @param {Update} than
 */
export declare function isNewer(update: Update, than: Update): boolean;
/**
 * Return through whose eyes a spectator is shown an update, `null` if through nobody's.
 * @param {Update} update
 */
export declare function throughIn(update: Update): number | null;
/**
 * A moment in which the seat is asked for an action.
 * @template {GameTypes} [Game=GameTypes]
 */
export declare class Turn<Game extends GameTypes = GameTypes> {
    #private;
    update: UpdateOf<Game>;
    /**
     * @param {FollowedMatch<Game>} match
     * @param {UpdateOf<Game>} update
     */
    constructor(match: FollowedMatch<Game>, update: UpdateOf<Game>);
    /**
     * What may be done, in the game's own shape: each a complete action; at least one.
     * @returns {Game["action"][]}
     */
    get choices(): Game["action"][];
    /**
     * How the match stands for this seat, in the game's own shape.
     * @returns {Game["view"]}
     */
    get view(): Game["view"];
    /**
     * For each of the choices what would follow from it at once; `null` where nothing is known.
     * @returns {readonly (Outlook | null)[]}
     */
    get outlooks(): readonly (Outlook | null)[];
    /**
     * Do it, and return whether it was done: `false` if the moment has passed, because time ran out or others were faster.
     * Rejects with `CommandRefused` for what is not allowed, `LostError`.
     * @param {unknown} action
     */
    act(action: unknown): Promise<boolean>;
}
/**
 * A match that this client follows: from its seat, or as a spectator. It holds no rules, only what it was told last.
 * @template {GameTypes} [Game=GameTypes]
 */
export declare class FollowedMatch<Game extends GameTypes = GameTypes> {
    #private;
    /** The links that were told, by version: each version has one. */
    links: Links;
    /** @type {UpdateOf<Game>} */
    latest: UpdateOf<Game>;
    /**
     * What the server has told of losses of its store, the newest last. Nobody has cheated: what a player had noted of links
     * after `version` is void.
     * @type {Rewound[]}
     */
    rewinds: Rewound[];
    /**
     * Throws `ForkedError` if this is another match than its links are of.
     * @param {Ask} ask
     * @param {Update} first
     * @param {Links} [links]
     */
    constructor(ask: Ask, first: Update, links?: Links);
    /** Which match this is; it stays the same. */
    get match(): string;
    /** One's own seat; `null` for a spectator. */
    get seat(): number | null;
    /** Through whose eyes a spectator sees it; `null` if through nobody's. */
    get through(): number | null;
    /** How the match ended, once it has. */
    get result(): import("../types/v1.js").Result | null;
    /**
     * Return every update that has not been given yet, until the match has ended. Rejects with `LostError`,
     * `GoneError`, `ForkedError`.
     * @returns {AsyncGenerator<UpdateOf<Game>, void, undefined>}
     */
    updates(): AsyncGenerator<UpdateOf<Game>, void, undefined>;
    /**
     * Return a turn whenever the seat is asked for an action, until the match has ended. The same one comes again if
     * acting has failed, and in a loop that begins later: the question still stands. Rejects with `LostError`,
     * `GoneError`, `ForkedError`.
     * @returns {AsyncGenerator<Turn<Game>, void, undefined>}
     */
    turns(): AsyncGenerator<Turn<Game>, void, undefined>;
    /**
     * Do one of the choices of this update, and return whether it was done: `false` if the moment has passed.
     * @param {unknown} action
     * @param {Pick<Update, "version" | "epoch">} [seen]
     */
    act(action: unknown, seen?: Pick<Update, "version" | "epoch">): Promise<boolean>;
    /**
     * As a spectator, see it through the eyes of a seat from now on, or through nobody's. Rejects with `CommandRefused`, with
     * `not_agreed` where not everybody who plays has agreed to that, `LostError`.
     * @param {number | null} seat
     */
    lookThrough(seat: number | null): Promise<void>;
    /** Leave the match for good. Rejects with `CommandRefused`, `LostError`. */
    resign(): Promise<void>;
    /**
     * Return what the match has meant for one's own rating, or why nothing; it is told after the match has ended, to those
     * who have played. What was told while the line was broken is looked up in one's history. Rejects with
     * `CommandRefused`, `LostError`, `GoneError`, and with `UsageError` for a spectator.
     * @returns {Promise<Rated>}
     */
    rated(): Promise<Rated>;
    /** @param {Rated} rated what the match has meant */
    tellRated(rated: Rated): void;
    /** @param {Update} update to be taken in; an older one, as may come after a reconnect, is let go */
    tell(update: Update): void;
    /** @param {Rewound} rewound what the server has lost of the match; how it stands now comes next */
    tellRewound(rewound: Rewound): void;
    /**
     * Take in how the match stands in the log, as it was asked for after a reconnect. If that is less than was told before,
     * the store has forgotten the rest, and so has everybody else.
     * @param {Update} update
     */
    standAt(update: Update): void;
    /** @param {ClientError} error why nothing will be told any more */
    fail(error: ClientError): void;
}
/** The matches that a client follows. */
export declare class FollowedMatches {
    #private;
    /**
     * @param {Ask} ask
     * @param {() => string} freshRef
     * @param {Notes} notes
     */
    constructor(ask: Ask, freshRef: () => string, notes: Notes);
    /**
     * Follow a match. Those that have ended are let go for it. Rejects with `ForkedError` if it is not the one that was followed
     * before.
     * @param {string} match
     * @param {number | null} since
     * @param {number | null} [seat] through whose eyes, as a spectator; `null` for nobody's
     * @returns {Promise<FollowedMatch>}
     */
    watch(match: string, since: number | null, seat?: number | null): Promise<FollowedMatch>;
    /** Whether one of them goes on in which this player has a seat. */
    get isPlaying(): boolean;
    /**
     * Return one's own seat in a match that is followed; `null` if it is none.
     * @param {string} match
     */
    seatIn(match: string): number | null;
    /**
     * Follow a match no longer.
     * @param {string} match
     */
    unwatch(match: string): Promise<void>;
    /** @param {FromServer} message which may be about a match */
    tell(message: FromServer): void;
    /**
     * Return what to say when the line is up again. Of a match that has ended it is asked, too: a store that was put back may
     * have forgotten its end.
     * @returns {Iterable<Command>}
     */
    resume(): Iterable<Command>;
    /** @param {Update} update how a match stands after a reconnect */
    standAt(update: Update): void;
    /**
     * Let a match go that the server does not have any more.
     * @param {string} match
     * @param {string} why
     */
    part(match: string, why: string): void;
    /** @param {ClientError} error why nothing will be told any more */
    fail(error: ClientError): void;
}
