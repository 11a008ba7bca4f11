import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/parts.css";
import "./styles/boards.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { app } from "./core/app.svelte";
import { preferred, speak } from "./core/language.svelte";
import { prefs } from "./core/prefs.svelte";
import { fetchNext } from "./pages";

/** By this time the first view is shown and being read. */
const UNTIL_READ_MS = 3000;

prefs.apply();
const target = document.getElementById("app");
if (!target) throw new Error("index.html has no element with the id “app”");

function begin(): void {
  app.start();
  // Removes index.html's placeholder.
  target?.replaceChildren();
  mount(App, { target: target as HTMLElement });
  setTimeout(() => void fetchNext(), UNTIL_READ_MS);
}

// A visit in another language waits for its texts, so that nothing appears in English first.
const language = preferred();
// In a separate task after parsing the script: two short tasks instead of a long one.
if (language === "en") setTimeout(begin);
else void speak(language).then(begin);
