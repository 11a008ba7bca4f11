// Bots for a minimax-arena server: a bot says which move to make; connecting, waiting for one's turn, coming back after a
// lost connection, and keeping to the server's limits are done here.
export { Bot } from "./bot.js";
export { Pace } from "./pace.js";
export { ArenaError, Player } from "./player.js";
export { at, draw } from "./position.js";
// The link and the types that the page itself uses.
export { backoff, Link, openSocket, Refused } from "../../web/src/core/link.js";
