// Bots for a minimax-arena server. A bot chooses the moves. This package connects, waits for the bot's turn, reconnects
// after a lost connection, and keeps to the server's limits.

export { Bot } from "./bot.ts";
export type { Challenge, OpenMatch } from "./bot.ts";
export { Pace } from "./pace.ts";
export { ArenaError, UnknownKey } from "./http.ts";
export { Player, resultText, type PlayerOptions, type Result } from "./player.ts";
export { at, draw, type Clock, type Position } from "./position.ts";
export type { Wish } from "./wish.ts";
// The link and the message types, which the web page uses too.
export { backoff, Link, openSocket, Refused, type LinkPorts, type SocketLike } from "../../web/src/core/link.ts";
export type * from "../../web/src/wire/index.ts";
