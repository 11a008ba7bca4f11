import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/parts.css";
import "./styles/boards.css";
import "./styles/forced.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { app } from "./core/app.svelte";
import { preferred, speak } from "./core/language.svelte";
import { prefs } from "./core/prefs.svelte";
import { router } from "./core/router.svelte";
import { fetchNext } from "./pages";

/** The time in milliseconds after which a first view is loaded and the reader is reading it. */
const UNTIL_READ_MS = 3000;

prefs.apply();
const target = document.getElementById("app");
if (!target) throw new Error("index.html has no element with the id “app”");

function begin(): void {
  const embedded = router.route.page === "embed";
  // A frame on another site needs no connection and no identity.
  if (embedded) void app.gamesRead.load();
  else app.start();
  // Remove the placeholder of index.html.
  target?.replaceChildren();
  mount(App, { target: target as HTMLElement });
  if (!embedded) setTimeout(() => void fetchNext(), UNTIL_READ_MS);
}

// Avoid a flash of another language: wait for its texts. English needs no wait.
const language = preferred();
// Start in a separate task after the script was evaluated: two short tasks instead of a long one.
if (language === "en") setTimeout(begin);
else void speak(language).then(begin);
