import type { LobbyChanged, LobbySnapshot, Table } from "../types/v1.js";
import type { Command } from "./connection.js";
import type { ClientError } from "./errors.js";
/** @import { LobbyChanged, LobbySnapshot, Table } from "../types/v1.js" */
/** @import { Command } from "./connection.js" */
/** @import { ClientError } from "./errors.js" */
/** The tables that were asked for, as they stand now. */
export declare class LiveList {
    #private;
    wanted: import("./connection.js").Said<import("../types/v1.js").Accept> | import("./connection.js").Said<import("../types/v1.js").Act> | import("./connection.js").Said<import("../types/v1.js").AddBot> | import("./connection.js").Said<import("../types/v1.js").Avoid> | import("./connection.js").Said<import("../types/v1.js").ChangeAccount> | import("./connection.js").Said<import("../types/v1.js").Decline> | import("./connection.js").Said<import("../types/v1.js").DeleteAccount> | import("./connection.js").Said<import("../types/v1.js").DeleteBot> | import("./connection.js").Said<import("../types/v1.js").DropDeck> | import("./connection.js").Said<import("../types/v1.js").GetAccount> | import("./connection.js").Said<import("../types/v1.js").GetExport> | import("./connection.js").Said<import("../types/v1.js").GetHeadToHead> | import("./connection.js").Said<import("../types/v1.js").GetHistory> | import("./connection.js").Said<import("../types/v1.js").GetLadder> | import("./connection.js").Said<import("../types/v1.js").GetProfile> | import("./connection.js").Said<import("../types/v1.js").GetSeats> | import("./connection.js").Said<import("../types/v1.js").Hello> | import("./connection.js").Said<import("../types/v1.js").JoinChat> | import("./connection.js").Said<import("../types/v1.js").KeepDeck> | import("./connection.js").Said<import("../types/v1.js").Kick> | import("./connection.js").Said<import("../types/v1.js").LeaveChat> | import("./connection.js").Said<import("../types/v1.js").ListDecks> | import("./connection.js").Said<import("../types/v1.js").ListTables> | import("./connection.js").Said<import("../types/v1.js").ListTokens> | import("./connection.js").Said<import("../types/v1.js").MakeBot> | import("./connection.js").Said<import("../types/v1.js").MakeRecoveryCodes> | import("./connection.js").Said<import("../types/v1.js").MakeToken> | import("./connection.js").Said<import("../types/v1.js").OpenTable> | import("./connection.js").Said<import("../types/v1.js").ReadDeck> | import("./connection.js").Said<import("../types/v1.js").Ready> | import("./connection.js").Said<import("../types/v1.js").RecoverAccount> | import("./connection.js").Said<import("../types/v1.js").Register> | import("./connection.js").Said<import("../types/v1.js").Rematch> | import("./connection.js").Said<import("../types/v1.js").Report> | import("./connection.js").Said<import("../types/v1.js").Resign> | import("./connection.js").Said<import("../types/v1.js").RevokeToken> | import("./connection.js").Said<import("../types/v1.js").Say> | import("./connection.js").Said<import("../types/v1.js").Seek> | import("./connection.js").Said<import("../types/v1.js").SignIn> | import("./connection.js").Said<import("../types/v1.js").SignOut> | import("./connection.js").Said<import("../types/v1.js").Sit> | import("./connection.js").Said<import("../types/v1.js").Stand> | import("./connection.js").Said<import("../types/v1.js").TransferHost> | import("./connection.js").Said<import("../types/v1.js").Unseek> | import("./connection.js").Said<import("../types/v1.js").UnwatchLobby> | import("./connection.js").Said<import("../types/v1.js").UnwatchMatch> | import("./connection.js").Said<import("../types/v1.js").WatchLobby> | import("./connection.js").Said<import("../types/v1.js").WatchMatch> | import("./connection.js").Said<import("../types/v1.js").WatchTable>;
    /** @param {Command} wanted what to ask for again after a reconnect */
    constructor(wanted: Command);
    /** All of them, those that have changed last first. */
    get tables(): Table[];
    /**
     * Return all tables as they stand now and after every change, until the list is followed no more or another one has
     * replaced it. Rejects with `LostError` when the line is gone for good.
     * @returns {AsyncGenerator<Table[], void, undefined>}
     */
    changes(): AsyncGenerator<Table[], void, undefined>;
    /** @param {LobbySnapshot | LobbyChanged} told what the server tells */
    tell(told: LobbySnapshot | LobbyChanged): void;
    /** Take in that it is not followed any more. */
    end(): void;
    /** @param {ClientError} error why nothing more will be told */
    fail(error: ClientError): void;
}
