// Learning: positions set up on a board, solved games, and lessons.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { audit, board, LOOKS, marks, open, prepareAt, turnOrEnd, verdict } from "./arena.mjs";

let arena;
before(async () => (arena = await open()));
after(() => arena?.close());

const field = (page, name) => page.getByRole("textbox", { name, exact: true });

test("a position is set up by moves, pieces and text, with errors at their fields", async () => {
  const page = await arena.visitor();
  await page.goto("/analyse?game=tictactoe");
  await board(page).locator('[data-point="b2"]').click();
  await page.waitForFunction(() => document.querySelector('[data-point="b2"]')?.getAttribute("aria-label").startsWith("b2, X"));
  assert.equal(await field(page, "Moves from there").inputValue(), "b2");

  await page.getByRole("button", { name: "Place pieces" }).click();
  assert.equal(await field(page, "Position").inputValue(), ".../.x./... o");
  await page.getByRole("button", { name: "X", exact: true }).click();
  await board(page).locator('[data-point="a1"]').click();
  await page.getByText(/as many stones as o or one more, got 2 and 0/).waitFor();
  assert.equal(await field(page, "Position").getAttribute("aria-invalid"), "true");
  assert.ok(await page.getByRole("button", { name: "Analyse", exact: true }).isDisabled());
  await page.getByRole("button", { name: "O", exact: true }).click();
  await board(page).locator('[data-point="c1"]').click();
  await page.waitForFunction(() => document.querySelector('[aria-invalid="true"]') === null);
  assert.equal(await field(page, "Position").inputValue(), ".../.x./x.o o");

  await field(page, "Moves from there").fill("c3 zz");
  await page.getByText(/zz is not legal here \(ply 1\)/).waitFor();
  await field(page, "Moves from there").fill("c3");
  await page.getByRole("button", { name: "Analyse", exact: true }).click();
  await page.getByRole("heading", { name: "Every move" }).waitFor();
  // The address reproduces the view for others.
  await page.waitForURL(/position=.*moves=c3/);
  const other = await arena.visitor();
  await other.goto(page.url());
  await other.getByRole("heading", { name: "Every move" }).waitFor();
  assert.equal(await field(other, "Moves from there").inputValue(), "c3");
  assert.deepEqual([...page.failures, ...other.failures], []);
});

test("an analysis runs at once and follows the position, with the best move on the board", async () => {
  const page = await arena.visitor();
  await page.goto("/analyse?game=tictactoe");
  await page.getByRole("heading", { name: "Every move" }).waitFor();
  assert.equal(await board(page).locator(".expected").count(), 1);
  await page.getByText("The same value from", { exact: false }).waitFor();
  for (const point of ["a3", "a1"]) {
    await board(page).locator(`[data-point="${point}"]`).click();
    await page.waitForFunction((point) => document.querySelector(`[data-point="${point}"]`)?.getAttribute("aria-label").startsWith(`${point}, `) && !document.querySelector(`[data-point="${point}"]`).getAttribute("aria-label").includes("empty"), point);
  }
  // X completes its corner with a second threat, in every line.
  await page.getByText(/X wins in 5 plies/).waitFor();
  await page.goto("/analyse?game=chess");
  await page.getByText(/White stands at [+−]\d\.\d\d/).waitFor();
  assert.ok((await board(page).locator(".expected").count()) > 0);
  assert.deepEqual(page.failures, []);
});

test("a piece can be placed in every game with a board of cells", async () => {
  const page = await arena.visitor();
  for (const [game, piece, point, wanted] of [
    ["chess", "white queen", "e2", /PPPPQPPP/],
    ["checkers", "black king", "12", /K12/],
    ["reversi", "Black", "a1", /^X/],
  ]) {
    await page.goto(`/analyse?game=${game}`);
    await page.getByRole("button", { name: "Place pieces" }).click();
    await page.getByRole("group", { name: "Piece to place" }).getByRole("button", { name: piece, exact: true }).click();
    await board(page).locator(`[data-point="${point}"]`).click();
    await page.waitForFunction(([wanted]) => new RegExp(wanted).test([...document.querySelectorAll("input.mono")][0].value), [wanted.source]);
  }
  assert.deepEqual(page.failures, []);
});

