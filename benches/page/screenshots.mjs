// Takes screenshots of every view of the page for inspection: three widths, light and dark, English, and Chinese once.
//
//   (cd clients/web && npm ci); cargo build --release; ARENA_BIN=target/release/arena node benches/page/screenshots.mjs FOLDER [VIEW…]
//
// VIEW selects the views whose names begin with it; the default is all. WIDTHS, SCHEMES and LOCALES are comma-separated
// lists that restrict the screenshots.

import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { open, prepare, verdict } from "../../tests/browser/arena.mjs";
import { crosstable } from "./fill.mjs";

const [folder = "screenshots", ...wanted] = process.argv.slice(2);
const listed = (name, usual) => (process.env[name] ?? usual).split(",");
const WIDTHS = listed("WIDTHS", "1440,768,390").map(Number);
const SCHEMES = listed("SCHEMES", "light,dark");
const LOCALES = listed("LOCALES", "en,zh-CN");
/** Chinese screenshots are taken only with these settings. */
const CHINESE = [[1440, "dark"], [390, "light"]];
const HEIGHTS = { 1440: 900, 768: 1024, 390: 844 };
/** Longer views are cut off at this height. */
const MOST_HEIGHT = 3200;

const GAMES = ["tictactoe", "connect4", "gomoku", "reversi", "hex", "checkers", "chess", "bones", "tree"];
const config = (value) => JSON.stringify(value);
const address = (path, query) => `${path}?${new URLSearchParams(query)}`;

/** Creates matches, players and tournaments for the screenshots, and returns their addresses. */
async function furnish(arena) {
  const page = await arena.operator();
  const token = (await readFile(join(arena.data, "operator.token"), "utf8")).trim();
  await page.goto("/account");
  await page.getByLabel("Name", { exact: true }).first().fill("Ada Lovelace");
  await page.getByLabel("Password").first().fill("a long password");
  await page.getByRole("button", { name: "Claim it" }).click();
  await page.getByRole("button", { name: "I have kept them" }).click();
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
  // A finished match of two bots, and a resigned match.
  await prepare(page, { game: "Reversi", against: "Two bots" });
  await page.locator("button.start:not(:disabled)").click();
  await page.waitForURL(/\/match\//);
  await verdict(page).waitFor({ timeout: 120_000 });
  made.finished = page.url();
  await page.goto("/?game=chess");
  await page.locator("button.start:not(:disabled)").click();
  await page.waitForURL(/\/match\//);
  made.player = "/account";
  const me = await page.evaluate(async () => (await (await fetch("/api/accounts/me", { headers: { authorization: `Bearer ${localStorage.getItem("minimax-arena.token")}` } })).json()).player.id);
  made.player = `/people/${me}`;

  const ask = async (body, path = "/api/tournaments") => {
    const answer = await fetch(arena.url + path, { method: "POST", headers: { "content-type": "application/json", authorization: `Bearer ${token}` }, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()).id;
  };
  made.ladder = `/tournaments/${await ask({ file: "connect4-depths" }).catch(() => ask({ file: "connect4-depths.toml" }))}`;
  made.prunings = `/tournaments/${await ask({ file: "tictactoe-prunings" }).catch(() => ask({ file: "tictactoe-prunings.toml" }))}`;
  made.hundred = `/tournaments/${await crosstable(arena.url, token, 100)}`;
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
  const textbook = { game: "tree", position: "[[3,12,8],[2,4,6],[14,5,2]]", search: config({ depth: 2, pruning: "alpha-beta" }) };
  const click = (name) => (page) => page.getByRole("button", { name }).first().click();
  return [
    ["play", "/"],
    ["play-friend", "/?game=chess", (page) => page.locator("input[value=friend]").check({ force: true })],
    ["play-bots", "/?game=gomoku", (page) => page.locator("input[value=bots]").check({ force: true })],
    ["settings", "/", (page) => page.locator("header .tools button").last().click()],
    ["name", "/", (page) => page.locator("header .tools button.name").click()],
    ...Object.entries(made.matches).map(([game, url]) => [`match-${game}`, url]),
    ["finished", made.finished],
    ["matches", "/matches"],
    ["tournaments", "/tournaments"],
    ["compose", "/tournaments/new"],
    ["tournament-ladder", made.ladder],
    ["tournament-prunings", made.prunings],
    ["tournament-hundred", made.hundred],
    ["challenges", "/challenges"],
    ["challenge", made.challenge],
    ["people", "/people"],
    ["player", made.player],
    ["account", "/account"],
    ["bots", "/bots"],
    ["build", address("/bots/build", { bot: config({ game: "reversi", depth: 5, pruning: "alpha-beta" }) })],
    ["analyse", "/analyse?game=chess"],
    ["analysed", "/analyse?game=reversi", (page) => page.locator("form .button.primary").click()],
    ["step", address("/step", textbook)],
    ["step-many", address("/step", { game: "tictactoe", moves: "b2 a1", search: config({ depth: 4, pruning: "alpha-beta" }), at: "60" })],
    ["costs", "/costs"],
    ["solved", "/solved"],
    ["solved-bones", "/solved?game=bones"],
    ["lessons", "/lessons"],
    ["lesson-alpha-beta", "/lessons?lesson=alpha-beta"],
    ["lesson-books", "/lessons?lesson=books"],
    ["missing", "/nowhere"],
  ];
}

async function picture(page, name, path, act, file) {
  await page.goto(path);
  await page.waitForLoadState("networkidle").catch(() => undefined);
  await page.waitForTimeout(600);
  await act?.(page);
  if (act) await page.waitForTimeout(1200);
  const { width } = page.viewportSize();
  const { tall, wide } = await page.evaluate(() => ({ tall: document.documentElement.scrollHeight, wide: document.documentElement.scrollWidth }));
  if (wide > width) console.log(`${name} is ${wide} wide at ${width}`);
  // Plots are drawn when they scroll into view.
  for (let y = 0; y < Math.min(tall, MOST_HEIGHT); y += 700) await page.evaluate((y) => window.scrollTo(0, y), y);
  await page.waitForTimeout(tall > 1400 ? 700 : 0);
  await page.evaluate(() => window.scrollTo(0, 0));
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.screenshot({ path: file, fullPage: true, clip: { x: 0, y: 0, width, height: Math.min(height, MOST_HEIGHT) } });
}

await mkdir(folder, { recursive: true });
const arena = await open();
try {
  const made = await furnish(arena);
  const chosen = views(made).filter(([name]) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)));
  for (const locale of LOCALES) {
    for (const scheme of SCHEMES) {
      const page = await arena.visitor(scheme, made.state, locale);
      for (const width of WIDTHS) {
        if (locale !== "en" && !CHINESE.some(([w, s]) => w === width && s === scheme)) continue;
        await page.setViewportSize({ width, height: HEIGHTS[width] ?? 900 });
        for (const [name, path, act] of chosen) {
          await picture(page, name, path, act, join(folder, `${name}-${width}-${scheme}${locale === "en" ? "" : "-zh"}.png`)).catch((error) => console.log(`${name} at ${width}, ${scheme}, ${locale}: ${error.message.split("\n")[0]}`));
        }
      }
      console.log(`${locale}, ${scheme}: ${page.failures.join("; ") || "no errors"}`);
      await page.context().close();
    }
  }
} finally {
  await arena.close();
}
