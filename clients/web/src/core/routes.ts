// Parses and builds the addresses of pages. These functions are pure; the router listens. The server reads `paths.json`
// too, and answers 404 at any other address.

import { isSite } from "#server";
import { words } from "./pages.words";
import paths from "./paths.json";

export type Route =
  | { page: "play" }
  | { page: "match"; match: string }
  | { page: "matches" }
  | { page: "tournaments" }
  | { page: "compose" }
  | { page: "tournament"; tournament: string }
  | { page: "challenges" }
  | { page: "challenge"; challenge: string }
  | { page: "people" }
  | { page: "player"; player: string }
  | { page: "account" }
  | { page: "bots" }
  | { page: "build" }
  | { page: "modules" }
  | { page: "analyse" }
  | { page: "step" }
  | { page: "costs" }
  | { page: "solved" }
  | { page: "map" }
  | { page: "learn" }
  | { page: "daily" }
  /** The stepper without the rest of the page, for frames on other sites. */
  | { page: "embed" }
  | { page: "lessons" }
  | { page: "follow"; lecture: string }
  | { page: "operations" }
  /** `what` names the kind of a missing object. */
  | { page: "missing"; what?: string };

/** The views that the static site lacks, because only a server can fill them. */
const SERVED = ["matches", "tournaments", "compose", "tournament", "challenges", "challenge", "people", "player", "account", "modules", "follow", "operations"];

/** The ids of matches and tournaments. Anything else needs no request. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const parts = (path: string) => path.split("/").filter(Boolean);

export function parseRoute(path: string): Route {
  const given = parts(path);
  for (const [page, pattern] of Object.entries(paths)) {
    const wanted = parts(pattern);
    const leads = wanted.every((part, index) => part.startsWith("{") || part === given[index]);
    if (wanted.length !== given.length || !leads || (isSite && SERVED.includes(page))) continue;
    const ids: Record<string, string> = {};
    for (const [index, part] of wanted.entries()) {
      if (!part.startsWith("{")) continue;
      const [name, id] = [part.slice(1, -1), given[index] ?? ""];
      if (!UUID.test(id)) return { page: "missing", what: name };
      ids[name] = id.toLowerCase();
    }
    return { page, ...ids } as Route;
  }
  return { page: "missing" };
}

/** Returns the address of a match, or of its position after `ply` moves. */
export const matchPath = (match: string, ply?: number) => `/match/${encodeURIComponent(match)}${ply === undefined ? "" : `?ply=${ply}`}`;
export const playerPath = (player: string) => `/people/${encodeURIComponent(player)}`;
export const challengePath = (challenge: string) => `/challenges/${encodeURIComponent(challenge)}`;
/** Returns the address for challenging a player, or anyone. */
export const challengesPath = (opponent?: { id: string; name: string }) => (opponent ? `/challenges?${new URLSearchParams({ player: opponent.id, name: opponent.name })}` : "/challenges");
/** Returns the address of a list with changed parameters. It starts at the newest page unless one is given. */
export function listPath(path: string, asked: URLSearchParams, change: Record<string, string>): string {
  const kept = { ...Object.fromEntries(asked), ...("before" in change ? {} : { before: "" }), ...change };
  const search = new URLSearchParams(Object.entries(kept).filter(([, value]) => value !== ""));
  return search.size > 0 ? `${path}?${search}` : path;
}
export const tournamentPath = (tournament: string) => `/tournaments/${encodeURIComponent(tournament)}`;

/** Returns the address of the tournament composer: empty, from another tournament, or with an entrant. */
export const composePath = (from: { of?: string; entrant?: Record<string, unknown> } = {}): string => {
  const query = new URLSearchParams({ ...(from.of ? { of: from.of } : {}), ...(from.entrant ? { entrant: JSON.stringify(from.entrant) } : {}) });
  return `/tournaments/new${query.size > 0 ? `?${query}` : ""}`;
};

/** A position and its search, as encoded in addresses. */
export interface Question {
  game: string;
  options?: Record<string, unknown>;
  position?: string | undefined;
  moves?: readonly string[];
  /** The search switches by key. */
  search?: Record<string, unknown>;
  /** The bot whose search it is. */
  bot?: string | undefined;
  /** The settings of that bot that matter in a match, but not in this search. */
  without?: readonly string[];
}

function written({ game, options = {}, position, moves = [], search = {}, bot, without = [] }: Question): URLSearchParams {
  const query = new URLSearchParams({ game });
  if (Object.keys(options).length > 0) query.set("options", JSON.stringify(options));
  if (position) query.set("position", position);
  if (moves.length > 0) query.set("moves", moves.join(" "));
  if (Object.keys(search).length > 0) query.set("search", JSON.stringify(search));
  if (bot) query.set("bot", bot);
  if (bot && without.length > 0) query.set("without", without.join(" "));
  return query;
}

/** Returns the address of an analysis. It contains the full state, so that it can be shared. */
export const analysePath = (question: Question): string => `/analyse?${written(question)}`;

/** Returns the address that prepares a match from a position. */
export const playPath = ({ search: _, bot: __, ...question }: Question): string => `/?${written(question)}`;

