/** Scrolls to the beginning of an element if it is above the screen or in its lower half. */
export function showStart(element: Element | undefined): void {
  if (!element) return;
  const { top } = element.getBoundingClientRect();
  if (top < 0 || top > innerHeight / 2) element.scrollIntoView({ block: "start" });
}
