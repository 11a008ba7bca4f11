// Persistent values in the browser's local storage. The browser may refuse to store a value: storage may be blocked or
// full. The page then works with the value until it is closed, and `Unsaved.svelte` says so.

import { createSubscriber } from "svelte/reactivity";

const PREFIX = "minimax-arena.";

/** The values that the browser has refused to store. */
const unsaved = new Map<string, string | undefined>();
const unread = () => undefined;
let changed: () => void = unread;
const follow = createSubscriber((update) => {
  changed = update;
  return () => (changed = unread);
});

/** True if the browser has stored all values. A component that reads it follows a change. */
export function isSaved(): boolean {
  follow();
  return unsaved.size === 0;
}

function read(key: string): string | undefined {
  try {
    return localStorage.getItem(PREFIX + key) ?? undefined;
  } catch {
    return undefined;
  }
}

export const readStored = (key: string): string | undefined => (unsaved.has(key) ? unsaved.get(key) : read(key));

/** Stores a value, or removes it. Returns false if it lasts only until the page is closed. */
export function store(key: string, value: string | undefined): boolean {
  const before = unsaved.size;
  try {
    if (read(key) !== value) {
      if (value === undefined) localStorage.removeItem(PREFIX + key);
      else localStorage.setItem(PREFIX + key, value);
    }
    unsaved.delete(key);
  } catch {
    unsaved.set(key, value);
  }
  if (unsaved.size !== before) changed();
  return !unsaved.has(key);
}