/** Returns the address of the bot builder with a configuration. */
export const buildPath = (config: Record<string, unknown>): string => `/bots/build${Object.keys(config).length > 0 ? `?${new URLSearchParams({ bot: JSON.stringify(config) })}` : ""}`;

/** Returns the bot configuration in an address. */
export const configIn = (query: URLSearchParams, key = "bot"): Record<string, unknown> => objectIn(query.get(key));

/** The settings of a bot that say nothing about the steps of its search, or that would make them differ each time. */
const NOT_STEPPED = ["name", "about", "game", "random_move", "book", "book_digest", "seed", "ties", "threads", "time_ms"];

/** Returns the search switches of a bot's configuration. Engines and bots that only play at random have none. */
export const searchOf = (spec: Record<string, unknown>): Record<string, unknown> =>
  typeof spec.pruning !== "string" || spec.random_move === 1 ? {} : Object.fromEntries(Object.entries(spec).filter(([key]) => !NOT_STEPPED.includes(key)));

/** Returns the settings of a bot that make its search in a match differ from the same search in the stepper. */
export const missedBy = (spec: Record<string, unknown>, firstMove: boolean): string[] => [
  ...(spec.book ? ["book"] : []),
  ...(Number(spec.random_move ?? 0) > 0 ? ["random_move"] : []),
  ...(Number(spec.table_mb ?? 0) > 0 && !firstMove ? ["table_mb"] : []),
  ...(Number(spec.threads ?? 1) > 1 ? ["threads"] : []),
  ...(Number(spec.time_ms ?? 0) > 0 ? ["time_ms"] : []),
];

/** Returns the address of a step of a search. */
export function stepPath(question: Question, at = 0): string {
  const query = written(question);
  if (at > 0) query.set("at", String(at));
  return `/step?${query}`;
}

/** Returns the address of a step for a frame on another site. */
export const embedPath = (question: Question, at = 0): string => `/embed${stepPath(question, at)}`;

/** Returns the address of the cost comparison for a position or a generated tree. */
export function costsPath(question: Question | undefined, search: Record<string, unknown> = {}): string {
  const query = question ? written({ ...question, search, bot: undefined }) : new URLSearchParams(Object.keys(search).length > 0 ? { search: JSON.stringify(search) } : {});
  return `/costs${query.size > 0 ? `?${query}` : ""}`;
}

/** Returns the address of a solved game. `open` lists the open nodes of its tree, as the moves that lead to them. */
export function solvedPath(question: Question, open: readonly string[] = []): string {
  const query = written(question);
  if (open.length > 0) query.set("open", open.join(";"));
  return `/solved?${query}`;
}

/** Returns the address of a game's map, with a chosen position. */
export const mapPath = (question: Question): string => `/solved/map?${written(question)}`;

/** Returns the address of a lesson. */
export const lessonPath = (lesson: string): string => `/lessons?${new URLSearchParams({ lesson })}`;

/** Splits a typed line into its moves, without the move numbers among them. The server reads "2.Nf3", too. */
export const movesIn = (line: string): string[] => line.split(/[\s,]+/).filter((word) => !/^(\d+[.…)]+)?$/.test(word));

/** Parses the question in an address. Ignores invalid parts. */
export function questionOf(query: URLSearchParams): Required<Question> & { position: string; moves: string[]; bot: string; without: string[]; at: number; open: string[] } {
  return {
    game: query.get("game") ?? "",
    options: objectIn(query.get("options")),
    position: query.get("position") ?? "",
    moves: movesIn(query.get("moves") ?? ""),
    search: objectIn(query.get("search")),
    bot: query.get("bot") ?? "",
    without: (query.get("without") ?? "").split(" ").filter(Boolean),
    open: (query.get("open") ?? "").split(";").filter(Boolean).slice(0, 500),
    at: Math.max(0, Math.trunc(Number(query.get("at"))) || 0),
  };
}

function objectIn(text: string | null): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(text ?? "{}");
    return typeof read === "object" && read !== null && !Array.isArray(read) ? (read as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The views of bots. `build` is the address of the builder, with what it shows. */
export function botViews(build = "/bots/build"): { path: string; title: string }[] {
  const { short } = words;
  return [
    { title: short.bots, path: "/bots" },
    { title: short.build, path: build },
    { title: short.modules, path: "/bots/modules" },
  ].filter(({ path }) => parseRoute(path.replace(/\?.*/, "")).page !== "missing");
}

/** The views of players, matches and rankings. */
export function peopleViews(): { path: string; title: string }[] {
  const { short } = words;
  return [
    { title: short.matches, path: "/matches" },
    { title: short.challenges, path: "/challenges" },
    { title: short.people, path: "/people" },
    { title: short.account, path: "/account" },
  ];
}

/** The views that examine a search, with the same question. */
export function understandViews(question: Question | undefined): { path: string; title: string }[] {
  const { short } = words;
  return [
    { title: short.analyse, path: question ? analysePath({ ...question, search: {}, bot: undefined }) : "/analyse" },
    { title: short.step, path: question ? stepPath(question) : "/step" },
    { title: short.costs, path: costsPath(question) },
    { title: short.solved, path: "/solved" },
    { title: short.lessons, path: "/lessons" },
    { title: short.daily, path: "/daily" },
  ];
}
