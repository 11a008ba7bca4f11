// Bots for a minimax-arena server: a bot says which move to make; connecting, waiting for one's turn, coming back after a
// lost connection, and keeping to the server's limits are done here.

export { Bot } from "./bot.ts";
export type { Challenge, OpenMatch } from "./bot.ts";
export { Pace } from "./pace.ts";
export { ArenaError } from "./http.ts";
export { Player, type PlayerOptions } from "./player.ts";
export { at, draw, type Clock, type Position } from "./position.ts";
export type { Wish } from "./wish.ts";
// The link and the types that the page itself uses.
export { backoff, Link, openSocket, Refused, type LinkPorts, type SocketLike } from "../../web/src/core/link.ts";
export type * from "../../web/src/wire/index.ts";