test("solves and counts the small games, and opens their trees", async () => {
  const page = await arena.visitor();
  await page.goto("/solved");
  for (const number of ["131,184", "77,904", "46,080", "5,478", "765", "549,946"]) await page.getByText(number, { exact: true }).waitFor();
  await page.getByRole("button", { name: /^a1: draw/ }).click();
  await page.getByText("After a1.").waitFor();
  for (const name of ["How all games after a1 end", "Size after a1"]) await page.getByRole("heading", { name }).waitFor();
  // In answer to a corner, only the centre draws.
  await page.getByRole("button", { name: /^b1: X wins in 6/ }).waitFor();
  assert.equal(await page.getByRole("button", { name: /^.\d: draw in/ }).count(), 1);
  const tree = page.getByRole("group", { name: "The open part of the game tree" });
  const before = await tree.getByRole("button").count();
  await tree.getByRole("button", { name: /^b2: draw/ }).press("Enter");
  await page.waitForFunction((before) => document.querySelectorAll('[role="group"] [data-choice]').length > before, before);
  await page.waitForURL(/open=b2/);

  // Results are cached, so nothing is requested again.
  let questions = 0;
  page.on("request", (request) => (questions += request.url().endsWith("/api/solve") ? 1 : 0));
  await page.goto(`/solved?${new URLSearchParams({ game: "bones", options: JSON.stringify({ heap: 6, most: 3 }) })}`);
  await page.getByText("4: lost").waitFor({ state: "attached" });
  await page.getByText("6: won, by leaving 4").waitFor({ state: "attached" });
  await page.getByRole("heading", { name: "The whole tree", exact: true }).waitFor();
  await page.getByText(/the side to move loses: wrong/).waitFor();
  await page.getByRole("slider", { name: /Depth of the search/ }).fill("6");
  await page.getByText(/the side to move wins: right/).waitFor();
  await page.waitForTimeout(1_000);
  assert.ok(questions <= 3, `${questions} requests for one position`);
  assert.deepEqual(page.failures, []);
});

