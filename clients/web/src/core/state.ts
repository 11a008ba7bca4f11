// What the client knows. Plain data: `reduce` makes the next one, components draw it.

import type { ChallengeView, Clocks, Diagram, EventView, MatchState, MatchSummary, PairWish, PlayerClass, SeatView, Side } from "../wire";
import type { BoardMessage, BySide, TournamentMessage } from "./types";
import type { LinkStatus } from "./link";
import { words } from "../pages/match.words";

/** A match that this page follows. */
export interface Followed {
  match: string;
  /** The last event applied; a later one with a greater step is a gap. */
  seq: number;
  state: MatchState;
  /** Local milliseconds from which the clock runs: when its readings arrived, or a delay later at the start of a turn. */
  clocksAt: number;
  /** Events are missing: nothing more is applied until a snapshot comes. */
  gap: boolean;
  /** The board after n plies, as far as it is known. */
  frames: (Diagram | undefined)[];
  /** The clocks right after n plies, as far as they are known: none where there are none, and of a turn that was joined in its middle. */
  clocksAfter: (Clocks | undefined)[];
  /** Until when (local milliseconds) the seat of somebody who is away is kept. */
  graceUntil: Partial<BySide<number>>;
  /** The last few events worth saying aloud, oldest first. */
  heard: { seq: number; event: EventView }[];
}

export interface Toast {
  id: number;
  text: string;
  /** Whether it says that something went wrong. */
  bad: boolean;
}

/** A match of the player's in a tournament: begun, or waiting for the opponent until then (local milliseconds). */
export type Call = { tournament: string } & ({ match: string } | { round: number; opponent: string; until: number });

export interface State {
  link: LinkStatus;
  /** Whether the link has been open before: then a loss is worth a banner. */
  wasOpen: boolean;
  /** `class` where the name was claimed. */
  player?: { id: string; name: string; class?: PlayerClass };
  matches: Record<string, Followed>;
  /** Whether this connection plays the seat held in a match; absent until it has asked. */
  playing: Record<string, boolean>;
  /** `more`: how many older matches were left out at first. */
  lobby: { ready: boolean; matches: Record<string, MatchSummary>; more: number; /** Whether the next message begins the list anew. */ stale: boolean };
  /** The small boards in view, as they were last told. */
  boards: Record<string, BoardMessage>;
  tournaments: Record<string, TournamentMessage>;
  /** Those that stand of the player and to the player, and what became of others since the page was opened. */
  challenges: Record<string, ChallengeView>;
  /** By tournament: the match that it has begun for the player, or whom it waits for. */
  calls: Record<string, Call>;
  /** For what the player waits to be paired. */
  waiting: readonly PairWish[];
  /** What the operator announces. */
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

/** A name without the invisible characters that turn the text around it. */
export function plainName(name: string): string {
  return name.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");
}

/** What the server calls whoever has given no name, and what it adds to a guest's name that is somebody's. */
const [NAMELESS, GUEST] = ["Guest", " (guest)"];

/** Whether somebody has given no name. */
export const isNameless = (name: string): boolean => plainName(name) === NAMELESS;

/** A name as the page says it: what the server has put there, in the reader's language. */
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

/** The first position that was played from: the moves of an opening come before it. */
export function firstPly(state: MatchState): number {
  return state.start.moves?.length ?? 0;
}
