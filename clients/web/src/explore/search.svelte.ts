// A traced search as it is read from the server: whole where it is small, folded where it is large.

import { shown } from "../boards/shown";
import { api } from "../core/api";
import type { AnalyseRequest } from "../core/types";
import type { AnalysisAnswer, StepView, StepsPage } from "../wire";
import { grow, pathTo, payoffIn, spliceVisit, visitAt, type Trace, type TraceNode } from "./trace";

/** As many as the server tells at once. */
const PAGE = 2_000;
/** A search of more steps is shown folded at first. */
const MOST_WHOLE = 40_000;
/** A folded search shows at most so many plies, and goes as deep as so many steps allow. */
const MOST_PLIES = 6;

export class TracedSearch {
  answer: AnalysisAnswer | undefined = $state.raw();
  trace: Trace | undefined = $state.raw();
  /** How many steps the whole search took. */
  total = $state(0);
  /** Whether some of them are not here. */
  folded = $state(false);
  #request: AnalyseRequest | undefined;
  #payoff: (path: readonly string[]) => number | undefined = () => undefined;
  /** Counts the questions, so that an answer to an older one is dropped. */
  #asked = 0;

  clear(): void {
    this.#asked += 1;
    [this.answer, this.trace, this.total, this.folded] = [undefined, undefined, 0, false];
  }

  /** Reads a search; `whole` only where all of its steps can be had. Rejects with the server's refusal. */
  async load(request: AnalyseRequest, whole = false): Promise<void> {
    this.clear();
    const asked = this.#asked;
    this.#request = request;
    let answer = await this.#page({ count: PAGE });
    if (asked !== this.#asked) return;
    const { total: all, ...firstPage } = answer.steps as StepsPage;
    let { steps, next } = firstPage;
    // What a clock stopped is not the same twice.
    const again = !answer.stopped;
    if (all <= MOST_WHOLE && again) {
      while (next !== undefined) {
        const more = await this.#page({ count: PAGE, from: next });
        if (asked !== this.#asked) return;
        // On a busy machine a clock may have stopped this one: it is another search then, and fits no further.
        if (more.steps?.total !== all) break;
        steps = [...steps, ...more.steps.steps];
        next = more.steps.next;
      }
    } else if (!whole && again) {
      answer = (await this.#upper(answer)) ?? answer;
      if (asked !== this.#asked) return;
      ({ steps } = answer.steps as StepsPage);
    }
    const complete = steps.length === all;
    this.#payoff = answer.diagram.kind === "tree" ? payoffIn(subtree(answer.diagram.tree, answer.diagram.path)) : () => undefined;
    this.answer = answer;
    this.total = all;
    this.folded = !complete;
    if (complete || !whole) this.#grow(steps);
  }

  /** The upper part of a large search, of as many plies as fit a page: each question is a search, so the first is a good guess. */
  async #upper({ nodes, depth }: AnalysisAnswer): Promise<AnalysisAnswer | undefined> {
    const [asked, growth] = [this.#asked, Math.max(1.1, nodes ** (1 / Math.max(1, depth)))];
    let best: AnalysisAnswer | undefined;
    const tried: number[] = [];
    let plies = Math.min(MOST_PLIES, Math.max(1, Math.floor(Math.log(PAGE / 2) / Math.log(growth))));
    while (plies >= 1 && plies <= MOST_PLIES && !tried.includes(plies) && asked === this.#asked) {
      tried.push(plies);
      const shallow = await this.#page({ count: PAGE, plies });
      const total = shallow.steps?.total ?? 0;
      if (total <= PAGE || plies === 1) {
        best = shallow;
        if (total * growth > PAGE) break;
        plies += 1;
      } else if (best) break;
      else plies -= 1;
    }
    return best;
  }

  /** Reads what lies below a folded node, as it was searched at `at`; whether it was found again in the search made anew. */
  async open(node: TraceNode, at: number): Promise<boolean> {
    const [trace, visit, asked] = [this.trace, visitAt(node, at), this.#asked];
    const depth = trace?.iterations.findLast((iteration) => iteration.from <= at)?.depth;
    if (!trace || !visit) return false;
    const below = pathTo(node);
    const few = visit.hidden * 4 <= PAGE;
    let opened: StepView[] = [];
    for (let plies = few ? 60 : 1; plies <= (few ? 60 : MOST_PLIES); plies += 1) {
      const found: StepView[] = [];
      let next: number | undefined = 0;
      while (next !== undefined && found.length < 4 * PAGE) {
        const page: StepsPage | undefined = (await this.#page({ below, plies, count: PAGE, from: next, ...(depth ? { depth } : {}) })).steps;
        if (asked !== this.#asked) return true;
        found.push(...(page?.steps ?? []));
        next = page?.next;
      }
      if (opened.length > 0 && (next !== undefined || found.length > PAGE)) break;
      opened = found;
    }
    const steps = spliceVisit(trace.steps, visit, opened);
    if (this.trace === trace) this.#grow(steps);
    return steps.length > trace.steps.length;
  }

  #page(page: NonNullable<AnalyseRequest["page"]>): Promise<AnalysisAnswer> {
    return api.trace({ ...(this.#request as AnalyseRequest), page: { boards: true, ...page } });
  }

  #grow(steps: readonly StepView[]): void {
    const game = this.answer?.game ?? "";
    this.trace = grow(steps, this.answer?.nodes ?? 0, { payoff: this.#payoff, name: (written) => shown(game, written) });
  }
}

/** What is left of a written tree after some moves. */
function subtree(tree: unknown, path: readonly number[]): unknown {
  return path.reduce<unknown>((at, index) => (Array.isArray(at) ? (at as unknown[])[index] : undefined), tree);
}
