// Renders long content in parts, each in its own task, so that the page stays responsive.

export class Slices {
  /** The number of parts rendered so far. */
  drawn: number = $state(1);

  /** Call this while a component is created. `most` may grow. */
  constructor(most: () => number) {
    $effect(() => {
      if (this.drawn >= most()) return;
      const timer = setTimeout(() => (this.drawn += 1));
      return () => clearTimeout(timer);
    });
  }
}
