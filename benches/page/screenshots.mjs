// Takes screenshots of every view of the page for inspection: four sizes, light and dark, English and Chinese. All
// screenshots of a view in one language are then shown in one picture, `sheet-VIEW-LOCALE.png`.
//
//   (cd clients/web && npm ci); cargo build --release; ARENA_BIN=target/release/arena node benches/page/screenshots.mjs FOLDER [VIEW…]
//
// VIEW selects the views whose names begin with it; the default is all. SIZES, SCHEMES and LOCALES are comma-separated
// lists that restrict the screenshots. A screenshot shows at most two screens of a view unless SCREENS says otherwise.

import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { open, playOut, prepare, verdict } from "../../tests/browser/arena.mjs";
import { crosstable } from "./fill.mjs";

const [folder = "screenshots", ...wanted] = process.argv.slice(2);
const listed = (name, usual) => (process.env[name] ?? usual).split(",");
const SIZES = listed("SIZES", "1440x900,1366x768,768x1024,390x664").map((size) => size.split("x").map(Number));
const SCHEMES = listed("SCHEMES", "light,dark");
const LOCALES = listed("LOCALES", "en,zh-CN");
const SCREENS = Number(process.env.SCREENS ?? 2);

const GAMES = ["tictactoe", "connect4", "gomoku", "reversi", "hex", "checkers", "chess", "xiangqi", "bones", "tree"];
const config = (value) => JSON.stringify(value);
const TEXTBOOK = { game: "tree", position: "[[3,12,8],[2,4,6],[14,5,2]]", search: config({ depth: 2, pruning: "alpha-beta" }) };
const address = (path, query) => `${path}?${new URLSearchParams(query)}`;

/** Opens the choice of the opponent, whose name depends on the language, and chooses this kind. */
async function against(page, kind) {
  const part = page.locator("form .line button.part").nth(1);
  if ((await part.getAttribute("aria-expanded")) === "false") await part.click();
  await page.locator(`input[value=${kind}]`).check({ force: true });
}

