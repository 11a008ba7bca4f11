// What is long is drawn bit by bit, each in a task of its own, so that whoever clicks meanwhile is heard.

export class Slices {
  /** So many of them are drawn by now. */
  drawn: number = $state(1);

  /** For a component, while it is made; `most` may grow. */
  constructor(most: () => number) {
    $effect(() => {
      if (this.drawn >= most()) return;
      const timer = setTimeout(() => (this.drawn += 1));
      return () => clearTimeout(timer);
    });
  }
}
