// `reduce(state, input)` is the only function that changes the client's state. It is pure: the input includes the time.

import type { ChallengeView, EventsView, FromServer, MatchState, MatchSummary, PairRequest } from "../wire";
import type { SnapshotMessage, ThinkingMessage } from "./types";
import { applyEvent } from "./fold";
import type { LinkStatus } from "./link";
import { SIDES, shownName, type Followed, type State } from "./state";
import { words as matchWords } from "./players.words";
import { words } from "./told.words";

export type Input =
  | { kind: "message"; message: FromServer; now: number }
  | { kind: "link"; status: LinkStatus }
  | { kind: "history"; summary: MatchSummary; history: EventsView; now: number }
  | { kind: "forget"; match: string }
  /** The lobby subscription has ended, so the list is out of date. */
  | { kind: "left-lobby" }
  /** The visible small boards have changed. */
  | { kind: "boards"; matches: readonly string[] }
  /** This connection took a seat. */
  | { kind: "playing"; match: string }
  /** The current pairing requests. */
  | { kind: "waiting"; wishes: readonly PairRequest[] }
  /** The reader has seen a tournament's call. */
  | { kind: "heard"; tournament: string }
  /** The reader has seen the answer to a challenge. */
  | { kind: "read"; challenge: string }
  | { kind: "toast"; text: string; bad: boolean }
  | { kind: "dismiss"; toast: number };

export function reduce(state: State, input: Input): State {
  switch (input.kind) {
    case "message":
      return receive(state, input.message, input.now);
    case "link":
      // Each connection subscribes to all topics again.
      return { ...state, link: input.status, wasOpen: state.wasOpen || input.status === "open", lobby: { ...state.lobby, stale: true } };
    case "left-lobby":
      return { ...state, lobby: { ...state.lobby, stale: true } };
    case "history":
      return withMatch(state, fromHistory(input, state.matches[input.summary.match]));
    case "forget":
      // The lobby list may be older than the end of the match.
      if (state.matches[input.match]?.state.status === "finished") state = { ...state, lobby: { ...state.lobby, matches: without(state.lobby.matches, input.match) } };
      return { ...state, matches: without(state.matches, input.match), playing: without(state.playing, input.match), thinking: without(state.thinking, input.match) };
    case "boards":
      return { ...state, boards: kept(state.boards, input.matches) };
    case "playing":
      return { ...state, playing: { ...state.playing, [input.match]: true } };
    case "waiting":
      return { ...state, waiting: input.wishes };
    case "heard":
      return { ...state, calls: without(state.calls, input.tournament) };
    case "read":
      return { ...state, challenges: without(state.challenges, input.challenge) };
    case "toast":
      return toast(state, input.text, input.bad);
    case "dismiss":
      return { ...state, toasts: state.toasts.filter((t) => t.id !== input.toast) };
  }
}

function receive(state: State, message: FromServer, now: number): State {
  switch (message.type) {
    case "welcome":
      return { ...state, player: message.class ? { ...message.player, class: message.class } : message.player };
    case "snapshot":
      return withMatch(state, fromSnapshot(message, now, state.matches[message.match]));
    case "event": {
      const followed = state.matches[message.match];
      if (!followed || followed.gap || message.seq <= followed.seq) return state;
      if (message.seq > followed.seq + 1) return withMatch(state, { ...followed, gap: true });
      const next = applyEvent(followed, message.seq, message.event, now);
      // The server withholds the bots' lines until a rated match is over. A snapshot then has them.
      const gap = message.event.kind === "ended" && next.state.thoughts.some(isWithheld);
      return withMatch(state, { ...next, gap });
    }
    case "superseded":
      return { ...state, playing: { ...state.playing, [message.match]: false } };
    case "lobby": {
      // The first message after a subscription has the whole list and replaces the old one.
      const known = state.lobby.stale ? { matches: {}, more: 0 } : state.lobby;
      let matches: State["lobby"]["matches"] = { ...known.matches };
      for (const summary of message.matches) matches[summary.match] = summary;
      for (const match of message.gone) matches = without(matches, match);
      return { ...state, lobby: { ready: true, matches, more: message.more ?? Math.max(0, known.more - late(known.matches, message.matches)), stale: false } };
    }
    case "tournament":
      return { ...state, tournaments: { ...state.tournaments, [message.tournament]: message } };
    case "thinking":
      return { ...state, thinking: { ...state.thinking, [message.match]: deepened(state.thinking[message.match] ?? [], message) } };
    case "error":
      // The caller of a request shows its error.
      return message.re === undefined ? toast(state, words.error(message), true) : state;
    case "board":
      return { ...state, boards: { ...state.boards, [message.match]: message } };
    case "challenges":
      return { ...state, challenges: { ...answered(state.challenges), ...byId(message.challenges) } };
    case "challenge":
      return { ...state, challenges: { ...state.challenges, ...byId([message.challenge]) } };
    case "paired": {
      const { match, tournament } = message;
      return tournament ? { ...state, calls: { ...state.calls, [tournament]: { tournament, match } } } : { ...state, waiting: [] };
    }
    case "called": {
      const { tournament, round, opponent, within_ms } = message;
      return { ...state, calls: { ...state.calls, [tournament]: { tournament, round, opponent, until: now + within_ms } } };
    }
    case "said":
      return toast(state, matchWords.saidBy(shownName(message.name), message.phrase ? matchWords.phrases[message.phrase] : message.text), false);
    case "announcement":
      return { ...state, announcement: message.text };
    case "lecture":
      return { ...state, lecture: message };
    case "bye":
    case "ok":
    case "created":
    case "pong":
      return state;
  }
}

