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

/** Within this time a first view is there, and its reader reads it. */
const UNTIL_READ_MS = 3000;

prefs.apply();
const target = document.getElementById("app");
if (!target) throw new Error("index.html has no element with the id “app”");

function begin(): void {
  app.start();
  // What index.html shows until here.
  target?.replaceChildren();
  mount(App, { target: target as HTMLElement });
  setTimeout(() => void fetchNext(), UNTIL_READ_MS);
}

// Nothing is shown in a language that the next moment takes away; a visit in English waits for nothing.
const language = preferred();
// In a task of its own, after that of reading the script: two short ones in place of a long one.
if (language === "en") setTimeout(begin);
else void speak(language).then(begin);
