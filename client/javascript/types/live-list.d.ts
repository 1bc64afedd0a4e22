import type { LobbyChanged, LobbySnapshot, Table } from "../types/v1.js";
import type { Command } from "./answers.js";
import type { ClientError } from "./errors.js";
/** @import { LobbyChanged, LobbySnapshot, Table } from "../types/v1.js" */
/** @import { Command } from "./answers.js" */
/** @import { ClientError } from "./errors.js" */
/** The tables that were asked for, as they stand now. */
export declare class LiveList {
    #private;
    wanted: import("./answers.js").Said<import("../types/v1.js").Accept> | import("./answers.js").Said<import("../types/v1.js").AcceptTrade> | import("./answers.js").Said<import("../types/v1.js").Act> | import("./answers.js").Said<import("../types/v1.js").AddBot> | import("./answers.js").Said<import("../types/v1.js").Avoid> | import("./answers.js").Said<import("../types/v1.js").CancelTrade> | import("./answers.js").Said<import("../types/v1.js").ChangeAccount> | import("./answers.js").Said<import("../types/v1.js").ClaimCode> | import("./answers.js").Said<import("../types/v1.js").ClaimPacks> | import("./answers.js").Said<import("../types/v1.js").CounterTrade> | import("./answers.js").Said<import("../types/v1.js").Decline> | import("./answers.js").Said<import("../types/v1.js").DeleteAccount> | import("./answers.js").Said<import("../types/v1.js").DeleteBot> | import("./answers.js").Said<import("../types/v1.js").DropDeck> | import("./answers.js").Said<import("../types/v1.js").GetAccount> | import("./answers.js").Said<import("../types/v1.js").GetCodeHistory> | import("./answers.js").Said<import("../types/v1.js").GetCollection> | import("./answers.js").Said<import("../types/v1.js").GetExport> | import("./answers.js").Said<import("../types/v1.js").GetHeadToHead> | import("./answers.js").Said<import("../types/v1.js").GetHistory> | import("./answers.js").Said<import("../types/v1.js").GetLadder> | import("./answers.js").Said<import("../types/v1.js").GetMovements> | import("./answers.js").Said<import("../types/v1.js").GetPacks> | import("./answers.js").Said<import("../types/v1.js").GetProfile> | import("./answers.js").Said<import("../types/v1.js").GetSeats> | import("./answers.js").Said<import("../types/v1.js").GetTrade> | import("./answers.js").Said<import("../types/v1.js").GetTrades> | import("./answers.js").Said<import("../types/v1.js").Hello> | import("./answers.js").Said<import("../types/v1.js").JoinChat> | import("./answers.js").Said<import("../types/v1.js").KeepDeck> | import("./answers.js").Said<import("../types/v1.js").Kick> | import("./answers.js").Said<import("../types/v1.js").LeaveChat> | import("./answers.js").Said<import("../types/v1.js").ListCodes> | import("./answers.js").Said<import("../types/v1.js").ListDecks> | import("./answers.js").Said<import("../types/v1.js").ListTables> | import("./answers.js").Said<import("../types/v1.js").ListTokens> | import("./answers.js").Said<import("../types/v1.js").MakeBot> | import("./answers.js").Said<import("../types/v1.js").MakeCodes> | import("./answers.js").Said<import("../types/v1.js").MakeRecoveryCodes> | import("./answers.js").Said<import("../types/v1.js").MakeToken> | import("./answers.js").Said<import("../types/v1.js").OfferTrade> | import("./answers.js").Said<import("../types/v1.js").OpenPack> | import("./answers.js").Said<import("../types/v1.js").OpenTable> | import("./answers.js").Said<import("../types/v1.js").Ping> | import("./answers.js").Said<import("../types/v1.js").ReadDeck> | import("./answers.js").Said<import("../types/v1.js").Ready> | import("./answers.js").Said<import("../types/v1.js").RecoverAccount> | import("./answers.js").Said<import("../types/v1.js").Register> | import("./answers.js").Said<import("../types/v1.js").Rematch> | import("./answers.js").Said<import("../types/v1.js").Report> | import("./answers.js").Said<import("../types/v1.js").Resign> | import("./answers.js").Said<import("../types/v1.js").Reveal> | import("./answers.js").Said<import("../types/v1.js").RevokeCodes> | import("./answers.js").Said<import("../types/v1.js").RevokeToken> | import("./answers.js").Said<import("../types/v1.js").Say> | import("./answers.js").Said<import("../types/v1.js").Seek> | import("./answers.js").Said<import("../types/v1.js").SignIn> | import("./answers.js").Said<import("../types/v1.js").SignOut> | import("./answers.js").Said<import("../types/v1.js").Sit> | import("./answers.js").Said<import("../types/v1.js").Stand> | import("./answers.js").Said<import("../types/v1.js").TransferHost> | import("./answers.js").Said<import("../types/v1.js").Unseek> | import("./answers.js").Said<import("../types/v1.js").UnwatchLobby> | import("./answers.js").Said<import("../types/v1.js").UnwatchMatch> | import("./answers.js").Said<import("../types/v1.js").WatchLobby> | import("./answers.js").Said<import("../types/v1.js").WatchMatch> | import("./answers.js").Said<import("../types/v1.js").WatchTable>;
    /** About how many players were signed in when the server said something last. */
    online: number;
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
