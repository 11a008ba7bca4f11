// Addresses of pages, read and written. The router next door listens; this part is pure.

export type Route =
  | { page: "play" }
  | { page: "match"; match: string }
  | { page: "tournaments" }
  | { page: "tournament"; tournament: string }
  | { page: "bots" }
  | { page: "analyse" }
  | { page: "missing" };

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
  } else if (head === "match") return { page: "match", match: decode(tail) };
  else if (head === "tournaments") return { page: "tournament", tournament: decode(tail) };
  return { page: "missing" };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const matchPath = (match: string) => `/match/${encodeURIComponent(match)}`;
export const tournamentPath = (tournament: string) => `/tournaments/${encodeURIComponent(tournament)}`;
