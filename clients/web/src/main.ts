import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/parts.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { app } from "./core/app.svelte";
import { theme } from "./core/theme.svelte";

theme.apply();
app.start();
const target = document.getElementById("app");
if (!target) throw new Error("index.html has no element with the id “app”");
mount(App, { target });
