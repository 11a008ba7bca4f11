// Values as the page shows them: in pawns ("+0.58") if the game counts in hundredths, otherwise as the server does.

import { fixed, judgement, valueText } from "../core/format";
import type { ThoughtEvent, ValueScale } from "../wire";
import { boardOf } from "./registry";

const plain = (game: string, value: number, scale: ValueScale | undefined) => boardOf(game).hundredths === true && scale !== undefined && Math.abs(value) <= scale.decided_beyond;

/** Formats a value that decides nothing, with its sign: "+0.58". */
export const pawns = (value: number): string => (value > 0 ? "+" : "") + fixed(value / 100);

/** Formats a value in its scale: "win in 5", "+3", or "+0.58". */
export const worthText = (game: string, value: number, scale: ValueScale | undefined, short = false): string => (plain(game, value, scale) ? pawns(value) : valueText(value, scale, short));

/** Formats an evaluation: "wins in 3", or the value; a dash if unknown. */
export function judged(game: string, thought: Pick<ThoughtEvent, "value" | "win_in">, scale: ValueScale | undefined): string {
  const { value, win_in } = thought;
  return win_in === undefined && value !== undefined && plain(game, value, scale) ? pawns(value) : judgement(thought, scale);
}
