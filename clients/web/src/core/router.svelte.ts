// A small router on the history API: plain links and one listener.

import { parseRoute, type Route } from "./routes";
import { Scrolls } from "./scrolls";

class Router {
  url = $state.raw(new URL(window.location.href));
  route: Route = $derived(parseRoute(this.url.pathname));

  #scrolls = new Scrolls();

  constructor() {
    window.addEventListener("popstate", () => {
      this.#scrolls.moved();
      this.url = new URL(window.location.href);
    });
    document.addEventListener("click", (event) => this.#click(event));
  }

  go(path: string, replace = false): void {
    const url = new URL(path, window.location.href);
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
    if (this.route.page === "embed" || parseRoute(link.pathname).page === "missing") return;
    event.preventDefault();
    this.go(link.href);
  }
}

export const router = new Router();
