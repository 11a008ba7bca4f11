// Players who meet: challenges, quick pairing, ratings, absence, and blocks.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { audit, board, open, openPart, prepare, verdict } from "./arena.mjs";

let arena;
before(async () => (arena = await open()));
after(() => arena?.close());

/** A new visitor on a page of the arena, with the name and id that the arena assigned. */
async function person(name, scheme = "light") {
  const page = await arena.visitor(scheme);
  await page.goto("/people");
  await page.getByRole("button", { name: /^Your name: (?!not known)/ }).click();
  await page.getByLabel("How others see you").fill(name);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: `Your name: ${name}. Change it.` }).waitFor();
  const token = await page.evaluate(() => localStorage.getItem("minimax-arena.token"));
  const answer = await page.request.get("/api/accounts/me", { headers: { authorization: `Bearer ${token}` } });
  page.id = (await answer.json()).player.id;
  return page;
}

async function claimed(name) {
  const page = await person(name);
  await page.goto("/account");
  await page.getByLabel("Name", { exact: true }).first().fill(name);
  await page.getByLabel("Password").first().fill("a long password");
  await page.getByRole("button", { name: "Claim it" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  return page;
}

const strip = (page) => page.getByRole("region", { name: "Messages" });
const choose = (page, name) => page.getByRole("radio", { name, exact: true }).check({ force: true });

test("a challenge from a player's page is declined with a reason, and another one is accepted", async () => {
  const [ann, ben] = [await person("Ann"), await person("Ben", "dark")];
  await ann.goto(`/people/${ben.id}`);
  await ann.getByRole("link", { name: "Challenge" }).click();
  await ann.getByRole("heading", { name: "Challenge Ben" }).waitFor();
  await choose(ann, "First (X)");
  await choose(ann, "Days a move");
  await ann.getByLabel("Days for each move").fill("2");
  await ann.getByRole("button", { name: "Challenge Ben" }).click();
  await ann.getByText("2 days a move").first().waitFor();

  // Ben is on another page and gets a notice there.
  await strip(ben).getByText("Ann challenges you").waitFor();
  assert.match(await strip(ben).textContent(), /Tic-tac-toe · 2 days a move · Ann first · not rated/);
  await audit(ben, "a challenge on the leaderboards");
  await ben.getByRole("button", { name: "Decline the challenge of Ann" }).click();
  await ben.getByLabel("Reason (optional)").fill("too slow for me");
  await ben.getByRole("button", { name: "Decline it" }).click();
  await strip(ann).getByText("Ben declines your challenge: “too slow for me”").waitFor();
  await strip(ann).getByRole("button", { name: "Dismiss" }).click();
  await strip(ann).waitFor({ state: "detached" });
  assert.equal(await strip(ben).count(), 0);

  await ann.goto(`/challenges?player=${ben.id}&name=Ben`);
  await choose(ann, "First (X)");
  await ann.getByRole("button", { name: "Challenge Ben" }).click();
  await ann.getByRole("button", { name: "Withdraw" }).waitFor();
  await audit(ann, "one's own challenges");
  await ben.getByRole("button", { name: "Accept the challenge of Ann" }).click();
  await ben.waitForURL(/\/match\//);
  await ann.getByRole("link", { name: "To the match" }).click();
  await ann.getByText("Not rated: a casual match.").waitFor();
  for (const page of [ann, ben]) await board(page).waitFor();
  assert.equal(new URL(ann.url()).pathname, new URL(ben.url()).pathname);
  await ann.getByText("Your turn", { exact: true }).waitFor();

  // During play, another challenge shows only in the bell, and opens below it.
  const cat = await person("Cat");
  await cat.goto(`/challenges?player=${ben.id}&name=Ben`);
  await cat.getByRole("button", { name: "Challenge Ben" }).click();
  const bell = ben.getByRole("button", { name: "1 message for you" });
  await bell.waitFor();
  assert.equal(await strip(ben).count(), 0);
  await bell.click();
  await strip(ben).getByText("Cat challenges you").waitFor();
  // It is withdrawn and disappears from Ben's page.
  await cat.getByRole("button", { name: "Withdraw" }).click();
  await bell.waitFor({ state: "detached" });
  for (const page of [ann, ben, cat]) assert.deepEqual(page.failures, []);
});

test("accepts an open challenge by its link, and a listed one from the list", async () => {
  const [ann, ben] = [await person("Ann"), await person("Ben")];
  await ann.goto("/challenges");
  await ann.getByRole("button", { name: "Make the challenge" }).click();
  const link = await ann.getByRole("textbox", { name: "Link to this challenge" }).inputValue();
  await audit(ann, "one's own open challenge");
  await ben.goto(link);
  await ben.getByRole("button", { name: "Accept" }).click();
  // Its creator, who waits on the page of the link, is redirected to the match.
  for (const page of [ann, ben]) {
    await page.waitForURL(/\/match\//);
    await board(page).waitFor();
  }
  await ben.goto(link);
  await ben.getByText("This challenge has ended or is not for you").waitFor();

  await ann.goto("/challenges");
  await ann.getByLabel("Show it to everybody").check();
  await ann.getByRole("button", { name: "Make the challenge" }).click();
  await ann.waitForURL(/\/challenges\/./);
  await ben.goto("/challenges");
  await ben.getByRole("button", { name: "Accept the challenge of Ann" }).click();
  for (const page of [ann, ben]) await page.waitForURL(/\/match\//);
  for (const page of [ann, ben]) assert.deepEqual(page.failures, []);
});

test("two players are paired with one click each, and waiting can be cancelled", async () => {
  const [ann, ben] = [await person("Ann"), await person("Ben")];
  for (const page of [ann, ben]) await page.goto("/?game=reversi");
  await ann.getByRole("button", { name: "Find somebody to play, 5+5" }).click();
  await strip(ann).getByText("Waiting for somebody: Reversi · 5+5").waitFor();
  await audit(ann, "waiting to be paired");
  // Waiting continues from page to page.
  await ann.getByRole("link", { name: "Bots", exact: true }).click();
  await strip(ann).getByRole("button", { name: "Cancel" }).click();
  await strip(ann).waitFor({ state: "detached" });
  await ann.goBack();
  await ben.getByRole("button", { name: "Find somebody to play, 3+2" }).click();
  await ann.getByRole("button", { name: "Find somebody to play, 3+2" }).click();
  for (const page of [ann, ben]) {
    await page.waitForURL(/\/match\//);
    await page.getByText("Reversi · 3+2").waitFor();
    assert.equal(await strip(page).count(), 0);
  }
  for (const page of [ann, ben]) assert.deepEqual(page.failures, []);
});

test("a rated match is marked, and an unrated one shows the reason", async () => {
  const [ann, ben] = [await claimed("Rita Rated"), await claimed("Ralf Rated")];
  await ann.goto(`/challenges?player=${ben.id}&name=Ralf`);
  await choose(ann, "First (X)");
  await ann.getByLabel("Rated", { exact: true }).check();
  await ann.getByRole("button", { name: "Challenge Ralf" }).click();
  await ben.getByRole("button", { name: "Accept the challenge of Rita Rated" }).click();
  await ann.getByRole("link", { name: "To the match" }).click();
  for (const page of [ann, ben]) await page.locator(".tag", { hasText: "Rated" }).waitFor();
  for (const [page, point] of [[ann, "b2"], [ben, "a1"]]) {
    await page.getByText("Your turn", { exact: true }).waitFor();
    await board(page).locator(`[data-point=${point}]`).click();
  }
  await ann.getByText("Your turn", { exact: true }).waitFor();
  await ann.getByRole("button", { name: "Resign" }).click();
  await ann.getByRole("button", { name: "Resign" }).click();
  await verdict(ben).waitFor();
  // Each player on the leaderboards can be challenged.
  await ann.goto("/people?game=tictactoe&speed=untimed");
  await ann.getByRole("link", { name: "Challenge Ralf Rated" }).waitFor();
  await audit(ann, "the leaderboards with somebody on them");
  // Non-default options make a match unrated.
  await (await prepare(ann, { game: "Game of bones" })).waitFor();
  await openPart(ann, "Details");
  await ann.getByRole("spinbutton").first().fill("9");
  await ann.locator("form").getByLabel("Rated", { exact: true }).check();
  await ann.getByRole("button", { name: "Start the match" }).click();
  await ann.getByText("Not rated: the game does not have its default options.").waitFor();
  for (const page of [ann, ben]) assert.deepEqual(page.failures, []);
});

test("a reported and blocked player cannot challenge", async () => {
  const [ann, eve] = [await person("Ann"), await person("Eve")];
  await ann.goto(`/people/${eve.id}`);
  await ann.getByText("Block or report").click();
  await ann.getByLabel("What happened").fill("rude words");
  await ann.getByRole("button", { name: "Report Eve" }).click();
  await ann.getByText("Reported. The operator will review it.").waitFor();
  await ann.getByRole("button", { name: "Block Eve" }).click();
  await ann.getByRole("button", { name: "Unblock Eve" }).waitFor();
  await audit(ann, "a player's page");
  await eve.goto(`/challenges?player=${ann.id}&name=Ann`);
  await eve.getByRole("button", { name: "Challenge Ann" }).click();
  await eve.getByRole("alert").filter({ hasText: "does not accept challenges from you" }).waitFor();
  await ann.getByRole("button", { name: "Unblock Eve" }).click();
  await ann.getByRole("button", { name: "Block Eve", exact: true }).waitFor();
  for (const page of [ann, eve]) assert.deepEqual(page.failures, []);
});

test("with a clock the opponent of an absent player can claim", async () => {
  const here = arena;
  arena = await open({ ARENA_MATCHES_GRACE_MS: "1500", ARENA_MATCHES_PRESENCE_MS: "500" });
  try {
    const [ann, ben] = [await person("Ann"), await person("Ben")];
    for (const page of [ann, ben]) await page.goto("/?game=tictactoe");
    for (const page of [ann, ben]) await page.getByRole("button", { name: "Find somebody to play, 5+5" }).click();
    for (const page of [ann, ben]) await page.getByRole("region", { name: "The match" }).waitFor();
    await ben.context().close();
    await ann.getByText("Ben has been away for too long.").waitFor();
    await audit(ann, "a match that may be claimed");
    await ann.getByRole("button", { name: "Claim the win" }).click();
    await verdict(ann).waitFor();
    assert.equal(await verdict(ann).textContent(), "You win");
    await ann.getByText("Ben left and did not come back.", { exact: true }).waitFor();
    assert.deepEqual(ann.failures, []);
  } finally {
    await arena.close();
    arena = here;
  }
});
