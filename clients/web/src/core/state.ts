// The client's state. Plain data: `reduce` creates the next one, components render it.

import type { ChallengeView, Clocks, Diagram, EventView, MatchState, MatchSummary, PairWish, PlayerClass, SeatView, Side } from "../wire";
import type { BoardMessage, BySide, TournamentMessage } from "./types";
import type { LinkStatus } from "./link";
import { words } from "../pages/match.words";

/** A match that this page follows. */
export interface Followed {
  match: string;
  /** The last applied event; a larger step is a gap. */
  seq: number;
  state: MatchState;
  /** Local time at which the clocks were read, or a delay later at the start of a turn. */
  clocksAt: number;
  /** Events are missing: none is applied until a snapshot. */
  gap: boolean;
  /** The board after n plies, if known. */
  frames: (Diagram | undefined)[];
  /** The clocks after n plies, if known. */
  clocksAfter: (Clocks | undefined)[];
  /** The end of an absent player's grace time, in local milliseconds. */
  graceUntil: Partial<BySide<number>>;
  /** The last events to announce, oldest first. */
  heard: { seq: number; event: EventView }[];
}

export interface Toast {
  id: number;
  text: string;
  /** Whether it reports an error. */
  bad: boolean;
}

/** The player's match in a tournament: begun, or waiting for the opponent until a local time. */
export type Call = { tournament: string } & ({ match: string } | { round: number; opponent: string; until: number });

export interface State {
  link: LinkStatus;
  /** Whether the link was open before: then a loss shows a banner. */
  wasOpen: boolean;
  /** `class` for claimed names. */
  player?: { id: string; name: string; class?: PlayerClass };
  matches: Record<string, Followed>;
  /** Whether this connection plays the seat held in a match; absent until it has asked. */
  playing: Record<string, boolean>;
  /** `more`: number of older matches that the first message omitted. */
  lobby: { ready: boolean; matches: Record<string, MatchSummary>; more: number; /** Whether the next message begins the list anew. */ stale: boolean };
  /** The small boards in view, as last received. */
  boards: Record<string, BoardMessage>;
  tournaments: Record<string, TournamentMessage>;
  /** Standing challenges of and to the player, and answers since the page was opened. */
  challenges: Record<string, ChallengeView>;
  /** By tournament: the player's begun match, or the awaited opponent. */
  calls: Record<string, Call>;
  /** The player's requests for pairing. */
  waiting: readonly PairWish[];
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

/** A name without invisible characters that change the text direction. */
export function plainName(name: string): string {
  return name.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");
}

/** The server's name for a nameless guest, and its suffix for a guest with another player's name. */
const [NAMELESS, GUEST] = ["Guest", " (guest)"];

/** Whether a player has given no name. */
export const isNameless = (name: string): boolean => plainName(name) === NAMELESS;

/** A name as shown, with the server's additions translated. */
export function shownName(name: string): string {
  const plain = plainName(name);
  const own = plain.endsWith(GUEST) ? plain.slice(0, -GUEST.length) : plain;
  const said = own === NAMELESS ? words.guest : own;
  return own === plain ? said : words.asGuest(said);
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

/** The side that this player holds, connected or not. */
export function heldSide(seats: readonly [SeatView, SeatView], player: string | undefined): Side | undefined {
  return SIDES.find((side) => {
    const seat = seatOf(seats, side);
    return (seat.kind === "human" || seat.kind === "reserved") && seat.player === player;
  });
}

/** The first ply of play, after the moves of an opening. */
export function firstPly(state: MatchState): number {
  return state.start.moves?.length ?? 0;
}
