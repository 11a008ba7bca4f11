// A small router on the history API: plain links and one listener.

import { isSite } from "#server";
import { placeOf, shownView, viewOf } from "./place";
import { parseRoute, type Route } from "./routes";
import { Scrolls } from "./scrolls";

class Router {
  url = $state.raw(shownView());
  route: Route = $derived(parseRoute(this.url.pathname));

  #scrolls = new Scrolls();

  constructor() {
    window.addEventListener("popstate", () => {
      this.#scrolls.moved();
      this.url = shownView();
    });
    document.addEventListener("click", (event) => this.#click(event));
    // In the static site, a link that is opened in another tab needs its whole address.
    if (isSite) for (const event of ["pointerover", "focusin"]) document.addEventListener(event, ({ target }) => place(target));
  }

  go(path: string, replace = false): void {
    const url = new URL(path, this.url);
    const samePage = url.pathname === this.url.pathname;
    if (replace) this.#scrolls.replace(url);
    else this.#scrolls.push(url);
    this.url = url;
    if (!samePage) window.scrollTo(0, 0);
    else if (url.hash) document.getElementById(url.hash.slice(1))?.scrollIntoView();
  }

  /** Follows links to pages of this site without a reload. Leaves every other click to the browser. */
  #click(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.target || link.hasAttribute("download") || link.origin !== window.location.origin) return;
    if (link.getAttribute("href")?.startsWith("#")) return;
    // In a frame on another site no other view may open, so that no site can cover its buttons.
    const view = viewOf(link);
    if (this.route.page === "embed" || parseRoute(view.pathname).page === "missing") return;
    event.preventDefault();
    this.go(view.href);
  }
}

/** Gives the link at this place of the page its whole address. */
function place(target: EventTarget | null): void {
  const link = target instanceof Element ? target.closest("a[href^='/']") : null;
  link?.setAttribute("href", placeOf(link.getAttribute("href") ?? ""));
}

export const router = new Router();
