// Applies a match event to the client's state. The server applies the same events in the same way.

import type { ChangedView, ClocksLeft, Diagram, EventView, MatchState, OfferKind, Offers, Side, ThoughtEvent } from "../wire";
import type { BySide } from "./types";
import { SIDES, type Followed } from "./state";

const HEARD = 6;

export function applyEvent(followed: Followed, seq: number, event: EventView, now: number): Followed {
  const next = change(followed, event, now);
  const heard = event.kind === "thought" ? followed.heard : [...followed.heard, { seq, event }].slice(-HEARD);
  return { ...next, seq, heard };
}

function change(followed: Followed, event: EventView, now: number): Followed {
  const { state } = followed;
  switch (event.kind) {
    case "seated": {
      const seats: MatchState["seats"] = event.side === "first" ? [event.seat, state.seats[1]] : [state.seats[0], event.seat];
      return { ...followed, state: { ...state, seats } };
    }
    case "started":
      return reach(followed, { ...state, status: "live", ply: event.ply }, event, now);
    case "moved":
      return reach(
        followed,
        {
          ...state,
          ply: event.ply + 1,
          moves: [...state.moves.slice(0, state.moves.length - (state.ply - event.ply)), event.move],
          notation: event.notation === undefined ? undefined : [...kept(state, event.ply), event.notation],
          offers: answeredByMove(state.offers, event.side),
        },
        event,
        now,
      );
    case "taken_back": {
      const moves = state.moves.slice(0, Math.max(0, state.moves.length - (state.ply - event.ply)));
      const thoughts = state.thoughts.filter((t) => t.ply < event.ply);
      return reach(followed, { ...state, ply: event.ply, moves, notation: state.notation && kept(state, event.ply), thoughts, offers: {} }, event, now);
    }
    case "thought":
      return { ...followed, state: { ...state, thoughts: [...state.thoughts, event] } };
    case "offered":
      return { ...followed, state: { ...state, offers: { ...state.offers, [event.what]: event.side } } };
    case "answered": {
      const answered = { ...state, offers: without(state.offers, event.what) };
      if (event.match) answered.rematch = event.match;
      return { ...followed, state: answered };
    }
    case "away":
      return {
        ...followed,
        state: { ...state, seats: presence(state.seats, event.side, true) },
        graceUntil: { ...followed.graceUntil, [event.side]: now + event.grace_ms },
      };
    case "back": {
      const graceUntil: Partial<BySide<number>> = { ...followed.graceUntil, [event.side]: undefined };
      return { ...followed, state: { ...state, seats: presence(state.seats, event.side, false) }, graceUntil };
    }
    case "ended": {
      const ended: MatchState = { ...state, status: "finished", verdict: event.verdict, offers: {} };
      delete ended.turn;
      delete ended.legal;
      delete ended.legal_notation;
      if (state.clocks) ended.clocks = { ...state.clocks, ...event.clocks, running: undefined };
      return { ...followed, state: ended, clocksAt: now, firstMoveUntil: undefined, graceUntil: {} };
    }
  }
}

/** Returns the human notation of the moves before a ply. */
const kept = ({ moves, notation = [], ply }: MatchState, before: number) => notation.slice(0, Math.max(0, moves.length - (ply - before)));

/** The fields of `started`, `moved` and `taken_back` that describe the new position: a diagram, or the changes of a grid. */
interface Position {
  turn?: Side;
  changed?: ChangedView;
  diagram?: Diagram;
  clocks?: ClocksLeft;
  legal?: string[];
  legal_notation?: string[];
}

/** Returns the diagram after a change of the grid. */
function drawn(diagram: Diagram, { cells, last, line, check }: ChangedView): Diagram {
  if (diagram.kind !== "grid") return diagram;
  const after = diagram.cells.slice();
  for (const [index, content] of cells) after[index] = content;
  return { ...diagram, cells: after, last, line, check };
}

/** Applies a new position: its board, turn, clocks and legal moves replace the old ones. Absent fields are cleared. */
function reach(followed: Followed, state: MatchState, position: Position, now: number): Followed {
  const { turn, legal, legal_notation, changed } = position;
  const diagram = changed ? drawn(state.diagram, changed) : (position.diagram ?? state.diagram);
  const clocks = position.clocks && state.clocks && { ...state.clocks, running: undefined, ...position.clocks };
  // Without a running clock, the side to move has the time for its first move from now on.
  const wait = turn && clocks && clocks.running === undefined ? clocks.first_move_ms : undefined;
  const frames = followed.frames.slice(0, state.ply);
  frames[state.ply] = diagram;
  const turns = followed.turns.slice(0, state.ply);
  turns[state.ply] = turn;
  const clocksAfter = followed.clocksAfter.slice(0, state.ply);
  clocksAfter[state.ply] = clocks;
  return {
    ...followed,
    state: { ...state, diagram, turn, legal, legal_notation, clocks: clocks ?? state.clocks },
    firstMoveUntil: wait === undefined ? undefined : now + wait,
    clocksAt: clocks ? now + (clocks.delay_ms ?? 0) : followed.clocksAt,
    frames,
    turns,
    clocksAfter,
  };
}

/** Removes the opponent's offers: a move declines them. */
function answeredByMove(offers: Offers, mover: Side): Offers {
  return Object.fromEntries(Object.entries(offers).filter(([, by]) => by === mover));
}

function without(offers: Offers, what: OfferKind): Offers {
  return Object.fromEntries(Object.entries(offers).filter(([matter]) => matter !== what));
}

function presence(seats: MatchState["seats"], side: Side, away: boolean): MatchState["seats"] {
  const change = (i: 0 | 1) => {
    const seat = seats[i];
    return seat.kind === "human" && SIDES[i] === side ? { ...seat, away } : seat;
  };
  return [change(0), change(1)];
}

/** Returns the last report for each ply. A move that was taken back is searched again. */
export function thoughtsByPly(thoughts: readonly ThoughtEvent[]): Map<number, ThoughtEvent> {
  return new Map(thoughts.map((t) => [t.ply, t]));
}
