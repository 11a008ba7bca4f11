// Browser notifications, if they are allowed and the page is hidden.

import { prefs } from "./prefs.svelte";
import { router } from "./router.svelte";

/** Shows a notification. A click on it opens `path`. A newer notification replaces an older one with the same `tag`. */
export function notify(title: string, body: string, tag: string, path: string): void {
  if (!prefs.notify || !document.hidden || Notification.permission !== "granted") return;
  try {
    const note = new Notification(title, { body, tag, icon: `${import.meta.env.BASE_URL}favicon-turn.svg` });
    note.onclick = () => {
      window.focus();
      router.go(path);
      note.close();
    };
  } catch {
    // Some phones allow notifications only from a service worker.
  }
}
