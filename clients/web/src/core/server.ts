// The server behind the page. In the static site, `site/server.ts` replaces this file: both are imported as "#server".

import { openSocket, type SocketLike } from "./link";

/** Whether the page works without a server. */
export const isSite = false as boolean;

/** Sends a request to the server. */
export const ask = (path: string, given: RequestInit = {}): Promise<Response> => fetch(path, given);

/** Connects to the server. */
export function connect(): SocketLike {
  const scheme = window.location.protocol === "https:" ? "wss" : "ws";
  return openSocket(`${scheme}://${window.location.host}/ws`);
}