test("the map of tic-tac-toe is walked through, zoomed and saved", async () => {
  const page = await arena.visitor();
  await page.goto("/solved");
  await page.getByRole("link", { name: "All positions as a poster" }).click();
  await page.waitForURL(/\/solved\/map/);
  const panel = page.getByRole("region", { name: "The chosen position" });
  const poster = page.getByRole("application");
  await panel.getByText("Both can hold the draw.").waitFor();
  // Three moves up to symmetry: corner, edge and centre.
  assert.equal(await panel.getByRole("list", { name: "Moves" }).getByRole("button").count(), 3);
  await panel.getByRole("button", { name: /^a1, a3, c1, c3/ }).first().click();
  // In answer to a corner, only the centre holds the draw.
  const replies = panel.getByRole("list", { name: "Moves" }).getByRole("button");
  await page.waitForFunction(() => document.querySelectorAll("ul[aria-label=Moves] button").length === 5);
  assert.equal(await replies.filter({ hasText: "best" }).count(), 1);
  assert.match(await replies.first().innerText(), /^b2\s+draw/);
  await page.waitForURL(/position=/);
  await page.reload();
  await panel.getByText("one of 3 positions").waitFor();

  const view = () => poster.locator("svg").getAttribute("viewBox");
  // The view has the shape of its place once the page knows that.
  await page.waitForFunction(() => {
    const svg = document.querySelector("[role=application] svg");
    const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
    const box = svg.parentElement.getBoundingClientRect();
    return Math.abs(width / height - box.width / box.height) < 0.01;
  });
  const whole = await view();
  await poster.focus();
  await page.keyboard.press("+");
  const nearer = await view();
  assert.ok(Number(nearer.split(" ")[2]) < Number(whole.split(" ")[2]), `${whole} and ${nearer}`);
  await page.keyboard.press("ArrowRight");
  assert.ok(Number((await view()).split(" ")[0]) > Number(nearer.split(" ")[0]));
  const box = await poster.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel(0, -400);
  await page.waitForFunction((before) => Number(document.querySelector("[role=application] svg").getAttribute("viewBox").split(" ")[2]) < before, Number(nearer.split(" ")[2]));
  await page.keyboard.press("0");
  await page.waitForFunction((whole) => document.querySelector("[role=application] svg").getAttribute("viewBox") === whole, whole);
  // The first position is in the middle.
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await panel.getByText("The start of the game.").waitFor();

  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save the poster (SVG)" }).click()]);
  const svg = await readFile(await download.path(), "utf8");
  assert.match(svg, /Tic-tac-toe: all 765 positions/);
  assert.doesNotMatch(svg, /NaN|undefined|var\(/);
  assert.deepEqual(page.failures, []);
});

test("the position of the day is answered once, and right answers make a streak", async () => {
  const page = await arena.visitor();
  await page.goto("/learn");
  await page.getByRole("link", { name: /Guess the cut/ }).click();
  await page.waitForURL(/\/daily$/);
  const form = page.locator("main form");
  await form.waitFor({ timeout: 60_000 });
  // Without a value there is no answer: the browser names the field that is missing.
  await form.getByRole("button", { name: "Show the answer" }).click();
  assert.ok(await form.evaluate((form) => !form.checkValidity()));
  assert.equal(await page.getByTestId("verdict-of-day").count(), 0);
  const guess = async (page, value) => {
    const text = page.getByRole("textbox", { name: "The value of the root" });
    if ((await text.count()) > 0) await text.fill(value.replace("−", "-"));
    else await page.getByRole("radio", { name: value, exact: true }).check();
  };
  const isTree = (await page.getByRole("textbox", { name: "The value of the root" }).count()) > 0;
  await guess(page, isTree ? "99" : "Draw");
  await form.getByRole("button", { name: "Show the answer" }).click();
  const verdict = page.getByTestId("verdict-of-day");
  await verdict.getByText("Your marks differ from the cuts.").waitFor();
  assert.equal(await page.getByTestId("streak").textContent(), "0 days");
  // The answer stays.
  await page.reload();
  await verdict.waitFor({ timeout: 60_000 });
  const said = await page.getByText(/^Alpha-beta never looks at/).textContent();
  const value = /(?:the value is|With best play:) (.+)\.$/.exec(said)[1];
  const cut = await page.locator("main svg[role=group] .node").evaluateAll((nodes) => nodes.flatMap((node, i) => (node.getAttribute("aria-label").endsWith("never looked at") ? [i] : [])));
  assert.ok(cut.length > 0);

  const other = await arena.visitor();
  await other.goto("/daily");
  await other.locator("main form").waitFor({ timeout: 60_000 });
  for (const i of cut) await other.locator("main form .node").nth(i).press("Enter");
  await guess(other, value);
  await other.getByRole("button", { name: "Show the answer" }).click();
  await other.getByTestId("verdict-of-day").getByText("Right.").waitFor();
  assert.equal(await other.getByTestId("streak").textContent(), "1 day");
  await other.getByRole("button", { name: "Show yesterday's position" }).click();
  await other.getByText(/^Alpha-beta never looks at/).nth(1).waitFor({ timeout: 60_000 });
  // A wrong mark has a legend.
  await page.setViewportSize({ width: 390, height: 664 });
  await page.goto("/daily?day=2026-11-26");
  await page.locator("main form .node").nth(1).press("Enter");
  await guess(page, (await page.getByRole("textbox", { name: "The value of the root" }).count()) > 0 ? "99" : "Draw");
  await form.getByRole("button", { name: "Show the answer" }).click();
  // The verdict is in view.
  await page.waitForFunction(() => {
    const { top } = document.querySelector("[data-testid=verdict-of-day]").getBoundingClientRect();
    return top >= 0 && top < window.innerHeight;
  });
  await page.getByText("✗ stands at each leaf where your marks differ from the search.").waitFor();
  await page.getByRole("img", { name: /your mark differs$/ }).or(page.locator("[aria-label$='your mark differs']")).first().waitFor();
  assert.deepEqual([...page.failures, ...other.failures], []);
});

/** The answer to each lesson's question. */
const answers = {
  minimax: (page) => field(page, "Your answer").fill("7"),
  depth: (page) => page.getByLabel("5 plies").check(),
  "alpha-beta": async (page) => {
    for (const leaf of ["8", "7", "2"]) await page.getByRole("button", { name: `The leaf ${leaf}`, exact: true }).click();
  },
  order: (page) => page.getByLabel("Order 2").first().check(),
  books: (page) => board(page).locator('[data-point="b2"]').click(),
  met: (page) => board(page).locator('[data-point="a3"]').click(),
};

test("lessons explain wrong answers, count right ones and end with a match", async () => {
  const page = await arena.visitor();
  await page.goto("/lessons");
  const said = page.getByTestId("verdict-of-lesson");
  await field(page, "Your answer").fill("9");
  await page.getByRole("button", { name: "Check" }).click();
  await said.getByText("Not quite.").waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  for (const [id, answer] of Object.entries(answers)) {
    if (id !== "books" && id !== "met") await page.getByTestId("sentence").waitFor();
    await answer(page);
    await page.getByRole("button", { name: "Check" }).click();
    await said.getByText("Right.").waitFor({ timeout: 60_000 });
    if (id === "met") continue;
    await page.getByRole("link", { name: "Next lesson" }).click();
    await page.waitForFunction(() => {
      const { top } = document.querySelector("article h2").getBoundingClientRect();
      return top >= 0 && top < window.innerHeight;
    });
  }
  // An answered question alone does not complete a lesson.
  const complete = page.getByRole("navigation", { name: "The lessons" }).getByText(", done");
  assert.equal(await complete.count(), 0);
  await page.getByRole("button", { name: "Start the match" }).click();
  await page.waitForURL(/\/match\//);
  await page.getByText("Your turn", { exact: true }).or(verdict(page)).first().waitFor();
  // The match states its goal, on a phone above the board, tells that it was reached, and leads back to the lesson.
  const goal = page.getByRole("region", { name: "The goal of this match" });
  await goal.getByText("Goal: Win the match.").waitFor();
  await page.setViewportSize({ width: 390, height: 664 });
  const place = async () => Promise.all([goal.boundingBox(), board(page).boundingBox()]);
  const [aim, squares] = await place();
  assert.ok(aim.y + aim.height <= squares.y && squares.y + squares.height <= 664, JSON.stringify([aim, squares]));
  while ((await turnOrEnd(page)) === "turn") {
    const before = await marks(page);
    await board(page).locator(".playable").first().click();
    await page.waitForFunction((n) => [...document.querySelectorAll("[role=grid] [role=gridcell]")].filter((cell) => !cell.getAttribute("aria-label").includes("empty")).length > n, before.length);
  }
  // The bot slips now and then, so that both ends are possible. A lost match suggests a lesson.
  await goal.getByText(/^Goal (not )?reached\./).waitFor();
  await goal.getByRole("link", { name: "Back to the lesson" }).click();
  await page.waitForURL(/\/lessons\?lesson=met/);
  assert.equal(await page.getByText("All lessons are done.").count(), 0);
  await page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith(".lessons")).forEach((key) => localStorage.setItem(key.replace(/lessons$/, "lesson-goals"), localStorage.getItem(key))));
  await page.reload();
  await page.getByText("All lessons are done.").waitFor();
  assert.equal(await page.getByRole("list", { name: "The goals of this lesson" }).getByText("done").count(), 2);
  assert.deepEqual(page.failures, []);
});

