// The views. Each is loaded when it is first shown. The build reads this file to find each view's scripts, so that the
// server can preload them (`first.ts` beside `vite.config.ts`).

import { textsReady } from "./core/language.svelte";

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
  modules: () => import("./modules/Modules.svelte"),
  analyse: () => import("./pages/Analyse.svelte"),
  step: () => import("./explore/Step.svelte"),
  costs: () => import("./explore/Costs.svelte"),
  solved: () => import("./explore/Solved.svelte"),
  map: () => import("./explore/Poster.svelte"),
  learn: () => import("./learn/Learn.svelte"),
  daily: () => import("./daily/Daily.svelte"),
  embed: () => import("./explore/Embed.svelte"),
  lessons: () => import("./lessons/Lessons.svelte"),
  follow: () => import("./lecture/Follow.svelte"),
  operations: () => import("./operate/Operations.svelte"),
};

/** The most frequent next views. */
const NEXT = [pages.match, pages.play, pages.matches, pages.tournaments, pages.bots, pages.analyse];

/** Waits until the browser is idle. */
const idle = () => new Promise<unknown>((go) => ("requestIdleCallback" in window ? requestIdleCallback(go) : setTimeout(go, 200)));

/** Preloads the reasons of errors and the most frequent next views, one after the other. A failed view is loaded when it is opened. */
export async function fetchNext(): Promise<void> {
  for (const load of [() => textsReady("core/diagnostics"), ...NEXT]) {
    await idle();
    await load().catch(() => undefined);
  }
}
