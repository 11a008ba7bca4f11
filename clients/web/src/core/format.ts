// Formats numbers and times.

import type { ClockSetting, ThoughtEvent, ValueScale } from "../wire";
import { words } from "./format.words";
import { serverNow } from "./serverTime.svelte";
import { locale } from "./language.svelte";
import { words as clocks } from "./clock.words";

/** Formats a clock: "1:05", with tenths in the last twenty seconds: "9.4". */
export function clockText(ms: number): string {
  const left = Math.max(0, ms);
  if (left < 20_000) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.floor(left / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  if (hours >= 24) return lasting(left - (left % 3_600_000), "narrow");
  const rest = String(seconds % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/**
 * Formats a time control: "3+2" means minutes for the match and seconds for each move; "40/3+2" gives the minutes for
 * each 40 moves.
 */
/** Formats the minutes of a clock: "3", "0.5", "0:20". */
const minutes = (ms: number) => (ms % 15_000 === 0 ? String(ms / 60_000) : clockText(ms));

export function clockSetting(clock: ClockSetting | undefined): string {
  if (!clock) return words.noClock;
  if (clock.per_move) return clocks.aMove(lasting(clock.initial_ms));
  const period = clock.moves ? `${clock.moves}/` : "";
  const setting = `${period}${minutes(clock.initial_ms)}+${round(clock.increment_ms / 1000)}`;
  return clock.delay_ms ? clocks.delayed(setting, lasting(clock.delay_ms)) : setting;
}

/** Returns the time control of a running clock. */
export function settingOf(clocks: ClockSetting | undefined): ClockSetting | undefined {
  if (!clocks) return undefined;
  const { initial_ms, increment_ms, moves, delay_ms, per_move } = clocks;
  return { initial_ms, increment_ms, ...(moves ? { moves } : {}), ...(delay_ms ? { delay_ms } : {}), ...(per_move ? { per_move } : {}) };
}

const UNITS = [["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1]] as const;

/** Formats a duration in its two largest units: "3 days", "1 day, 12 hours", "5 seconds"; narrow: "1d 12h". */
export function lasting(ms: number, unitDisplay: "long" | "narrow" = "long"): string {
  const seconds = Math.round(Math.max(0, ms) / 1000);
  const first = UNITS.findIndex(([, size]) => seconds >= size);
  if (first < 0) return words.unit(0, "second", unitDisplay);
  let rest = seconds;
  const parts = UNITS.slice(first, first + 2).map(([unit, size]) => {
    const whole = Math.floor(rest / size);
    rest -= whole * size;
    return [whole, unit] as const;
  });
  return words.units(parts.flatMap(([n, unit]) => (n > 0 ? [words.unit(n, unit, unitDisplay)] : [])), unitDisplay);
}

function round(value: number): string {
  return String(Math.round(value * 100) / 100);
}

// One formatter per language: its construction is far slower than formatting.
const written = new Map<string, Intl.NumberFormat>();
let plurals: Intl.PluralRules | undefined;

function numbers(): Intl.NumberFormat {
  const tag = locale();
  const known = written.get(tag) ?? new Intl.NumberFormat(tag);
  written.set(tag, known);
  return known;
}

/** Formats a number: "549,946". A fraction gets one decimal place. */
export function count(n: number): string {
  // Small numbers look the same in both languages. The first use of `Intl` would cost a first view a frame or two.
  if (Number.isInteger(n) && n >= 0 && n < 1000) return String(n);
  return words.round(n) ?? numbers().format(Number.isInteger(n) ? n : Math.round(n * 10) / 10);
}

/** Formats a number with its sign: "+3", "0", "−2", with a true minus sign. */
export function signed(value: number): string {
  if (value === 0) return "0";
  return value > 0 ? `+${count(value)}` : `−${count(-value)}`;
}

/**
 * Formats a number with a fixed number of decimal places: "−2.94", "3.00", with a true minus sign. A value that rounds
 * to zero has no sign.
 */
export function fixed(value: number, places = 2): string {
  const size = Math.abs(value).toFixed(places);
  return value < 0 && Number(size) !== 0 ? `−${size}` : size;
}

/**
 * Formats an evaluation: "wins in 3", "loses in 2", or the value in its game's scale; a dash if unknown. `win_in`
 * counts plies and is negative for a loss. It is 0 if the game is over, and the value then tells who has won.
 */
export function judgement({ value, win_in }: Pick<ThoughtEvent, "value" | "win_in">, scale?: ValueScale): string {
  if (win_in === undefined) {
    if (value === undefined) return "–";
    return scale ? valueText(value, scale) : signed(value);
  }
  if (win_in === 0) return (value ?? 0) < 0 ? words.hasLost : words.hasWon;
  return win_in < 0 ? words.losesIn(-win_in) : words.winsIn(win_in);
}

/**
 * Formats a value in its scale: "win in 5", "loss by 12", "+3". A payoff has no scale and no sign. `short` gives "W5".
 */
export function valueText(value: number, scale: ValueScale | undefined, short = false): string {
  if (!scale) return value < 0 ? `−${count(-value)}` : count(value);
  const size = Math.abs(value);
  if (size <= scale.decided_beyond) return signed(value);
  const word = (short ? words.short : words)[value > 0 ? "win" : "loss"];
  if (!short) return decidedText(size, scale, word);
  if (scale.win !== undefined) return `${word}${scale.win - size}`;
  return scale.margin === undefined ? word : `${word}${size - scale.margin}`;
}

/** Formats a decided value with a word for the result: "a win in 5 plies", "a win by 12". */
export function decidedText(size: number, scale: ValueScale, word: string): string {
  if (scale.win !== undefined) return words.in(word, scale.win - size);
  return scale.margin === undefined ? word : words.by(word, size - scale.margin);
}

/** Formats a duration: "0.4 s", "12 ms". Below a millisecond it uses microseconds, and 0 is less than a millisecond. */
export function milliseconds(ms: number): string {
  if (ms === 0) return words.lessThan(words.milliseconds("1"));
  if (ms < 0.001) return words.lessThan(words.microseconds("1"));
  if (ms < 1) return words.microseconds(String(Math.round(ms * 1000)));
  if (ms < 1000) return words.milliseconds(String(Math.round(ms)));
  return words.seconds((ms / 1000).toFixed(ms < 10_000 ? 1 : 0));
}

/** Formats a share: "8.3%". One that would round to 0 is less than the smallest figure: "<0.1%". */
export function percent(share: number, digits = 1): string {
  const least = 10 ** -digits;
  const size = 100 * share;
  return size > 0 && size < least / 2 ? words.lessThan(words.percent(least.toFixed(digits))) : words.percent(size.toFixed(digits));
}

/** Formats points, which come in halves: "3½". */
export function points(value: number): string {
  const full = Math.floor(value);
  const rest = value - full;
  if (rest === 0) return count(full);
  if (rest === 0.5) return full === 0 ? "½" : `${count(full)}½`;
  return count(value);
}

/** Formats a past time by the server's clock: "just now", "5 min ago", "3 h ago", or the date. */
export function ago(then_ms: number, now_ms = serverNow()): string {
  const minutes = Math.floor((now_ms - then_ms) / 60_000);
  if (minutes < 1) return words.justNow;
  if (minutes < 60) return words.minutesAgo(minutes);
  if (minutes < 24 * 60) return words.hoursAgo(Math.floor(minutes / 60));
  return day(then_ms);
}

/** Formats a date: "3 Jan 2027". */
export const day = (ms: number): string => words.date(new Date(ms).toLocaleDateString(locale(), { day: "numeric", month: "short", year: "numeric" }));

/** Formats a future time: "14:05", or "Jan 3 14:05" if it is not today. */
export function moment(ms: number, now_ms = serverNow()): string {
  const [then, now] = [new Date(ms), new Date(now_ms)];
  const time = then.toLocaleTimeString(locale(), { hour: "2-digit", minute: "2-digit", hour12: false });
  if (then.toDateString() === now.toDateString()) return time;
  return `${words.date(then.toLocaleDateString(locale(), { day: "numeric", month: "short" }))} ${time}`;
}

/** Formats a count with its English noun: "1 match", "2 matches". Chinese has no plurals. */
export function plural(n: number, one: string, many = `${one}s`): string {
  plurals ??= new Intl.PluralRules("en");
  return `${count(n)} ${plurals.select(n) === "one" ? one : many}`;
}

/** Lists English words: "a", "a and b", "a, b and c". */
export const listed = (parts: readonly string[]): string => (parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1) ?? ""}`);

/** Returns a title as a part of a file name: "A game: Ann, Ben" becomes "a-game-ann-ben". */
export const fileName = (title: string) => title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
