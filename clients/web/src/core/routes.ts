// Addresses of pages, read and written. The router next door listens; this part is pure. `paths.json` says which there
// are, also to the server, which answers 404 at any other.

import paths from "./paths.json";

export type Route =
  | { page: "play" }
  | { page: "match"; match: string }
  | { page: "matches" }
  | { page: "tournaments" }
  | { page: "tournament"; tournament: string }
  | { page: "bots" }
  | { page: "analyse" }
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
      if (!UUID.test(id)) return { page: "missing", what: `There is no such ${name}.` };
      ids[name] = id.toLowerCase();
    }
    return { page, ...ids } as Route;
  }
  return { page: "missing" };
}

export const matchPath = (match: string) => `/match/${encodeURIComponent(match)}`;
export const tournamentPath = (tournament: string) => `/tournaments/${encodeURIComponent(tournament)}`;

/** The address of an analysis: its state stands in it, so that it can be handed on. */
export function analysePath({ game, options = {}, position, moves = [] }: { game: string; options?: Record<string, unknown>; position?: string | undefined; moves?: readonly string[] }): string {
  const search = new URLSearchParams({ game });
  if (Object.keys(options).length > 0) search.set("options", JSON.stringify(options));
  if (position) search.set("position", position);
  if (moves.length > 0) search.set("moves", moves.join(" "));
  return `/analyse?${search}`;
}
