// Sockets that the link needs outside a browser.

import type { SocketLike } from "../../web/src/core/link.ts";

/** Loads the `ws` package in a Node version without a global WebSocket. */
export async function haveWebSocket(): Promise<void> {
  if (typeof globalThis.WebSocket === "undefined") {
    const ws = (await import("ws" as string)) as { WebSocket: typeof WebSocket };
    globalThis.WebSocket = ws.WebSocket;
  }
}

/** Creates a socket that never opens. */
export function silent(): SocketLike {
  return { send: () => undefined, close: () => undefined, onopen: null, onclose: null, onmessage: null, onerror: null };
}
