// The tournaments that this browser plays in. With each connection it reports that it is ready.

import { readStored, store } from "./stored";

const MOST = 20;
const read = (): string[] => (readStored("entered") ?? "").split(" ").filter(Boolean);
const write = (all: readonly string[]) => store("entered", all.join(" ") || undefined);

export const entered = {
  all: read,
  keep: (tournament: string) => write([tournament, ...read().filter((one) => one !== tournament)].slice(0, MOST)),
  forget: (tournament: string) => write(read().filter((one) => one !== tournament)),
};
