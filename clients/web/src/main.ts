import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/parts.css";
import "./styles/boards.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { app } from "./core/app.svelte";
import { preferred, speak } from "./core/language.svelte";
import { prefs } from "./core/prefs.svelte";

prefs.apply();
app.start();
const target = document.getElementById("app");
if (!target) throw new Error("index.html has no element with the id “app”");
// Nothing is shown in a language that the next moment takes away; a visit in English waits for nothing.
const language = preferred();
if (language === "en") mount(App, { target });
else void speak(language).then(() => mount(App, { target }));
