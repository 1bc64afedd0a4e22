import { News } from "./news.js";

/** @import { LobbyChanged, LobbySnapshot, Table } from "../types/v1.js" */
/** @import { Command } from "./answers.js" */
/** @import { ClientError } from "./errors.js" */

/** The tables that were asked for, as they stand now. */
export class LiveList {
  /** @type {Map<string, Table>} */
  #tables = new Map();
  #news = new News();
  /** @type {ClientError | null} */
  #lost = null;
  #isOver = false;

  /** @param {Command} wanted what to ask for again after a reconnect */
  constructor(wanted) {
    this.wanted = wanted;
    /** About how many players were signed in when the server said something last. */
    this.online = 0;
  }

  /** All of them, those that have changed last first. */
  get tables() {
    return [...this.#tables.values()].reverse();
  }

  /**
   * Return all tables as they stand now and after every change, until the list is followed no more or another one has
   * replaced it. Rejects with `LostError` when the line is gone for good.
   * @returns {AsyncGenerator<Table[], void, undefined>}
   */
  async *changes() {
    while (!this.#isOver) {
      if (this.#lost !== null) {
        throw this.#lost;
      }
      const next = this.#news.next();
      yield this.tables;
      await next;
    }
  }

  /** @param {LobbySnapshot | LobbyChanged} told what the server tells */
  tell(told) {
    this.online = told.online ?? 0;
    if (told.type === "lobby_snapshot") {
      this.#tables = new Map([...told.tables].reverse().map((table) => [table.id, table]));
    } else {
      for (const table of told.gone ?? []) {
        this.#tables.delete(table);
      }
      for (const changed of told.tables ?? []) {
        this.#tables.delete(changed.id);
        this.#tables.set(changed.id, changed);
      }
    }
    this.#news.tell();
  }

  /** Take in that it is not followed any more. */
  end() {
    this.#isOver = true;
    this.#news.tell();
  }

  /** @param {ClientError} error why nothing more will be told */
  fail(error) {
    this.#lost = error;
    this.#news.tell();
  }
}
