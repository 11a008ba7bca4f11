// Takes screenshots of every view of the page for inspection: four sizes, light and dark, English and Chinese. Then it
// puts the screenshots of several views in one size, scheme and language on contact sheets, `sheet-SIZE-SCHEME-LOCALE-N.png`.
//
//   (cd clients/web && npm ci); cargo build --release; ARENA_BIN=target/release/arena node benches/page/screenshots.mjs FOLDER [VIEW…]
//
// VIEW selects the views whose names begin with it; the default is all. SIZES, SCHEMES and LOCALES are comma-separated
// lists that restrict the screenshots. A screenshot shows at most two screens of a view unless SCREENS says otherwise.
// With ARENA_URL, ARENA_DATA and the folder of an earlier run, the matches and tournaments of that run are shown again.

import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { open, playOut, prepare, verdict } from "../../tests/browser/arena.mjs";
import { crosstable } from "./fill.mjs";

const [folder = "screenshots", ...wanted] = process.argv.slice(2);
const listed = (name, usual) => (process.env[name] ?? usual).split(",");
const SIZES = listed("SIZES", "1440x900,1920x1080,768x1024,390x844").map((size) => size.split("x").map(Number));
const SCHEMES = listed("SCHEMES", "light,dark");
const LOCALES = listed("LOCALES", "en,zh-CN");
const SCREENS = Number(process.env.SCREENS ?? 2);
/** Pages that take screenshots at the same time. */
const PAGES = Number(process.env.PAGES ?? 2);

const GAMES = ["tictactoe", "connect4", "gomoku", "reversi", "hex", "checkers", "chess", "xiangqi", "bones", "tree"];
const config = (value) => JSON.stringify(value);
const TEXTBOOK = { game: "tree", position: "[[3,12,8],[2,4,6],[14,5,2]]", search: config({ depth: 2, pruning: "alpha-beta" }) };
const address = (path, query) => `${path}?${new URLSearchParams(query)}`;

/** Opens the choice of the opponent, whose name depends on the language, and chooses this kind. */
async function against(page, kind) {
  const part = page.locator("form .line button.part").nth(1);
  // The form is drawn again when its lists arrive.
  await page.locator("button.start:not(:disabled)").waitFor();
  await part.click();
  await page.locator(`.part-fields input[value=${kind}] + *`).click();
}

