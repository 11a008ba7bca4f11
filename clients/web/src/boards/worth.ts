// Values as the page shows them: in pawns ("+0.58") if the game counts in hundredths, otherwise as the server does.

import { fixed, judgement, valueText } from "../core/format";
import { forFirst } from "../core/values";
import type { Side, ThoughtEvent, ValueScale } from "../wire";
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

/** True if an evaluation is a win or a loss, which the page tells from the view of the side that has it. */
const isDecided = ({ value, win_in }: Pick<ThoughtEvent, "value" | "win_in">, scale: ValueScale | undefined) => win_in !== undefined || Math.abs(value ?? 0) > (scale?.decided_beyond ?? Infinity);

/** Formats the evaluation of a side: "wins in 3" for this side, or a value from the first side's view. */
export function judgedFor(game: string, thought: Pick<ThoughtEvent, "value" | "win_in">, side: Side, scale: ValueScale | undefined): string {
  const { value } = thought;
  return judged(game, value === undefined || isDecided(thought, scale) ? thought : { value: forFirst(value, side) }, scale);
}
