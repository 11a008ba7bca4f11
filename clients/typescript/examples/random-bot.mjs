// Plays a random legal move in every game.

import { Bot } from "gametree-arena-client";

export class RandomBot extends Bot {
  choose(position) {
    return position.legal[Math.floor(Math.random() * position.legal.length)];
  }
}
