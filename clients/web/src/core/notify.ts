// A notification of the browser's, where it was allowed and nobody is looking.

import { prefs } from "./prefs.svelte";
import { router } from "./router.svelte";

/** Tells `title` and `body`; a click on it leads to `path`. Of the same `tag` the newest stays. */
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
    // Some phones know notifications by a service worker only.
  }
}