/** Creates matches, players and tournaments for the screenshots, and returns their addresses. */
async function furnish(arena) {
  const page = await arena.operator();
  await page.goto("/account");
  await page.getByLabel("Name", { exact: true }).first().fill("Ada Lovelace");
  await page.getByLabel("Password").first().fill("a long password");
  await page.getByRole("button", { name: "Claim it" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  const made = { matches: {} };
  for (const game of GAMES) {
    await page.goto(`/?game=${game}`);
    await page.locator("button.start:not(:disabled)").click();
    await page.waitForURL(/\/match\//);
    made.matches[game] = page.url();
    const points = page.locator(".playable, .playable-move, button.move");
    // One move each in games in which a click makes a move.
    if (["tictactoe", "connect4", "gomoku", "reversi", "hex"].includes(game)) {
      await points.first().waitFor();
      await points.nth(Math.floor((await points.count()) / 2)).click();
      await page.locator("section[aria-label=Moves] li button").nth(1).waitFor();
    }
  }
  // A finished match of two bots, one that runs, and a match of the visitor's to review.
  await prepare(page, { game: "Reversi", against: "Two bots" });
  await page.locator("button.start:not(:disabled)").click();
  await page.waitForURL(/\/match\//);
  await verdict(page).waitFor({ timeout: 120_000 });
  made.finished = page.url();
  await prepare(page, { game: "Chess", against: "Two bots" });
  await page.locator("button.start:not(:disabled)").click();
  await page.waitForURL(/\/match\//);
  made.running = page.url();
  await page.goto("/?game=tictactoe");
  await page.locator("button.start:not(:disabled)").click();
  await page.waitForURL(/\/match\//);
  await playOut(page);
  made.review = page.url();
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
  await page.locator("#counts-title").waitFor();
  await page.locator("body").press("p");
  await page.getByRole("dialog").locator("img[data-path^='/follow/']").waitFor();
  made.follow = await page.getByRole("dialog").locator("img").getAttribute("data-path");
  await page.goto("/challenges");
  await page.getByLabel("Show it to everybody").check();
  await page.getByRole("button", { name: "Make the challenge" }).click();
  await page.waitForURL(/\/challenges\/./);
  made.challenge = page.url();
  made.state = await page.context().storageState();
  await page.context().close();
  return made;
}

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
    ["matches", "/matches"],
    ["wall", "/matches", (page) => page.locator("p.wall button").click()],
    ["tournaments", "/tournaments"],
    ["compose", "/tournaments/new"],
    ...["ladder", "prunings", "knockout", "swiss", "gauntlet", "sprt", "league", "hundred"].map((name) => [`tournament-${name}`, made[name]]),
    ["challenges", "/challenges"],
    ["challenge", made.challenge],
    ["people", "/people"],
    ["player", made.player],
    ["account", "/account"],
    ["bots", "/bots"],
    ["build", address("/bots/build", { bot: config({ game: "reversi", depth: 5, pruning: "alpha-beta" }) })],
    ["analyse-chess", "/analyse?game=chess"],
    ["analyse-reversi", "/analyse?game=reversi"],
    ["step-tree", address("/step", TEXTBOOK)],
    ["step-many", address("/step", { game: "tictactoe", moves: "b2 a1", search: config({ depth: 4, pruning: "alpha-beta" }), at: "60" })],
    ["lecture", address("/step", TEXTBOOK), (page) => page.locator("body").press("p")],
    ["follow", made.follow],
    ["embed", address("/embed/step", TEXTBOOK)],
    ["costs", "/costs"],
    ["solved", "/solved"],
    ["solved-bones", "/solved?game=bones"],
    ["map", "/solved/map"],
    ["daily", "/daily"],
    ["lessons", "/lessons"],
    ["lesson-alpha-beta", "/lessons?lesson=alpha-beta"],
    ["lesson-books", "/lessons?lesson=books"],
    ["operations", "/operations"],
    ["missing", "/nowhere"],
  ];
}

async function picture(page, name, path, act, file) {
  await page.goto(path);
  await page.waitForLoadState("networkidle").catch(() => undefined);
  await page.waitForTimeout(600);
  await act?.(page);
  if (act) await page.waitForTimeout(1200);
  const { width, height } = page.viewportSize();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  if (wide > width) console.log(`${name} is ${wide} wide at ${width}`);
  // Plots are drawn when they scroll into view.
  for (let screen = 1; screen <= SCREENS; screen += 1) await page.evaluate((y) => window.scrollTo(0, y), screen * height);
  await page.waitForTimeout(700);
  await page.evaluate(() => window.scrollTo(0, 0));
  const tall = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.screenshot({ path: file, fullPage: true, clip: { x: 0, y: 0, width, height: Math.min(tall, SCREENS * height) } });
}

/** Writes one picture that shows these files of the folder beside each other. */
async function sheet(page, name, files) {
  const shown = files.map((file) => `<figure style="margin:0"><img src="${file}" style="height:900px;display:block"><figcaption>${file}</figcaption></figure>`);
  const html = join(resolve(folder), `sheet-${name}.html`);
  await writeFile(html, `<!doctype html><body style="margin:0;background:#888;display:flex;flex-wrap:wrap;gap:8px;font:14px sans-serif">${shown.join("")}</body>`);
  await page.setViewportSize({ width: 2400, height: 900 });
  await page.goto(pathToFileURL(html).href);
  await page.screenshot({ path: join(folder, `sheet-${name}.png`), fullPage: true });
  await rm(html);
}

await mkdir(folder, { recursive: true });
const arena = await open({ ARENA_CONFIG_DIR: fileURLToPath(new URL("../../config", import.meta.url)) });
try {
  const made = await furnish(arena);
  const chosen = views(made).filter(([name]) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)));
  for (const locale of LOCALES) {
    const taken = new Map(chosen.map(([name]) => [name, []]));
    for (const scheme of SCHEMES) {
      const page = await arena.visitor(scheme, made.state, locale);
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        for (const [name, path, act] of chosen) {
          const file = `${name}-${width}-${scheme}-${locale}.png`;
          await picture(page, name, path, act, join(folder, file)).then(
            () => taken.get(name).push(file),
            (error) => console.log(`${file}: ${error.message.split("\n")[0]}`),
          );
        }
      }
      console.log(`${locale}, ${scheme}: ${page.failures.join("; ") || "no errors"}`);
      await page.context().close();
    }
    const page = await arena.visitor();
    for (const [name, files] of taken) await sheet(page, `${name}-${locale}`, files);
    await page.context().close();
  }
} finally {
  await arena.close();
}
