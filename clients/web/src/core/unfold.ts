/**
 * Opens a `<details>` when `wanted` becomes true. Use it as `<details {@attach unfold(wanted)}>`. It never closes one:
 * `open={wanted}` would do so at every update of the view, even if the reader has just opened it.
 */
export const unfold = (wanted: boolean) => (node: HTMLDetailsElement): void => {
  if (wanted) node.open = true;
};
