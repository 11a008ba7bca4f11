// Addresses of pages, read and written. The router next door listens; this part is pure. `paths.json` says which there
// are, also to the server, which answers 404 at any other.

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
  /** `what` is of a kind that the page shows, under a name that nothing has. */
  | { page: "missing"; what?: string };

/** How the arena names matches and tournaments; nothing else is worth asking for. */
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
/** The address at which a player is challenged, or anybody. */
export const challengesPath = (opponent?: { id: string; name: string }) => (opponent ? `/challenges?${new URLSearchParams({ player: opponent.id, name: opponent.name })}` : "/challenges");
/** A list at the address that shows it otherwise, from its newest page on unless a page is named. */
export function listPath(path: string, asked: URLSearchParams, change: Record<string, string>): string {
  const kept = { ...Object.fromEntries(asked), ...("before" in change ? {} : { before: "" }), ...change };
  const search = new URLSearchParams(Object.entries(kept).filter(([, value]) => value !== ""));
  return search.size > 0 ? `${path}?${search}` : path;
}
export const tournamentPath = (tournament: string) => `/tournaments/${encodeURIComponent(tournament)}`;

/** The address at which a tournament is composed: a new one, one like another, or with an entrant. */
export const composePath = (from: { of?: string; entrant?: Record<string, unknown> } = {}): string => {
  const query = new URLSearchParams({ ...(from.of ? { of: from.of } : {}), ...(from.entrant ? { entrant: JSON.stringify(from.entrant) } : {}) });
  return `/tournaments/new${query.size > 0 ? `?${query}` : ""}`;
};

/** A position and the search that it is put to, as addresses have it. */
export interface Question {
  game: string;
  options?: Record<string, unknown>;
  position?: string | undefined;
  moves?: readonly string[];
  /** Switches of the search by their keys. */
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

/** The address of an analysis: its state stands in it, so that it can be handed on. */
export const analysePath = (question: Question): string => `/analyse?${written(question)}`;

/** The address at which a match from a position is prepared. */
export const playPath = ({ search: _, ...question }: Question): string => `/?${written(question)}`;

/** The address of a bot that is being built. */
export const buildPath = (config: Record<string, unknown>): string => `/bots/build${Object.keys(config).length > 0 ? `?${new URLSearchParams({ bot: JSON.stringify(config) })}` : ""}`;

/** The configuration of a bot in an address. */
export const configIn = (query: URLSearchParams, key = "bot"): Record<string, unknown> => objectIn(query.get(key));

/** The address of a step of a search. */
export function stepPath(question: Question, at = 0): string {
  const query = written(question);
  if (at > 0) query.set("at", String(at));
  return `/step?${query}`;
}

/** The address of what searches cost, of a position or of a tree that is made up. */
export function costsPath(question: Question | undefined, search: Record<string, unknown> = {}): string {
  const query = question ? written({ ...question, search }) : new URLSearchParams(Object.keys(search).length > 0 ? { search: JSON.stringify(search) } : {});
  return `/costs${query.size > 0 ? `?${query}` : ""}`;
}

/** The address of a game that is solved whole; `open` are the nodes of its tree that are, as the moves that lead there. */
export function solvedPath(question: Question, open: readonly string[] = []): string {
  const query = written(question);
  if (open.length > 0) query.set("open", open.join(";"));
  return `/solved?${query}`;
}

/** The address of a lesson. */
export const lessonPath = (lesson: string): string => `/lessons?${new URLSearchParams({ lesson })}`;

/** What an address asks; whatever cannot be read is as if it did not stand there. */
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

/** The views of who plays and how well. */
export function peopleViews(): { path: string; title: string }[] {
  const { short } = words;
  return [
    { title: short.matches, path: "/matches" },
    { title: short.challenges, path: "/challenges" },
    { title: short.people, path: "/people" },
    { title: short.account, path: "/account" },
  ];
}

/** The views that look into a search, with the same question. */
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
