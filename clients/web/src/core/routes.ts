// Parses and builds addresses of pages; pure. `paths.json` lists them for the server too, which answers 404 for
// others.

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
  | { page: "analyse" }
  | { page: "step" }
  | { page: "costs" }
  | { page: "solved" }
  | { page: "lessons" }
  | { page: "operations" }
  /** A page for a known kind of thing with an unknown name. */
  | { page: "missing"; what?: string };

/** The form of ids of matches and tournaments; others are not requested. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const parts = (path: string) => path.split("/").filter(Boolean);

export function parseRoute(path: string): Route {
  const given = parts(path);
  for (const [page, pattern] of Object.entries(paths)) {
    const wanted = parts(pattern);
    const leads = wanted.every((part, index) => part.startsWith("{") || part === given[index]);
    if (wanted.length !== given.length || !leads) continue;
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

export const matchPath = (match: string) => `/match/${encodeURIComponent(match)}`;
export const playerPath = (player: string) => `/people/${encodeURIComponent(player)}`;
export const challengePath = (challenge: string) => `/challenges/${encodeURIComponent(challenge)}`;
/** The address of a challenge to a player, or to anyone. */
export const challengesPath = (opponent?: { id: string; name: string }) => (opponent ? `/challenges?${new URLSearchParams({ player: opponent.id, name: opponent.name })}` : "/challenges");
/** A list's address with changed filters, at its newest page unless a page is given. */
export function listPath(path: string, asked: URLSearchParams, change: Record<string, string>): string {
  const kept = { ...Object.fromEntries(asked), ...("before" in change ? {} : { before: "" }), ...change };
  const search = new URLSearchParams(Object.entries(kept).filter(([, value]) => value !== ""));
  return search.size > 0 ? `${path}?${search}` : path;
}
export const tournamentPath = (tournament: string) => `/tournaments/${encodeURIComponent(tournament)}`;

/** The composer's address: empty, with a copied tournament, or with an entrant. */
export const composePath = (from: { of?: string; entrant?: Record<string, unknown> } = {}): string => {
  const query = new URLSearchParams({ ...(from.of ? { of: from.of } : {}), ...(from.entrant ? { entrant: JSON.stringify(from.entrant) } : {}) });
  return `/tournaments/new${query.size > 0 ? `?${query}` : ""}`;
};

/** A position and a search, as in addresses. */
export interface Question {
  game: string;
  options?: Record<string, unknown>;
  position?: string | undefined;
  moves?: readonly string[];
  /** Switches of the search by key. */
  search?: Record<string, unknown>;
}

function written({ game, options = {}, position, moves = [], search = {} }: Question): URLSearchParams {
  const query = new URLSearchParams({ game });
  if (Object.keys(options).length > 0) query.set("options", JSON.stringify(options));
  if (position) query.set("position", position);
  if (moves.length > 0) query.set("moves", moves.join(" "));
  if (Object.keys(search).length > 0) query.set("search", JSON.stringify(search));
  return query;
}

/** The address of an analysis, which contains its state. */
export const analysePath = (question: Question): string => `/analyse?${written(question)}`;

/** The address of a new match from a position. */
export const playPath = ({ search: _, ...question }: Question): string => `/?${written(question)}`;

/** The address of a bot in the builder. */
export const buildPath = (config: Record<string, unknown>): string => `/bots/build${Object.keys(config).length > 0 ? `?${new URLSearchParams({ bot: JSON.stringify(config) })}` : ""}`;

/** A bot's configuration from an address. */
export const configIn = (query: URLSearchParams, key = "bot"): Record<string, unknown> => objectIn(query.get(key));

/** The address of a step of a search. */
export function stepPath(question: Question, at = 0): string {
  const query = written(question);
  if (at > 0) query.set("at", String(at));
  return `/step?${query}`;
}

/** The address of the costs of searches, of a position or an artificial tree. */
export function costsPath(question: Question | undefined, search: Record<string, unknown> = {}): string {
  const query = question ? written({ ...question, search }) : new URLSearchParams(Object.keys(search).length > 0 ? { search: JSON.stringify(search) } : {});
  return `/costs${query.size > 0 ? `?${query}` : ""}`;
}

/** The address of a solved game; `open` lists the open nodes of its tree as move sequences. */
export function solvedPath(question: Question, open: readonly string[] = []): string {
  const query = written(question);
  if (open.length > 0) query.set("open", open.join(";"));
  return `/solved?${query}`;
}

/** The address of a lesson. */
export const lessonPath = (lesson: string): string => `/lessons?${new URLSearchParams({ lesson })}`;

/** The question of an address; unreadable parts are ignored. */
export function questionOf(query: URLSearchParams): Required<Question> & { position: string; moves: string[]; at: number; open: string[] } {
  return {
    game: query.get("game") ?? "",
    options: objectIn(query.get("options")),
    position: query.get("position") ?? "",
    moves: (query.get("moves") ?? "").split(/[\s,]+/).filter(Boolean),
    search: objectIn(query.get("search")),
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

/** The views about players and strength. */
export function peopleViews(): { path: string; title: string }[] {
  const { short } = words;
  return [
    { title: short.matches, path: "/matches" },
    { title: short.challenges, path: "/challenges" },
    { title: short.people, path: "/people" },
    { title: short.account, path: "/account" },
  ];
}

/** The views of a search with the same question. */
export function understandViews(question: Question | undefined): { path: string; title: string }[] {
  const { short } = words;
  return [
    { title: short.analyse, path: question ? analysePath({ ...question, search: {} }) : "/analyse" },
    { title: short.step, path: question ? stepPath(question) : "/step" },
    { title: short.costs, path: costsPath(question) },
    { title: short.solved, path: "/solved" },
    { title: short.lessons, path: "/lessons" },
  ];
}
