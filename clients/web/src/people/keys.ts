// The names of an account's keys, and how a program uses one.

import { version } from "../../package.json";
import type { KeyView, Scope } from "../wire";
import { words } from "./people.words";

/** Everything that a key may do. */
export const SCOPES: readonly Scope[] = ["play", "organise"];

/** The lifetimes of a key to choose from, in days. The server shortens one that is too long. */
export const DAYS: readonly number[] = [7, 30, 90, 365];

/** The maximum time between the creation of a claim's key and the claim itself. */
const TOGETHER_MS = 2000;

/** Returns the owner's label; otherwise the name depends on whether the key came with the claim. */
export function keyName({ label, created_ms }: KeyView, claimed_ms: number | undefined): string {
  if (label) return label;
  return claimed_ms !== undefined && Math.abs(claimed_ms - created_ms) < TOGETHER_MS ? words.claimKey : words.unnamedKey;
}

/** A first bot, which plays at random. */
const BOT = `import random
from gametree_arena import Bot

class MyBot(Bot):
    def choose(self, position, clock):
        return random.choice(position.legal)
`;

/** Returns the commands that install the Python package from this server, write a first bot and start it with a key. */
export function keyCommands(key: string): string {
  const { origin } = window.location;
  return `pip install ${origin}/packages/gametree_arena_client-${version}-py3-none-any.whl
cat > my_bot.py <<'END'
${BOT}END
export ARENA_KEY=${key}
arena-bot my_bot.py --url ${origin}`;
}
