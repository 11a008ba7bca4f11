// The views, each fetched when it is first shown. The build reads from this file which scripts a view is made of, so that
// the server names them together with the document (`first.ts` beside `vite.config.ts`).

export const pages = {
  play: () => import("./pages/Play.svelte"),
  match: () => import("./pages/Match.svelte"),
  matches: () => import("./pages/Matches.svelte"),
  tournaments: () => import("./pages/Tournaments.svelte"),
  compose: () => import("./compose/Compose.svelte"),
  tournament: () => import("./pages/Tournament.svelte"),
  challenges: () => import("./people/Challenges.svelte"),
  challenge: () => import("./people/Challenge.svelte"),
  people: () => import("./people/Leaderboards.svelte"),
  player: () => import("./people/Player.svelte"),
  account: () => import("./people/Account.svelte"),
  bots: () => import("./pages/Bots.svelte"),
  build: () => import("./build/Build.svelte"),
  analyse: () => import("./pages/Analyse.svelte"),
  step: () => import("./explore/Step.svelte"),
  costs: () => import("./explore/Costs.svelte"),
  solved: () => import("./explore/Solved.svelte"),
  lessons: () => import("./lessons/Lessons.svelte"),
  operations: () => import("./operate/Operations.svelte"),
};

/** Those that most readers go to next. */
const NEXT = [pages.match, pages.play, pages.matches, pages.tournaments, pages.bots, pages.analyse];

/** Waits until the browser has nothing else to do. */
const idle = () => new Promise<unknown>((go) => ("requestIdleCallback" in window ? requestIdleCallback(go) : setTimeout(go, 200)));

/** Fetches the views that most readers go to next, one after the other; what cannot be had now is fetched when it is wanted. */
export async function fetchNext(): Promise<void> {
  for (const load of NEXT) {
    await idle();
    await load().catch(() => undefined);
  }
}
