import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/parts.css";
import "./styles/boards.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { app } from "./core/app.svelte";
import { prefs } from "./core/prefs.svelte";

prefs.apply();
app.start();
const target = document.getElementById("app");
if (!target) throw new Error("index.html has no element with the id “app”");
mount(App, { target });
