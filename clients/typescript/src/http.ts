// The client's HTTP requests.

import type { MatchesView } from "../../web/src/wire/index.ts";
import { pause } from "./pace.ts";

/** An error that a retry does not fix. */
export class ArenaError extends Error {}

/** The server does not know the player's key. */
export class UnknownKey extends ArenaError {}

/** Returns the WebSocket address of a server. `url` is its HTTP or WebSocket address. */
export function socketUrl(url: string): string {
  const address = parsed(url);
  const schemes: Record<string, string> = { "http:": "ws:", "https:": "wss:", "ws:": "ws:", "wss:": "wss:" };
  const path = address.pathname.replace(/\/+$/, "");
  return `${schemes[address.protocol] ?? "ws:"}//${address.host}${path.endsWith("/ws") ? path : `${path}/ws`}`;
}

function parsed(url: string): URL {
  const problem = new ArenaError(`${JSON.stringify(url)} is not an address of a server, such as http://127.0.0.1:8080`);
  let address: URL;
  try {
    address = new URL(url.includes("://") ? url : `http://${url}`);
  } catch {
    throw problem;
  }
  if (!["http:", "https:", "ws:", "wss:"].includes(address.protocol)) throw problem;
  return address;
}

function httpUrl(url: string, path: string): string {
  return socketUrl(url).replace(/^ws/, "http").replace(/\/ws$/, "") + path;
}

/** Fetches JSON from the server. Resolves to undefined if there is no such resource. Rejects if the request fails. */
export async function get<Told>(url: string, path: string): Promise<Told | undefined> {
  const answer = await fetch(httpUrl(url, path), { signal: AbortSignal.timeout(10_000) });
  if (answer.ok) return (await answer.json()) as Told;
  if (answer.status >= 500 || answer.status === 429) throw new Error(`${path}: ${answer.status} ${answer.statusText}`);
  return undefined;
}

/** Returns a player's live matches. Retries after an error while `waits()` returns true. */
export async function unfinished(url: string, player: string, waits: () => boolean, log: (level: "warning", line: string) => void): Promise<MatchesView["matches"]> {
  while (waits()) {
    try {
      return (await get<MatchesView>(url, `/api/matches?player=${player}&status=live`))?.matches ?? [];
    } catch (error) {
      log("warning", `the matches under way are not known yet: ${String(error)}`);
      await pause(2_000);
    }
  }
  return [];
}

/** Sends a POST request, authenticated by a token. Rejects with an `ArenaError` if the server refuses it. */
export async function post(url: string, path: string, token: string, body: unknown): Promise<unknown> {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
  const answer = await fetch(httpUrl(url, path), { method: "POST", headers, body: JSON.stringify(body) });
  const told = (await answer.json()) as { message?: string };
  if (!answer.ok && answer.status < 500 && answer.status !== 429) throw new ArenaError(told.message ?? answer.statusText);
  return told;
}
