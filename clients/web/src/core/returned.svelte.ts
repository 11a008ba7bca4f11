// The return of the connection after an outage.

import { untrack } from "svelte";
import { app } from "./app.svelte";

/** Runs `retry` each time the connection to the server returns, until the component is gone. */
export function onReturn(retry: () => void): void {
  let wasOpen = true;
  $effect(() => {
    const isOpen = app.state.link === "open";
    if (isOpen && !wasOpen) untrack(retry);
    wasOpen = isOpen || app.state.link === "connecting";
  });
}