/** Creates matches, players and tournaments for the screenshots, and returns their addresses. */
async function furnish(arena) {
  const page = await arena.operator();
  await page.goto("/account");
  await page.getByLabel("Name", { exact: true }).first().fill("Ada Lovelace");
  await page.getByLabel("Password").first().fill("a long password");
  await page.getByRole("button", { name: "Claim it" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  const here = () => page.url().slice(arena.url.length);
  const made = { matches: {} };
  /** Starts the match of the form, and returns its address. */
  const start = async () => {
    await page.locator("button.start:not(:disabled)").click();
    await page.waitForURL(/\/match\//);
    return here();
  };
  for (const game of GAMES) {
    await page.goto(`/?game=${game}`);
    made.matches[game] = await start();
    const points = page.locator(".playable, .playable-move, button.move");
    // One move each in games in which a click makes a move.
    if (["tictactoe", "connect4", "gomoku", "reversi", "hex"].includes(game)) {
      await points.first().waitFor();
      await points.nth(Math.floor((await points.count()) / 2)).click();
      await page.locator("section[aria-label=Moves] li button").nth(1).waitFor();
    }
  }
  // A match of the visitor's to review, one of two bots that runs, and one that is over when the rest is there.
  await page.goto("/?game=tictactoe");
  made.review = await start();
  await playOut(page);
  await prepare(page, { game: "Chess", against: "Two bots" });
  made.running = await start();
  await prepare(page, { game: "Reversi", against: "Two bots" });
  made.finished = await start();
  const me = await page.evaluate(async () => (await (await fetch("/api/accounts/me", { headers: { authorization: `Bearer ${localStorage.getItem("minimax-arena.token")}` } })).json()).player.id);
  made.player = `/people/${me}`;

  const tournament = async (body, path = "/api/tournaments") => `/tournaments/${(await arena.ask(path, body)).id}`;
  made.ladder = await tournament({ file: "connect4-depths" });
  made.prunings = await tournament({ file: "tictactoe-prunings" });
  made.knockout = await tournament({ file: "connect4-knockout" });
  made.swiss = await tournament({ file: "connect4-swiss" });
  made.gauntlet = await tournament({ file: "tictactoe-gauntlet" });
  made.sprt = await tournament({ file: "tictactoe-sprt" });
  const clock = { initial_ms: 60_000, increment_ms: 1_000 };
  const league = await arena.ask("/api/tournaments/open", { name: "A league", game: "tictactoe", format: "league", clock, bots: ["tictactoe-random", "tictactoe-casual"] });
  made.league = `/tournaments/${league.tournament}`;
  made.hundred = `/tournaments/${await crosstable(arena.url, await arena.token(), 100)}`;
  await page.goto(address("/step", TEXTBOOK));
  await lecture(page);
  made.follow = await page.getByRole("dialog").locator("img[data-path^='/follow/']").getAttribute("data-path");
  await page.goto("/challenges");
  await page.getByLabel("Show it to everybody").check();
  await page.getByRole("button", { name: "Make the challenge" }).click();
  await page.waitForURL(/\/challenges\/./);
  made.challenge = here();
  await page.goto(made.finished);
  await verdict(page).waitFor({ timeout: 300_000 });
  made.state = await page.context().storageState();
  await page.context().close();
  return made;
}

/** Shows the step of the textbook tree on the whole screen. */
async function lecture(page) {
  await page.locator("#counts-title").waitFor();
  await page.locator("body").press("p");
  await page.getByRole("dialog").waitFor();
}

/** Answers the puzzle of the day, which asks for a number or for one of some results. */
async function answer(page) {
  const results = page.locator("main form input[type=radio]");
  if ((await results.count()) > 0) await results.first().check();
  else await page.locator("main form input").first().fill("3");
  await page.locator("main form .button.primary").click();
}

const unfold = (page) => page.evaluate(() => document.querySelectorAll("main details > summary").forEach((one) => one.parentElement.open || one.click()));

/** The views: name, address, what to do first, and how many screens to show. */
function views(made) {
  return [
    ["play", "/"],
    ["play-friend", "/?game=chess", (page) => against(page, "friend")],
    ["play-bots", "/?game=gomoku", (page) => against(page, "bots")],
    ["settings", "/", (page) => page.locator("header .tools button").last().click()],
    ["name", "/", (page) => page.locator("header .tools button.name").click()],
    ...Object.entries(made.matches).map(([game, url]) => [`match-${game}`, url]),
    ["finished", made.finished],
    ["running", made.running],
    ["review", made.review],
    ["reviewed", made.review, (page) => page.getByRole("button", { name: /^(Review|复盘)$/ }).click()],
    ["matches", "/matches"],
    ["wall", "/matches", (page) => page.locator("p.wall button").click()],
    ["tournaments", "/tournaments"],
    ["compose", "/tournaments/new"],
    ...["ladder", "prunings", "knockout", "swiss", "gauntlet", "sprt", "league", "hundred"].map((name) => [`tournament-${name}`, made[name]]),
    ...["ladder", "league", "hundred"].map((name) => [`unfolded-${name}`, made[name], unfold, 7]),
    ["challenges", "/challenges"],
    ["challenge", made.challenge],
    ["people", "/people"],
    ["player", made.player],
    ["account", "/account"],
    ["bots", "/bots"],
    ["modules", "/bots/modules"],
    ["build", address("/bots/build", { bot: config({ game: "reversi", depth: 5, pruning: "alpha-beta" }) })],
    ["analyse-chess", "/analyse?game=chess"],
    ["analyse-reversi", "/analyse?game=reversi"],
    ["step-tree", address("/step", TEXTBOOK)],
    ["step-many", address("/step", { game: "tictactoe", moves: "b2 a1", search: config({ depth: 4, pruning: "alpha-beta" }), at: "60" })],
    ["step-end", address("/step", { ...TEXTBOOK, at: "24" })],
    ["lecture", address("/step", TEXTBOOK), lecture],
    ["follow", made.follow],
    ["embed", address("/embed/step", TEXTBOOK)],
    ["costs", "/costs"],
    ["solved", "/solved"],
    ["solved-bones", "/solved?game=bones"],
    ["map", "/solved/map"],
    ["learn", "/learn"],
    ["daily", "/daily"],
    ["daily-answered", "/daily", answer],
    ["lessons", "/lessons"],
    ["lesson-alpha-beta", "/lessons?lesson=alpha-beta"],
    ["lesson-books", "/lessons?lesson=books"],
    ["operations", "/operations"],
    ["missing", "/nowhere"],
  ];
}

/** Shows a view in this size, and takes a picture of it in each scheme. */
async function pictures(page, size, [name, path, act, most = SCREENS], locale) {
  const [width, height] = size;
  await page.goto(path);
  // A view that follows something never becomes idle.
  await page.waitForLoadState("networkidle", { timeout: 4000 }).catch(() => undefined);
  await page.waitForTimeout(300);
  await act?.(page);
  if (act) await page.waitForTimeout(1000);
  // Plots are drawn when they scroll into view.
  for (let screen = 1; screen <= most; screen += 1) {
    await page.evaluate((y) => window.scrollTo(0, y), screen * height);
    await page.waitForTimeout(150);
  }
  await page.evaluate(() => window.scrollTo(0, 0));
  // What covers the screen does not cover the page below it.
  const screens = (await page.locator("dialog[open]").count()) > 0 ? 1 : most;
  for (const scheme of SCHEMES) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.waitForTimeout(300);
    const [wide, tall] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
    if (wide > width) console.log(`${name} is ${wide} wide at ${width}`);
    await page.screenshot({ path: join(folder, file(name, width, scheme, locale)), fullPage: true, clip: { x: 0, y: 0, width, height: Math.min(tall, screens * height) } });
  }
}

const file = (name, width, scheme, locale) => `${name}-${width}-${scheme}-${locale}.png`;

async function visitor(arena, made, [width, height], locale) {
  const page = await arena.visitor(SCHEMES[0], made.state, locale, width < 500);
  await page.setViewportSize({ width, height });
  return page;
}

/** Takes the pictures of these views in one size and language, with several pages at once. */
async function takeAll(arena, made, chosen, size, locale) {
  const left = [...chosen];
  const taken = new Set();
  const work = async () => {
    let page;
    const close = async () => {
      if (page?.failures.length > 0) console.log(`${size[0]}, ${locale}: ${page.failures.join("; ")}`);
      await page?.context().close();
      page = undefined;
    };
    for (let view = left.shift(); view; view = left.shift()) {
      for (let tries = 1; tries <= 2 && !taken.has(view[0]); tries += 1) {
        page ??= await visitor(arena, made, size, locale);
        await pictures(page, size, view, locale).then(
          () => taken.add(view[0]),
          async (error) => {
            console.log(`${view[0]}, ${size[0]}, ${locale}: ${error.message.split("\n")[0]}`);
            // A page that still waits for something would disturb the next view.
            await close();
          },
        );
      }
    }
    await close();
  };
  await Promise.all(Array.from({ length: PAGES }, work));
  return chosen.map(([name]) => name).filter((name) => taken.has(name));
}

/** Writes contact sheets of these views: as many on one as can be read when a viewer scales the sheet to a screen. */
async function sheets(page, names, [width, height], scheme, locale) {
  const columns = Math.max(2, Math.floor(2800 / width));
  const rows = SCREENS * height > 1200 ? 1 : 2;
  for (let first = 0; first < names.length; first += columns * rows) {
    const part = `${width}-${scheme}-${locale}-${first / (columns * rows) + 1}`;
    const shown = names.slice(first, first + columns * rows).map((name) => `<figure style="margin:0"><figcaption>${name}</figcaption><img src="${file(name, width, scheme, locale)}" style="display:block"></figure>`);
    const html = join(resolve(folder), `sheet-${part}.html`);
    await writeFile(html, `<!doctype html><body style="margin:0;background:#888;display:grid;grid-template-columns:repeat(${columns},${width}px);gap:8px;align-items:start;font:20px sans-serif">${shown.join("")}</body>`);
    await page.setViewportSize({ width: columns * (width + 8) - 8, height });
    await page.goto(pathToFileURL(html).href);
    await page.screenshot({ path: join(folder, `sheet-${part}.png`), fullPage: true });
    await rm(html);
  }
}

await mkdir(folder, { recursive: true });
const arena = await open(process.env.ARENA_URL ? undefined : { ARENA_CONFIG_DIR: fileURLToPath(new URL("../../config", import.meta.url)) });
try {
  const kept = join(folder, "made.json");
  const earlier = process.env.ARENA_URL ? await readFile(kept, "utf8").catch(() => undefined) : undefined;
  const made = earlier ? JSON.parse(earlier) : await furnish(arena);
  await writeFile(kept, JSON.stringify(made));
  const chosen = views(made).filter(([name]) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)));
  for (const locale of LOCALES) {
    for (const size of SIZES) {
      const names = await takeAll(arena, made, chosen, size, locale);
      const page = await arena.visitor();
      for (const scheme of SCHEMES) await sheets(page, names, size, scheme, locale);
      await page.context().close();
      console.log(`${size.join("x")}, ${locale}: ${names.length} views`);
    }
  }
} finally {
  await arena.close();
}
