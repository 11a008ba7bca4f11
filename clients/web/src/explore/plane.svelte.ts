// A drawing that can be dragged and zoomed, with a mouse, fingers or keys.

export interface View {
  /** The left and upper edge of the view, in units of the drawing. */
  x: number;
  y: number;
  scale: number;
}

export interface PlaneOptions {
  /** The limits of the scale. */
  least: number;
  most: number;
  /** Returns the size of the drawing, and the greatest scale at which all of it is shown. */
  whole: () => { width: number; height: number; most: number };
  /** The reader has moved the view. */
  onmove?: () => void;
  /** The reader has clicked at this point, in pixels from the left and upper edge. */
  onchoose: (px: number, py: number) => void;
}

/** A movement of fewer pixels is a click. */
const CLICK = 6;

export class Plane {
  view: View = $state({ x: 0, y: 0, scale: 1 });
  size = $state({ width: 600, height: 420 });
  readonly #options: PlaneOptions;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is rendered from it
  readonly #fingers = new Map<number, { x: number; y: number }>();
  #moved = 0;

  constructor(options: PlaneOptions) {
    this.#options = options;
  }

  /** Follows the size of an element. */
  watch(element: Element): () => void {
    const shape = new ResizeObserver(([entry]) => entry && (this.size = { width: entry.contentRect.width, height: entry.contentRect.height }));
    shape.observe(element);
    return () => shape.disconnect();
  }

  zoom(factor: number, px = this.size.width / 2, py = this.size.height / 2): void {
    const { x, y, scale: before } = this.view;
    const scale = Math.min(this.#options.most, Math.max(this.#options.least, before * factor));
    this.view = { scale, x: x + px / before - px / scale, y: y + py / before - py / scale };
  }

  /** Shows the whole drawing. */
  fit(): void {
    const { width, height, most } = this.#options.whole();
    const scale = Math.min(most, this.size.width / width, this.size.height / height);
    this.#options.onmove?.();
    this.view = { scale, x: width / 2 - this.size.width / 2 / scale, y: height / 2 - this.size.height / 2 / scale };
  }

  wheel(event: WheelEvent, plane: Element): void {
    // Without a modifier key the wheel scrolls the page, unless the reader has chosen the drawing.
    if (!event.ctrlKey && !event.metaKey && document.activeElement !== plane) return;
    event.preventDefault();
    const box = plane.getBoundingClientRect();
    this.zoom(Math.exp(-event.deltaY / 400), event.clientX - box.left, event.clientY - box.top);
  }

  down(event: PointerEvent, plane: Element): void {
    plane.setPointerCapture(event.pointerId);
    this.#fingers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    if (this.#fingers.size === 1) this.#moved = 0;
  }

  move(event: PointerEvent): void {
    const before = this.#fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.offsetX, y: event.offsetY };
    const other = [...this.#fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const apart = (from: { x: number; y: number }) => Math.hypot(from.x - other.x, from.y - other.y);
      this.zoom(apart(now) / Math.max(1, apart(before)), (now.x + other.x) / 2, (now.y + other.y) / 2);
    } else {
      this.view.x -= (now.x - before.x) / this.view.scale;
      this.view.y -= (now.y - before.y) / this.view.scale;
    }
    this.#moved += Math.hypot(now.x - before.x, now.y - before.y);
    if (this.#moved > CLICK) this.#options.onmove?.();
    this.#fingers.set(event.pointerId, now);
  }

  up(event: PointerEvent): void {
    const known = this.#fingers.delete(event.pointerId);
    if (known && this.#moved <= CLICK && event.type !== "pointercancel") this.#options.onchoose(event.offsetX, event.offsetY);
  }

  key(event: KeyboardEvent): void {
    const step = 60 / this.view.scale;
    const to = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
    if (to) {
      this.#options.onmove?.();
      this.view = { ...this.view, x: this.view.x + (to[0] ?? 0), y: this.view.y + (to[1] ?? 0) };
    } else if (event.key === "+" || event.key === "=") this.zoom(1.25);
    else if (event.key === "-") this.zoom(0.8);
    else if (event.key === "0") this.fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
