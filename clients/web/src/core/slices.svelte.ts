// Renders long content in slices, each in its own task, so that clicks are handled in between.

export class Slices {
  /** Number of rendered slices. */
  drawn: number = $state(1);

  /** For a component during its creation; `most` may grow. */
  constructor(most: () => number) {
    $effect(() => {
      if (this.drawn >= most()) return;
      const timer = setTimeout(() => (this.drawn += 1));
      return () => clearTimeout(timer);
    });
  }
}
