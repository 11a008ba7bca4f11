import type { Code, FromClient, FromServer } from "../wire";
/** `connecting` for the first time, `open` after the welcome, `waiting` between a dropped connection and the next. */
export type LinkStatus = "connecting" | "open" | "waiting";
/** What the link needs of a WebSocket. */
export interface SocketLike {
    send(text: string): void;
    close(code?: number): void;
    onopen: ((event: Event) => void) | null;
    onclose: ((event: CloseEvent) => void) | null;
    onmessage: ((event: MessageEvent) => void) | null;
}
export interface LinkPorts {
    open(): SocketLike;
    /** A message from the server, for the reducer. */
    receive(message: FromServer): void;
    status(status: LinkStatus): void;
    /** How far the client knows a match, and whether it sits in it. */
    known(match: string): {
        seq: number;
        seated: boolean;
        gap: boolean;
    } | undefined;
    identity: {
        token?: string;
        name?: string;
    };
    /** Keeps the token for the next visit; `undefined` forgets it. */
    keepToken(token: string | undefined): void;
    /** Runs `f` after `ms`; returns how to cancel it. */
    later(ms: number, f: () => void): () => void;
    /** Uniform in [0, 1). */
    random(): number;
}
/** Why something was not done: the server's word for it, or that there was no server to ask. */
export type RefusalCode = Code | "offline" | "bad_answer";
export declare class Refused extends Error {
    readonly code: RefusalCode;
    /** After so many milliseconds it may be asked again, where it came too often or too early. */
    readonly retryAfterMs?: number | undefined;
    constructor(code: RefusalCode, message: string, 
    /** After so many milliseconds it may be asked again, where it came too often or too early. */
    retryAfterMs?: number | undefined);
}
export declare function openSocket(url: string): SocketLike;
/** Doubles with each failure up to a ceiling; half of it is chance, so that a crowd does not come back at once. */
export declare function backoff(failures: number, random: number): number;
export declare class Link {
    #private;
    constructor(ports: LinkPorts);
    start(): void;
    /** Drops the connection, if any, and connects at once: after waking up, or to say hello under another name. */
    restart(): void;
    /** Says hello again under another name. */
    rename(name: string): void;
    /** Connects at once if the link is waiting for its next attempt. */
    hurry(): void;
    /** Sends a request and resolves with its answer; an `error` answer rejects with `Refused`. */
    request(message: FromClient): Promise<FromServer>;
    /**
     * Follows a match from here on, across reconnections, unless there is none. `joined` when the server already sends
     * its events.
     */
    follow(match: string, joined?: boolean): Promise<void>;
    unfollow(match: string): void;
    subscribe(topic: string, matches?: readonly string[]): void;
    unsubscribe(topic: string): void;
}