test("the course shows what is done, and begins with the next step", async () => {
  const page = await arena.visitor();
  await page.goto("/");
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Learn" }).click();
  await page.getByText("0 of 10 done").first().waitFor();
  await page.getByRole("link", { name: "Begin" }).click();
  await page.waitForURL(/lesson=minimax/);
  await page.goto("/costs");
  await page.getByRole("heading", { name: "What it costs" }).waitFor();
  await page.goto("/learn");
  await page.getByText("1 of 10 done").first().waitFor();
  await page.getByRole("link", { name: "Go on" }).waitFor();
  await audit(page, "/learn", LOOKS);
  assert.deepEqual(page.failures, []);
});

test("the last lesson asks for no move of a bot that plays at random", async () => {
  const page = await arena.visitor();
  await (await prepareAt(page, { game: "tictactoe", bot: "tictactoe-random" })).click();
  await page.getByText("Your turn", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Resign" }).or(page.getByRole("button", { name: "Abort" })).first().waitFor();
  await board(page).locator(".playable").first().click();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Resign", exact: true }).last().click();
  await verdict(page).waitFor();
  await page.goto("/lessons?lesson=met");
  await page.getByText("You have not finished a match against a bot that searches for its moves").waitFor();
  await page.getByText("This is how tictactoe-club thinks:").waitFor();
  assert.deepEqual(page.failures, []);
});

test("no accessibility violation and no horizontal overflow", async () => {
  const page = await arena.visitor();
  const views = [
    ["/analyse?game=chess&position=nonsense", /a FEN must have six fields/],
    ["/solved?moves=a1&game=tictactoe&open=b2", "5,478"],
    [`/solved?${new URLSearchParams({ game: "bones" })}`, "8: lost"],
    ["/solved/map", "Both can hold the draw."],
    ["/daily?day=2026-11-26", "Show the answer"],
    ["/daily?day=2026-11-25", "Show the answer"],
    ["/lessons", "A question"],
    ["/lessons?lesson=order", "Order 3"],
    ["/lessons?lesson=met", /thinks:/],
  ];
  for (const [view, text] of views) {
    await page.goto(view);
    if (view.startsWith("/solved?moves")) await page.getByText("After a1.").waitFor();
    else await page.getByText(text).first().waitFor({ state: "attached" });
    // Buttons that become enabled later change their colours during the audit.
    if (view.startsWith("/lessons")) await page.waitForFunction(() => document.querySelector(".foot > .primary:enabled"));
    await audit(page, view, LOOKS);
  }
  assert.deepEqual(page.failures, []);
});
