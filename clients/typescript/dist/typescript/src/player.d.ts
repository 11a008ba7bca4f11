import type { ChallengeRules, ClockSetting, Verdict } from "../../web/src/wire/index.ts";
import type { Bot } from "./bot.ts";
export { ArenaError } from "./http.ts";
/** Which matches a player wants. */
export interface Wish {
    /** The game of matches to offer to whoever comes, or to `against`. */
    create?: string;
    /** The server's bot to play against in those; absent for whoever sits down. */
    against?: string;
    /** Whether to sit down at open matches of the lobby that the bot accepts. */
    join?: boolean;
    /** By which rules challenges are taken; absent to take none. */
    take?: ChallengeRules;
    /** The id of a player to challenge, to the game of `create`. */
    challenge?: string;
    /** The game to be paired for with whoever asks for the same. */
    pair?: string;
    /** Whether matches that are offered count for ratings. */
    rated?: boolean;
    /** Matches to sit down at, by their ids. */
    matches?: readonly string[];
    /** The options of the game, for matches that are offered. */
    options?: Record<string, unknown>;
    /** The clock of matches that are offered; absent without one. */
    clock?: ClockSetting;
    /** The side in matches that are offered. */
    side?: "first" | "second" | "random";
    /** So many matches are played; absent to go on for ever. */
    count?: number;
    /** So many at a time; one unless given. */
    atOnce?: number;
}
export interface PlayerOptions {
    /** The name to go by; the bot's class by default. */
    name?: string;
    /** The key of an account, or the token of an earlier run, which makes it the same player. */
    token?: string;
    wish?: Wish;
    /** Called with the token of a new player, to be kept for the next run. */
    keep?(token: string): void;
    /** Where it is told what happens; nowhere unless given. */
    log?(level: "debug" | "info" | "warning" | "error", line: string): void;
}
/** Plays a bot's matches at a server until as many are over as were wished for. */
export declare class Player {
    #private;
    /** How the matches ended, in that order. */
    readonly results: Verdict[];
    /** How often the server has asked for a pause. */
    heldUp: number;
    constructor(bot: Bot, url: string, options?: PlayerOptions);
    /** The key by which it is known, once it is. */
    get token(): string | undefined;
    /** The player's id, once it is known. */
    get id(): string;
    /**
     * Plays until everything that was wished for is over.
     *
     * Rejects with `ArenaError` when the server does not let this player play, and coming back would not help.
     */
    run(): Promise<void>;
    /** Ends the run: matches that are being played stay as they are. */
    stop(): void;
}