/** Counts the matches that come to a list late: they are not newer than it, so that the number of the others has them. */
function late(known: State["lobby"]["matches"], matches: readonly MatchSummary[]): number {
  const created = Object.values(known).map(({ created_ms }) => created_ms);
  const newest = created.length > 0 ? Math.max(...created) : Infinity;
  return matches.filter((one) => !known[one.match] && one.created_ms < newest).length;
}

/** A search always has a line, unless it is withheld. */
const isWithheld = ({ from, line }: MatchState["thoughts"][number]): boolean => from === "search" && line.length === 0;

/** The number of results of one search to keep. */
const DEPTHS = 32;

/** Adds a result to those of the same search. A search of another position replaces them. */
function deepened(known: readonly ThinkingMessage[], message: ThinkingMessage): ThinkingMessage[] {
  const { ply, side, depth } = message.thought;
  const before = known.filter(({ thought }) => thought.ply === ply && thought.side === side && thought.depth < depth);
  return [...before, message].slice(-DEPTHS);
}

const byId = (challenges: readonly ChallengeView[]) => Object.fromEntries(challenges.map((challenge) => [challenge.challenge, challenge]));

/** The message lists all pending challenges again, but not the outcome of others. */
const answered = (known: State["challenges"]) => byId(Object.values(known).filter(({ state }) => state !== "standing"));

function fromSnapshot(message: SnapshotMessage, now: number, before: Followed | undefined): Followed {
  const { state } = message;
  // Boards and clocks from before the snapshot stay valid only while the moves agree.
  const valid = before && agrees(before, state.moves) ? before : undefined;
  const frames = valid?.frames.slice(0, state.ply) ?? [];
  frames[state.ply] = state.diagram;
  const turns = valid?.turns.slice(0, state.ply) ?? [];
  turns[state.ply] = state.turn;
  return {
    match: message.match,
    seq: message.seq,
    state,
    clocksAt: now,
    firstMoveUntil: state.clocks?.first_move_left_ms === undefined ? undefined : now + state.clocks.first_move_left_ms,
    gap: false,
    frames,
    turns,
    clocksAfter: valid?.clocksAfter.slice(0, state.ply + 1) ?? [],
    graceUntil: graceUntil(state.seats, now),
    heard: before?.heard ?? [],
  };
}

function graceUntil(seats: MatchState["seats"], now: number): Followed["graceUntil"] {
  const until: Followed["graceUntil"] = {};
  seats.forEach((seat, i) => {
    if (seat.kind === "human" && seat.grace_ms !== undefined) until[SIDES[i as 0 | 1]] = now + seat.grace_ms;
  });
  return until;
}

function agrees(before: Followed, moves: string[]): boolean {
  return before.state.moves.every((move, i) => i >= moves.length || moves[i] === move);
}

/**
 * Folds the stored events of a match. A followed match keeps its state and takes only the missing boards and clocks.
 */
function fromHistory(input: Input & { kind: "history" }, known: Followed | undefined): Followed {
  const { summary, history, now } = input;
  const { position, moves: opening = [] } = history.start;
  let followed: Followed = {
    match: summary.match,
    seq: 0,
    state: {
      game: summary.game,
      options: summary.options,
      seats: summary.seats,
      status: summary.status,
      start: { ...(position === undefined ? {} : { position }), ...(opening.length > 0 ? { moves: opening } : {}) },
      ply: opening.length,
      turn: history.start.turn,
      moves: opening,
      notation: history.start.notation,
      diagram: history.start.diagram,
      clocks: summary.clock && { ...summary.clock, first: summary.clock.initial_ms, second: summary.clock.initial_ms },
      offers: {},
      thoughts: [],
    },
    clocksAt: now,
    gap: false,
    frames: [],
    turns: [],
    clocksAfter: [],
    graceUntil: {},
    heard: [],
  };
  followed.frames[history.start.ply] = history.start.diagram;
  followed.turns[history.start.ply] = history.start.turn;
  for (const { seq, event } of history.events) followed = applyEvent(followed, seq, event, now);
  if (!known) {
    const state = { ...followed.state, status: summary.status };
    if (summary.verdict) state.verdict = summary.verdict;
    return { ...followed, state, heard: [], polled: true };
  }
  const until = known.state.ply;
  return { ...known, frames: filled(known.frames, followed.frames, until), turns: filled(known.turns, followed.turns, until), clocksAfter: filled(known.clocksAfter, followed.clocksAfter, until) };
}

/** Fills gaps in a per-ply list from another list, up to a ply. */
function filled<T>(known: readonly (T | undefined)[], others: readonly (T | undefined)[], until: number): (T | undefined)[] {
  const all = known.slice();
  others.forEach((one, ply) => {
    if (ply <= until) all[ply] ??= one;
  });
  return all;
}

/**
 * The number of boards out of view that are kept. A reader who scrolls back sees the old board at once and an update
 * within a second.
 */
const MOST_KEPT = 100;

function kept(boards: State["boards"], inView: readonly string[]): State["boards"] {
  const known = Object.entries(boards);
  const seen = new Set(inView);
  let spare = known.filter(([match]) => !seen.has(match)).length - MOST_KEPT;
  return spare <= 0 ? boards : Object.fromEntries(known.filter(([match]) => seen.has(match) || --spare < 0));
}

function withMatch(state: State, followed: Followed): State {
  return { ...state, matches: { ...state.matches, [followed.match]: followed } };
}

function without<T>(map: Record<string, T>, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(map).filter(([k]) => k !== key));
}

/** Adds a toast. A repeated text is shown only once, and at most three toasts are shown. */
function toast(state: State, text: string, bad: boolean): State {
  if (state.toasts.some((t) => t.text === text)) return state;
  const toasts = [...state.toasts, { id: state.nextToast, text, bad }].slice(-3);
  return { ...state, toasts, nextToast: state.nextToast + 1 };
}
