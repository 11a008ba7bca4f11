export { Bot } from "./bot.ts";
export type { Challenge, OpenMatch } from "./bot.ts";
export { Pace } from "./pace.ts";
export { ArenaError, Player, type PlayerOptions, type Wish } from "./player.ts";
export { at, draw, type Clock, type Position } from "./position.ts";
export { backoff, Link, openSocket, Refused, type LinkPorts, type SocketLike } from "../../web/src/core/link.ts";
export type * from "../../web/src/wire/index.ts";
