// Addresses of pages, read and written. The router next door listens; this part is pure.

export type Route =
  | { page: "play" }
  | { page: "match"; match: string }
  | { page: "tournaments" }
  | { page: "tournament"; tournament: string }
  | { page: "bots" }
  | { page: "analyse" }
  | { page: "missing"; what?: string };

/** How the arena names matches and tournaments; nothing else is worth asking for. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function parseRoute(path: string): Route {
  const [head = "", tail, ...more] = path.split("/").filter(Boolean);
  if (more.length > 0) return { page: "missing" };
  if (tail === undefined) {
    switch (head) {
      case "":
        return { page: "play" };
      case "tournaments":
      case "bots":
      case "analyse":
        return { page: head };
    }
  } else if (head === "match") {
    return UUID.test(tail) ? { page: "match", match: tail.toLowerCase() } : { page: "missing", what: "There is no such match." };
  } else if (head === "tournaments") {
    return UUID.test(tail) ? { page: "tournament", tournament: tail.toLowerCase() } : { page: "missing", what: "There is no such tournament." };
  }
  return { page: "missing" };
}

export const matchPath = (match: string) => `/match/${encodeURIComponent(match)}`;
export const tournamentPath = (tournament: string) => `/tournaments/${encodeURIComponent(tournament)}`;
