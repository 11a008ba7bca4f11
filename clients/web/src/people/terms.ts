// A challenge's terms in a few words.

import { shownName } from "../core/state";
import { clockSetting } from "../core/format";
import type { ChallengeView, GameView } from "../wire";
import { words } from "./meet.words";

/** Returns terms such as "Connect Four", "rows 7", "3+2", "you first", "rated". `me` is the reader. */
export function termsOf(challenge: ChallengeView, game: GameView | undefined, me: string | undefined): string[] {
  const { challenger, clock, options, rated, seat } = challenge;
  const unusual = (game?.options ?? []).filter(({ name, default: usual }) => name in options && JSON.stringify(options[name]) !== JSON.stringify(usual));
  const set = unusual.map(({ name }) => words.terms.option(name, typeof options[name] === "object" ? "…" : String(options[name])));
  return [game?.title ?? challenge.game, ...set, clockSetting(clock), seatText(seat, shownName(challenger.name), challenger.id === me), rated ? words.terms.rated : words.terms.unrated];
}

function seatText(seat: ChallengeView["seat"], challenger: string, mine: boolean): string {
  if (seat === "random") return words.terms.seat.random;
  return mine ? words.terms.yours[seat] : words.terms.seat[seat](challenger);
}

/**
 * Returns the news for every page: challenges to the player, and the outcome of the player's own. Pending ones come
 * first.
 */
export function news(challenges: Record<string, ChallengeView>, me: string | undefined): ChallengeView[] {
  const rank = ({ state }: ChallengeView) => (state === "standing" ? 0 : state === "accepted" ? 1 : 2);
  const told = ({ opponent, challenger, state }: ChallengeView) => (state === "standing" ? opponent?.id === me : challenger.id === me && state !== "withdrawn");
  return Object.values(challenges).filter(told).sort((a, b) => rank(a) - rank(b) || b.created_ms - a.created_ms);
}
