// A player's ratings, and its rank in a league or tournament, as text.

import type { LiveView, PlayerPage, RatingsView, TournamentsView } from "../../web/src/wire/index.ts";
import { get } from "./http.ts";

/** Returns the player's ratings in a game; undefined if there are none. */
export async function rating(url: string, player: string, game: string): Promise<string | undefined> {
  const page = await get<PlayerPage>(url, `/api/players/${player}`);
  const told: string[] = [];
  for (const row of page?.ratings.filter((row) => row.game === game) ?? []) {
    let rank = ", provisional";
    if (!row.provisional) {
      const board = await get<RatingsView>(url, `/api/ratings/${game}?speed=${row.speed}`);
      const place = board?.rows.findIndex((row) => row.player.id === player) ?? -1;
      rank = place < 0 ? "" : `, rank ${place + 1}`;
    }
    told.push(`${row.rating} ± ${row.deviation} (${row.speed}${rank})`);
  }
  return told.length > 0 ? `rating in ${game}: ${told.join(", ")}` : undefined;
}

/** Returns the player's rank in a league or tournament; undefined if it is not in there. */
export async function standing(url: string, league: string, player: string): Promise<string | undefined> {
  let id: string | undefined = league;
  if (!/^[0-9a-f-]{36}$/i.test(league)) {
    const page = await get<TournamentsView>(url, `/api/tournaments?live=true&limit=100&name=${encodeURIComponent(league)}`);
    id = page?.tournaments.find((row) => row.name.toLowerCase() === league.trim().toLowerCase())?.id;
  }
  const entrants = (id === undefined ? undefined : await get<LiveView>(url, `/api/tournaments/${id}/live`))?.entrants ?? [];
  const own = entrants.find((entrant) => entrant.player === player);
  return own && `rank ${own.rank} of ${entrants.length} in ${league}`;
}
