// Shows a bot's values in messages.

import { inspect } from "node:util";

/** Returns any value as text of at most 300 characters. Never throws: a bot may throw or return anything. */
export function shown(value: unknown): string {
  try {
    const text = value instanceof Error ? `${value.name}: ${value.message}` : inspect(value, { customInspect: false, depth: 1 });
    return text.slice(0, 300);
  } catch {
    return "a value that cannot be shown";
  }
}
