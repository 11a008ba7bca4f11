// The bots that the reader has beaten, by game, kept in this browser.

import { readStored, store } from "./stored";

const KEY = "beaten";

export function beatenBots(): Record<string, string[]> {
  try {
    const read: unknown = JSON.parse(readStored(KEY) ?? "{}");
    if (typeof read !== "object" || read === null) return {};
    return Object.fromEntries(Object.entries(read).map(([game, names]) => [game, Array.isArray(names) ? names.filter((name) => typeof name === "string") : []]));
  } catch {
    return {};
  }
}

export function noteBeaten(game: string, bot: string): void {
  const beaten = beatenBots();
  const known = beaten[game] ?? [];
  if (!known.includes(bot)) store(KEY, JSON.stringify({ ...beaten, [game]: [...known, bot] }));
}
