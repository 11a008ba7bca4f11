// The static site has no server: a worker with a WebAssembly module answers. It replaces `core/server.ts`.

import type { SocketLike } from "../core/link";

export const isSite = true as boolean;

/** What the worker is asked. */
export type Asked = { do: "request"; id: number; path: string; query: Record<string, string>; body: string | null } | { do: "message"; text: string } | { do: "leave" };
/** What the worker answers: a request by its number, or messages as over the socket. */
export type Answered = { id: number; status: number; body: string } | { texts: string[] };

const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
const tell = (asked: Asked) => worker.postMessage(asked);
worker.postMessage(document.baseURI);

const waiting = new Map<number, (answer: Response) => void>();
let requests = 0;
let socket: SocketLike | undefined;

worker.onmessage = ({ data }: MessageEvent<Answered>) => {
  if ("id" in data) {
    waiting.get(data.id)?.(new Response(data.body, { status: data.status }));
    waiting.delete(data.id);
  } else for (const text of data.texts) socket?.onmessage?.(new MessageEvent("message", { data: text }));
};

export function ask(path: string, { body }: RequestInit = {}): Promise<Response> {
  const id = (requests += 1);
  const url = new URL(path, document.baseURI);
  tell({ do: "request", id, path: url.pathname, query: Object.fromEntries(url.searchParams), body: typeof body === "string" ? body : null });
  return new Promise((resolve) => waiting.set(id, resolve));
}

export function connect(): SocketLike {
  const opened: SocketLike = {
    send: (text) => tell({ do: "message", text }),
    close: () => {
      if (socket !== opened) return;
      socket = undefined;
      tell({ do: "leave" });
    },
    onopen: null,
    onclose: null,
    onmessage: null,
    onerror: null,
  };
  socket = opened;
  setTimeout(() => opened.onopen?.(new Event("open")));
  return opened;
}
