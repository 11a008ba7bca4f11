import { describe, expect, test } from "vitest";
import type { EventView, FromServer } from "../wire";
import { change, fromServer, grid, MATCH } from "../wire.samples";
import { reduce } from "./reduce";
import { firstPly, initialState, type State } from "./state";

const after = (messages: FromServer[], state: State = initialState(), now = 1000) =>
  messages.reduce((s, message) => reduce(s, { kind: "message", message, now }), state);
const sample = (name: string): FromServer => {
  const message = fromServer[name];
  if (!message) throw new Error(`no sample ${name}`);
  return message;
};
const event = (seq: number, event: EventView): FromServer => ({ type: "event", match: MATCH, seq, event });
const matchOf = (state: State) => {
  const followed = state.matches[MATCH];
  if (!followed) throw new Error("the match is not followed");
  return followed;
};
/** A live match at event 4, after b2 and a3, with a draw offered by the second side. */
const live = () => after([sample("snapshot-live")]);
const moved = (ply: number, move: string): EventView & { kind: "moved" } => ({ kind: "moved", ply, side: ply % 2 === 0 ? "first" : "second", move, turn: ply % 2 === 0 ? "second" : "first", changed: change(ply, move) });
const move = (seq: number, ply: number, text: string): FromServer => event(seq, moved(ply, text));

describe("events", () => {
  test("a move updates the moves, the board and the turn, and clears outdated fields", () => {
    const { seq, state, frames } = matchOf(after([move(5, 2, "c3")], live()));
    expect(seq).toBe(5);
    expect(state.moves).toEqual(["b2", "a3", "c3"]);
    expect(state.ply).toBe(3);
    expect(state.turn).toBe("second");
    expect(state.legal).toBeUndefined();
    expect(state.offers).toEqual({});
    expect(frames[3]).toEqual(grid(["b2", "a3", "c3"]));
    expect(frames[2]).toEqual(grid(["b2", "a3"]));
  });

  test("an event is never applied twice", () => {
    const once = after([move(5, 2, "c3")], live());
    expect(after([move(5, 2, "c3")], once)).toBe(once);
    expect(after([event(1, { kind: "back", side: "first" })], once)).toBe(once);
  });

  test("a jump in seq is a gap: nothing more is applied until a snapshot arrives", () => {
    const jumped = after([move(6, 2, "c3")], live());
    expect(matchOf(jumped).gap).toBe(true);
    expect(matchOf(jumped).state.moves).toEqual(["b2", "a3"]);
    expect(after([move(5, 2, "c3")], jumped)).toBe(jumped);
    const healed = matchOf(after([sample("snapshot-live")], jumped));
    expect(healed.gap).toBe(false);
    expect(healed.seq).toBe(4);
  });

  test("the end of a match with withheld lines requests a snapshot", () => {
    const ended = event(6, { kind: "ended", verdict: { outcome: "second", by: "timeout" } });
    const thought = (line: string[]) => event(5, { kind: "thought", ply: 2, side: "first", depth: 3, nodes: 9, line, ms: 1, from: "search" });
    const gap = (line: string[]) => [[thought(line)], [thought(line), ended]].map((messages) => matchOf(after(messages, live())).gap);
    expect(gap([])).toEqual([false, true]);
    expect(gap(["c3"])).toEqual([false, false]);
  });

  test("events of a match that is not followed change nothing", () => {
    const empty = initialState();
    expect(after([sample("event-moved")], empty)).toBe(empty);
  });

  test("a takeback drops moves, boards and thoughts from that ply on", () => {
    const back = event(5, { kind: "taken_back", ply: 1, side: "first", turn: "second", diagram: grid(["b2"]) });
    const { state, frames } = matchOf(after([back], live()));
    expect(state.moves).toEqual(["b2"]);
    expect(state.ply).toBe(1);
    expect(state.thoughts).toEqual([]);
    expect(frames.length).toBe(2);
    expect(frames[1]).toEqual(grid(["b2"]));
  });

  test("the human notation is kept beside the moves and is taken back with them", () => {
    const back = (seq: number, ply: number): FromServer => event(seq, { kind: "taken_back", ply, side: "first", turn: "first", diagram: grid([]) });
    const written = (seq: number, ply: number, text: string, notation: string): FromServer => event(seq, { kind: "moved", ply, side: "first", move: text, notation, changed: { cells: [], last: [] }, legal: ["e7e5"], legal_notation: ["e5"] });
    const played = after([back(5, 0), written(6, 0, "g1f3", "Nf3"), written(7, 1, "g8f6", "Nf6")], live());
    expect(matchOf(played).state).toMatchObject({ moves: ["g1f3", "g8f6"], notation: ["Nf3", "Nf6"], legal_notation: ["e5"] });
    expect(matchOf(after([back(8, 1)], played)).state).toMatchObject({ moves: ["g1f3"], notation: ["Nf3"], legal_notation: undefined });
  });

  test("offers are kept until they are answered, and a rematch names its match", () => {
    const offered = after([event(5, { kind: "offered", side: "first", what: "takeback" })], live());
    expect(matchOf(offered).state.offers).toEqual({ draw: "second", takeback: "first" });
    const answered = after([event(6, { kind: "answered", side: "second", what: "takeback", accept: false })], offered);
    expect(matchOf(answered).state.offers).toEqual({ draw: "second" });
    const rematch = after([event(7, { kind: "answered", side: "second", what: "rematch", accept: true, match: "next" })], answered);
    expect(matchOf(rematch).state.rematch).toBe("next");
  });

  test("the grace time counts from the receipt of the away event, and a return ends it", () => {
    const away = after([event(5, { kind: "away", side: "first", grace_ms: 30_000 })], live(), 2000);
    expect(matchOf(away).graceUntil.first).toBe(32_000);
    expect(matchOf(away).state.seats[0]).toMatchObject({ away: true });
    const back = matchOf(after([event(6, { kind: "back", side: "first" })], away));
    expect(back.graceUntil.first).toBeUndefined();
    expect(back.state.seats[0]).toMatchObject({ away: false });
  });

  test("a snapshot has the rest of the grace time of a player who is away", () => {
    expect(matchOf(after([sample("snapshot-away")], initialState(), 2000)).graceUntil).toEqual({ second: 47_000 });
  });

  test("a move on a board that is no grid brings the whole board", () => {
    const { state, frames } = matchOf(after([sample("snapshot-tree"), { ...sample("event-moved-tree"), seq: 3 } as FromServer]));
    expect(state.diagram).toMatchObject({ kind: "tree", path: [0] });
    expect(frames[1]).toBe(state.diagram);
  });

  test("the end stops clocks, turn and legal moves", () => {
    const { state } = matchOf(after([event(5, { kind: "ended", verdict: { outcome: "second", by: "timeout" } })], live()));
    expect(state.status).toBe("finished");
    expect(state.verdict).toEqual({ outcome: "second", by: "timeout" });
    expect(state.turn).toBeUndefined();
    expect(state.legal).toBeUndefined();
    expect(state.clocks?.running).toBeUndefined();
    expect(state.clocks?.first).toBe(178_000);
  });

  test("clocks are read from the moment of their receipt", () => {
    expect(matchOf(after([sample("snapshot-live")], initialState(), 4321)).clocksAt).toBe(4321);
  });

  test("a taken seat replaces the open one", () => {
    const seated = matchOf(after([sample("snapshot-open"), sample("event-seated")]));
    expect(seated.state.seats[1]).toMatchObject({ kind: "human", name: "Bob" });
  });
});

