// A browser notification, if permitted and the page is hidden.

import { prefs } from "./prefs.svelte";
import { router } from "./router.svelte";

/** Shows `title` and `body`; a click opens `path`. A new one replaces the old one with the same `tag`. */
export function notify(title: string, body: string, tag: string, path: string): void {
  if (!prefs.notify || !document.hidden || Notification.permission !== "granted") return;
  try {
    const note = new Notification(title, { body, tag, icon: "/favicon-turn.svg" });
    note.onclick = () => {
      window.focus();
      router.go(path);
      note.close();
    };
  } catch {
    // Some phones support notifications only by a service worker.
  }
}
