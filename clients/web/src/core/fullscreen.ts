// Full screen for what a dialog shows.

/**
 * Shows an element inside a dialog on the whole screen, and returns a function that ends this. Where the browser refuses,
 * the dialog fills the window. The dialog itself cannot be in full screen, and the page in full screen would cover it.
 */
export function fillScreen(element: Element): () => void {
  if (document.fullscreenEnabled) element.requestFullscreen().catch(() => undefined);
  return () => {
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
  };
}
