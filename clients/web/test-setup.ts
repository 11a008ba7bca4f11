// Runs in each file of tests. The files share one environment, because making one takes longer than most tests; each
// file loads the modules of the page anew and finds storage, document and globals as in a new page.

import { afterAll, vi } from "vitest";

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.resetModules();
  // Some tests need no page.
  if (typeof document === "undefined") return;
  localStorage.clear();
  sessionStorage.clear();
  document.head.replaceChildren();
  document.body.replaceChildren();
  document.documentElement.removeAttribute("lang");
  history.replaceState(null, "", "/");
});