describe("history", () => {
  const history = {
    match: MATCH,
    start: { ply: 0, turn: "first" as const, diagram: grid([]) },
    events: [
      { seq: 1, event: { kind: "started" as const, ply: 0, turn: "first" as const, diagram: grid([]) } },
      { seq: 2, event: moved(0, "b2") },
      { seq: 3, event: moved(1, "a3") },
    ],
  };
  const lobby = sample("lobby");
  const summary = lobby.type === "lobby" ? lobby.matches[0] : undefined;

  test("small boards are kept when others come into view, up to a maximum", () => {
    const told = (match: string): FromServer => ({ type: "board", match, ply: 1, diagram: grid([]) }) as FromServer;
    const ids = Array.from({ length: 150 }, (_, i) => `m${i}`);
    const known = Object.keys(reduce(after(ids.map(told)), { kind: "boards", matches: ["m3", "m149"] }).boards);
    expect(known).toHaveLength(102);
    expect(known.slice(0, 2)).toEqual(["m3", "m49"]);
    expect(known.at(-1)).toBe("m149");
  });
  test("fills in the boards of a followed match without changing its state", () => {
    if (!summary) throw new Error("the lobby's sample has no match");
    const before = live();
    const { frames, turns, state, seq } = matchOf(reduce(before, { kind: "history", summary, history, now: 5 }));
    expect(frames).toEqual([grid([]), grid(["b2"]), grid(["b2", "a3"])]);
    expect(turns).toEqual(["first", "second", "first"]);
    expect(state).toBe(matchOf(before).state);
    expect(seq).toBe(4);
  });

  test("gives the clocks after each move, except for a turn joined midway and for moves taken back", () => {
    if (!summary) throw new Error("the lobby's sample has no match");
    const clocks = (first: number, second: number) => ({ first, second });
    const clocked = { ...summary, clock: { initial_ms: 180_000, increment_ms: 2000 } };
    const timed = { ...history, events: history.events.map(({ seq, event }) => ({ seq, event: { ...event, clocks: clocks(180_000 - seq, 180_000) } })) };
    const joined = after([event(5, { ...moved(2, "c3"), clocks: clocks(100, 200) })], live());
    expect(matchOf(joined).state.clocks).toEqual({ initial_ms: 180_000, increment_ms: 2000, first: 100, second: 200 });
    expect(matchOf(joined).clocksAfter.map((one) => one?.first)).toEqual([undefined, undefined, undefined, 100]);
    const filled = reduce(joined, { kind: "history", summary: clocked, history: timed, now: 5 });
    expect(matchOf(filled).clocksAfter.map((one) => one?.first)).toEqual([179_999, 179_998, 179_997, 100]);
    const back = event(6, { kind: "taken_back", ply: 1, side: "first", turn: "second", diagram: grid(["b2"]), clocks: clocks(90, 80) });
    expect(matchOf(after([back], filled)).clocksAfter.map((one) => one?.first)).toEqual([179_999, 90]);
  });

  test("creates a match that is only stored", () => {
    if (!summary) throw new Error("the lobby's sample has no match");
    const stored = { ...summary, status: "finished" as const, verdict: { outcome: "draw" as const, by: "agreement" as const } };
    const { state, frames } = matchOf(reduce(initialState(), { kind: "history", summary: stored, history, now: 5 }));
    expect(state.moves).toEqual(["b2", "a3"]);
    expect(state.status).toBe("finished");
    expect(state.verdict?.by).toBe("agreement");
    expect(frames.length).toBe(3);
  });

  test("counts the moves of an opening, which are not events", () => {
    if (!summary) throw new Error("the lobby's sample has no match");
    const short = {
      match: MATCH,
      start: { moves: ["b2", "a3"], ply: 2, turn: "first" as const, diagram: grid(["b2", "a3"]) },
      events: [
        { seq: 1, event: { kind: "started" as const, ply: 2, turn: "first" as const, diagram: grid(["b2", "a3"]) } },
        { seq: 2, event: moved(2, "c3") },
      ],
    };
    const { state } = matchOf(reduce(initialState(), { kind: "history", summary, history: short, now: 5 }));
    expect(state.moves).toEqual(["b2", "a3", "c3"]);
    expect(state.ply).toBe(3);
    expect(firstPly(state)).toBe(2);
  });
});

