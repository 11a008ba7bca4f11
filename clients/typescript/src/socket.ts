// What the link needs outside a browser.

/** Loads the `ws` package in a Node version without a global WebSocket. */
export async function haveWebSocket(): Promise<void> {
  if (typeof globalThis.WebSocket === "undefined") {
    const ws = (await import("ws" as string)) as { WebSocket: typeof WebSocket };
    globalThis.WebSocket = ws.WebSocket;
  }
}
