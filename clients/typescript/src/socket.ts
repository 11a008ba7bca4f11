// Sockets for the link outside browsers.

import type { SocketLike } from "../../web/src/core/link.ts";

/** Browsers and newer Nodes have WebSockets of their own. */
export async function haveWebSocket(): Promise<void> {
  if (typeof globalThis.WebSocket === "undefined") {
    const ws = (await import("ws" as string)) as { WebSocket: typeof WebSocket };
    globalThis.WebSocket = ws.WebSocket;
  }
}

/** A socket that never opens. */
export function silent(): SocketLike {
  return { send: () => undefined, close: () => undefined, onopen: null, onclose: null, onmessage: null, onerror: null };
}