describe("other messages", () => {
  test("every server message is handled", () => {
    for (const message of Object.values(fromServer)) expect(() => after([message])).not.toThrow();
  });

  test("a seat is played here until another connection takes it", () => {
    const playing = reduce(live(), { kind: "playing", match: MATCH });
    expect(playing.playing).toEqual({ [MATCH]: true });
    expect(after([sample("superseded")], playing).playing).toEqual({ [MATCH]: false });
    expect(reduce(playing, { kind: "forget", match: MATCH }).playing).toEqual({});
  });

  test("the lobby applies upserts and removals", () => {
    const shown = after([sample("lobby")]);
    expect(Object.keys(shown.lobby.matches)).toEqual([MATCH]);
    expect(after([{ type: "lobby", matches: [], gone: [MATCH] }], shown).lobby.matches).toEqual({});
  });

  test("a match that comes to the lobby late is no longer one of the others", () => {
    const lobby = sample("lobby");
    const summary = lobby.type === "lobby" ? lobby.matches[0] : undefined;
    if (!summary) throw new Error("the lobby's sample has no match");
    const one = (match: string, created_ms: number) => ({ ...summary, match, created_ms });
    const told = (...matches: (typeof summary)[]): FromServer => ({ type: "lobby", matches, gone: [] });
    const first = after([{ ...told(one("b", 20)), more: 2 } as FromServer]);
    expect([told(one("a", 10)), told(one("b", 20)), told(one("c", 30))].map((message) => after([message], first).lobby.more)).toEqual([1, 2, 2]);
    // Before the list arrives, every match is older than it.
    expect(after([{ ...told(), more: 1 } as FromServer, told(one("a", 10))]).lobby.more).toBe(0);
  });

  test("each subscription starts a new lobby list, and the old one stays visible until then", () => {
    for (const anew of [{ kind: "left-lobby" }, { kind: "link", status: "open" }] as const) {
      const shown = reduce(after([sample("lobby")]), anew);
      expect(Object.keys(shown.lobby.matches)).toEqual([MATCH]);
      expect(after([{ type: "lobby", matches: [], gone: [] }], shown).lobby.matches).toEqual({});
    }
  });

  test("a match that was seen to end is not in the lobby, even if an older lobby message listed it", () => {
    const followed = after([sample("snapshot-live"), sample("lobby")]);
    const live = reduce(followed, { kind: "forget", match: MATCH });
    expect(Object.keys(live.lobby.matches)).toEqual([MATCH]);
    const known = followed.matches[MATCH];
    if (!known) throw new Error("no match");
    const over = { ...followed, matches: { [MATCH]: { ...known, state: { ...known.state, status: "finished" as const } } } };
    expect(reduce(over, { kind: "forget", match: MATCH }).lobby.matches).toEqual({});
  });

  test("an error that is not an answer becomes a single toast", () => {
    const state = after([sample("error-alone"), sample("error-alone"), sample("error")]);
    expect(state.toasts).toMatchObject([{ text: "This is not JSON.", bad: true }]);
    expect(after([sample("said")]).toasts).toMatchObject([{ text: "Bob: Good luck", bad: false }]);
    expect(after([{ ...sample("said-phrase"), text: "in no language" } as FromServer]).toasts).toMatchObject([{ text: "Bob: Good game", bad: false }]);
    expect(reduce(state, { kind: "dismiss", toast: state.toasts[0]?.id ?? 0 }).toasts).toEqual([]);
  });
});

