// The client's state as plain data. `reduce` computes the next state, and components render it.

import type { ChallengeView, Clocks, Diagram, EventView, MatchState, MatchSummary, PairRequest, PlayerClass, SeatView, Side } from "../wire";
import type { BoardMessage, BySide, LectureMessage, ThinkingMessage, TournamentMessage } from "./types";
import { botName } from "./games";
import type { LinkStatus } from "./link";
import { words } from "./players.words";

/** A match that this page follows. */
export interface Followed {
  match: string;
  /** The last applied event. A later event that is not the next one is a gap. */
  seq: number;
  state: MatchState;
  /**
   * The local time in milliseconds from which the clock runs: the receipt of its values, or after a delay at the start
   * of a turn.
   */
  clocksAt: number;
  /** The local time in milliseconds until which the side to move must make its first move, if its clock waits for it. */
  firstMoveUntil?: number | undefined;
  /** Events are missing: nothing more is applied until a snapshot arrives. */
  gap: boolean;
  /** The known board after n plies. */
  frames: (Diagram | undefined)[];
  /** The side to move after n plies, if known. */
  turns: (Side | undefined)[];
  /** The known clocks right after n plies. Missing without a clock, and for a turn that was joined midway. */
  clocksAfter: (Clocks | undefined)[];
  /** The local time in milliseconds until which an absent player's seat is kept. */
  graceUntil: Partial<BySide<number>>;
  /** The last few events for screen readers, oldest first. */
  heard: { seq: number; event: EventView }[];
  /** True if the match was read by HTTP. A running one is then asked for again and again, and has no live topics. */
  polled?: boolean;
}

export interface Toast {
  id: number;
  text: string;
  /** True for an error. */
  bad: boolean;
}

/** A match of the player in a tournament: started, or waiting for the opponent until `until` (local milliseconds). */
export type Call = { tournament: string } & ({ match: string } | { round: number; opponent: string; until: number });

export interface State {
  link: LinkStatus;
  /** True if the link was open before. Only then does a lost connection show a banner. */
  wasOpen: boolean;
  /** `class` is present if the name is claimed. */
  player?: { id: string; name: string; class?: PlayerClass };
  matches: Record<string, Followed>;
  /** Whether this connection plays the seat in a match; absent until it has asked. */
  playing: Record<string, boolean>;
  /** `more` is the number of older matches that the server left out. */
  lobby: { ready: boolean; matches: Record<string, MatchSummary>; more: number; /** True if the next message replaces the list. */ stale: boolean };
  /** The visible small boards, as last received. */
  boards: Record<string, BoardMessage>;
  tournaments: Record<string, TournamentMessage>;
  /** The results of the running search in each subscribed match, one per depth, the deepest last. */
  thinking: Record<string, readonly ThinkingMessage[]>;
  /** The pending challenges from and to the player, and the outcome of others since the page was opened. */
  challenges: Record<string, ChallengeView>;
  /** By tournament: the player's started match, or the opponent that it waits for. */
  calls: Record<string, Call>;
  /** The player's pairing requests. */
  waiting: readonly PairRequest[];
  /** The place of the lecture that the reader follows. */
  lecture?: LectureMessage;
  /** The operator's announcement. */
  announcement: string | undefined;
  toasts: Toast[];
  nextToast: number;
}

export function initialState(): State {
  return {
    link: "connecting",
    wasOpen: false,
    matches: {},
    playing: {},
    lobby: { ready: false, matches: {}, more: 0, stale: true },
    boards: {},
    tournaments: {},
    thinking: {},
    challenges: {},
    calls: {},
    waiting: [],
    announcement: undefined,
    toasts: [],
    nextToast: 1,
  };
}

export const SIDES: readonly [Side, Side] = ["first", "second"];

export function other(side: Side): Side {
  return side === "first" ? "second" : "first";
}

export function seatOf(seats: readonly [SeatView, SeatView], side: Side): SeatView {
  return side === "first" ? seats[0] : seats[1];
}

/** Returns a name without the invisible characters that change the text direction. */
export function plainName(name: string): string {
  return name.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");
}

/** The server's name for a player without a name, and its suffix for a guest with a claimed name. */
const [NAMELESS, GUEST] = ["Guest", " (guest)"];

/** The name of a player without one, with its number among several. */
const NUMBERED = new RegExp(`^${NAMELESS}( \\(\\d+\\))?$`);

/** Returns true if the player has given no name. */
export const isNameless = (name: string): boolean => plainName(name) === NAMELESS;

/** Returns a name for display. Translates the server's additions to it. */
export function shownName(name: string): string {
  const plain = plainName(name);
  const own = plain.endsWith(GUEST) ? plain.slice(0, -GUEST.length) : plain;
  const said = own.replace(NUMBERED, (_, number?: string) => words.guest + (number ? words.numbered(number.replace(/\D/g, "")) : ""));
  return own === plain ? botName(said) : words.asGuest(said);
}

/** Returns an entrant's name for narrow places. A translated name is short, and is the one in the verdict. */
export function shortName({ name, label }: { name: string; label?: string }): string {
  const shown = shownName(name);
  return shown === name ? (label ?? name) : shown;
}

export function seatName(seat: SeatView): string {
  switch (seat.kind) {
    case "human":
    case "bot":
      return shownName(seat.name);
    case "open":
      return words.openSeat;
    case "reserved":
      return words.reservedSeat;
  }
}

/** Returns the names of both seats. The sides distinguish two players with the same name. */
export const distinct = (first: string, second: string, sides: readonly [string, string]): BySide<string> =>
  first === second ? { first: words.onSide(first, sides[0]), second: words.onSide(second, sides[1]) } : { first, second };

/** Returns the side that this player holds, whether connected or not. */
export function heldSide(seats: readonly [SeatView, SeatView], player: string | undefined): Side | undefined {
  return SIDES.find((side) => {
    const seat = seatOf(seats, side);
    return (seat.kind === "human" || seat.kind === "reserved") && seat.player === player;
  });
}

/** Returns the ply at which the players started, after the moves of an opening: they made `state.ply - firstPly(state)`. */
export function firstPly(state: MatchState): number {
  return state.start.moves?.length ?? 0;
}
