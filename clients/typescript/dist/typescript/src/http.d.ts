/** Something that the server does not allow, so that trying again does not help. */
export declare class ArenaError extends Error {
}
/** The WebSocket of a server whose page is at `url`; one that is a WebSocket's already stays as it is. */
export declare function socketUrl(url: string): string;
/** What the server tells at this path. */
export declare function get(url: string, path: string): Promise<unknown>;
/** Asks the server as the player of a token. Rejects with `ArenaError` where it refuses. */
export declare function post(url: string, path: string, token: string, body: unknown): Promise<unknown>;