describe("a bot that thinks", () => {
  const thinking = (ply: number, depth: number): FromServer => {
    const message = sample("thinking");
    if (message.type !== "thinking") throw new Error("the sample has another type");
    return { ...message, thought: { ...message.thought, ply, depth } };
  };
  const depths = (state: State) => state.thinking[MATCH]?.map(({ thought }) => thought.depth);

  test("the results of one search are kept by depth, and another search replaces them", () => {
    const grown = after([thinking(1, 1), thinking(1, 3), thinking(1, 3), thinking(1, 4)]);
    expect(depths(grown)).toEqual([1, 3, 4]);
    expect(depths(after([thinking(3, 1)], grown))).toEqual([1]);
    // The position before a takeback is searched again.
    expect(depths(after([thinking(1, 2)], grown))).toEqual([1, 2]);
  });

  test("a long search keeps a bounded number of results, and a forgotten match none", () => {
    const long = after(Array.from({ length: 100 }, (_, depth) => thinking(1, depth)));
    expect(depths(long)).toHaveLength(32);
    expect(depths(reduce(long, { kind: "forget", match: MATCH }))).toBeUndefined();
  });
});

describe("the time for the first move", () => {
  const unbegun = () => after([sample("snapshot-first-move")]);
  const clocks = { first: 180_000, second: 180_000 };

  test("a snapshot has what is left of it, and each first turn begins with all of it", () => {
    expect(matchOf(unbegun()).firstMoveUntil).toBe(1000 + 42_500);
    const second = after([event(2, { ...moved(0, "b2"), clocks })], unbegun(), 5000);
    expect(matchOf(second).firstMoveUntil).toBe(5000 + 60_000);
    const running = after([event(3, { ...moved(1, "a3"), clocks: { ...clocks, running: "first" } })], second, 9000);
    expect(matchOf(running).firstMoveUntil).toBeUndefined();
    const back = after([event(4, { kind: "taken_back", ply: 0, side: "first", turn: "first", diagram: grid([]), clocks })], running, 10_000);
    expect(matchOf(back).firstMoveUntil).toBe(10_000 + 60_000);
  });

  test("it ends with the match, and a match without a clock has none", () => {
    expect(matchOf(after([event(2, { kind: "ended", verdict: { outcome: null, by: "aborted" } })], unbegun())).firstMoveUntil).toBeUndefined();
    expect(matchOf(after([move(5, 2, "c3")], live())).firstMoveUntil).toBeUndefined();
  });
});
