// Fills an arena with test data: many tournaments, live matches, and a tournament of a hundred entrants.

const GRID = (axes, rounds, name) => `name = "${name}"\ngame = "tictactoe"\nrounds = ${rounds}\nseed = 1\n\n[[entrants]]\ngrid = { ${axes} }\n`;

async function ask(url, path, token, body) {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const answer = await fetch(url + path, body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

const pause = (ms) => new Promise((go) => setTimeout(go, ms));

/** Starts a tournament, waits for its end and resolves with its id. */
async function tournament(url, token, toml) {
  const { id } = await ask(url, "/api/tournaments", token, { toml });
  for (;;) {
    const { state } = await ask(url, `/api/tournaments/${id}`, token);
    if (state === "finished") return id;
    if (state !== "running") throw new Error(`the tournament is ${state}`);
    await pause(20);
  }
}

/** Plays tiny tournaments, a few at a time. */
export async function tournaments(url, token, count, atATime = 10) {
  for (let made = 0; made < count; made += atATime) {
    const few = Array.from({ length: Math.min(atATime, count - made) }, (_, i) => GRID("depth = [1, 2]", 1, `Tournament ${made + i + 1}`));
    await Promise.all(few.map((toml) => tournament(url, token, toml)));
  }
}

/** Plays a round robin of `entrants`. */
export const crosstable = (url, token, entrants) =>
  tournament(url, token, GRID(`depth = [1], random_move = [0.25], seed = [${Array.from({ length: entrants }, (_, i) => i + 1).join(", ")}]`, 1, "A hundred"));

/**
 * Creates live matches between two people, twenty per pair. A page of the arena holds the connections, so the matches
 * last as long as the page.
 */
export async function liveMatches(page, count) {
  await page.goto("/healthz");
  await page.evaluate(async (count) => {
    /** Opens a connection and sends the greeting. Answers are matched to requests by `id`. */
    const player = () =>
      new Promise((ready, failed) => {
        const socket = new WebSocket(`ws://${location.host}/ws`, "arena.v1");
        const waiting = new Map();
        const ask = (message) =>
          new Promise((done, refused) => {
            const id = waiting.size + 1;
            waiting.set(id, { done, refused });
            socket.send(JSON.stringify({ ...message, id }));
          });
        socket.onopen = () => socket.send(JSON.stringify({ type: "hello" }));
        socket.onerror = () => failed(new Error("no connection"));
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          if (message.type === "welcome") ready({ ask });
          const asked = waiting.get(message.re);
          if (message.type === "error") (asked?.refused ?? failed)(new Error(message.message));
          else asked?.done(message);
        };
      });
    for (let made = 0; made < count; made += 20) {
      const [one, other] = [await player(), await player()];
      for (let i = made; i < Math.min(count, made + 20); i += 1) {
        const { match } = await one.ask({ type: "create", game: "tictactoe", options: {}, seats: ["me", "open"], shuffle: false });
        await other.ask({ type: "join", match });
        // A match is listed from its first move on.
        await one.ask({ type: "move", match, ply: 0, move: "b2" });
      }
    }
  }, count);
}
