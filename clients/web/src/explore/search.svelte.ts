// Loads a traced search from the server: all steps of a small one, and the upper part of a large one.

import { shown } from "../boards/shown";
import { api } from "../core/api";
import type { AnalyseRequest } from "../core/types";
import type { AnalysisAnswer, StepView, StepsPage } from "../wire";
import { grow, joined, pathTo, payoffIn, spliceVisit, visitAt, type Step, type Trace, type TraceNode } from "./trace";

/** The server's maximum number of steps per page. */
const PAGE = 2_000;
/** A search with more steps is shown folded at first. */
const MOST_WHOLE = 40_000;
/** The maximum depth in plies of a folded search. The number of steps may limit it further. */
const MOST_PLIES = 6;

export class TracedSearch {
  answer: AnalysisAnswer | undefined = $state.raw();
  trace: Trace | undefined = $state.raw();
  /** The number of steps of the whole search. */
  total = $state(0);
  /** True if some steps are not loaded. */
  folded = $state(false);
  #request: AnalyseRequest | undefined;
  #payoff: (path: readonly string[]) => number | undefined = () => undefined;
  /** The number of requests, to discard answers to older ones. */
  #asked = 0;

  clear(): void {
    this.#asked += 1;
    [this.answer, this.trace, this.total, this.folded] = [undefined, undefined, 0, false];
  }

  /**
   * Loads a search. With `whole`, the trace stays empty unless all steps are available. Rejects with the server's
   * refusal.
   */
  async load(request: AnalyseRequest, whole = false): Promise<void> {
    this.clear();
    const asked = this.#asked;
    this.#request = request;
    let answer = await this.#page({ count: PAGE });
    if (asked !== this.#asked) return;
    const { total: all, ...firstPage } = answer.steps as StepsPage;
    let { steps, next } = firstPage;
    // A search stopped by a time limit is not reproducible. One that reached its own limit of nodes is.
    const again = !answer.stopped || (typeof request.nodes === "number" && answer.nodes >= request.nodes);
    if (all <= MOST_WHOLE && again) {
      while (next !== undefined) {
        const more = await this.#page({ count: PAGE, from: next });
        if (asked !== this.#asked) return;
        // A time limit may have stopped this search on a busy machine. Its steps then do not continue the others.
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

  /**
   * Loads the upper part of a large search with as many plies as fit in a page. Each request runs a search, so it
   * starts with a good guess.
   */
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

  /**
   * Loads the steps below a folded node as of step `at`. Returns false if the repeated search did not contain the node.
   */
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
    const steps = joined(spliceVisit(trace.steps, visit, opened));
    if (this.trace === trace) this.#grow(steps);
    return steps.length > trace.steps.length;
  }

  #page(page: NonNullable<AnalyseRequest["page"]>): Promise<AnalysisAnswer> {
    return api.trace({ ...(this.#request as AnalyseRequest), page: { boards: true, ...page } });
  }

  #grow(steps: readonly Step[]): void {
    const game = this.answer?.game ?? "";
    this.trace = grow(joined(steps), this.answer?.nodes ?? 0, { payoff: this.#payoff, name: (written) => shown(game, written) });
  }
}

/** Returns the subtree of a written tree after some moves. */
function subtree(tree: unknown, path: readonly number[]): unknown {
  return path.reduce<unknown>((at, index) => (Array.isArray(at) ? (at as unknown[])[index] : undefined), tree);
}
