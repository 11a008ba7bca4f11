// The stages of a knockout, including those that have not begun.

import type { StageRow, TieRow } from "../wire";

export interface DrawnStage {
  stage: StageRow["stage"];
  /** The ties from top to bottom; undefined if a tie has no entrants yet. The match for third place is left out. */
  ties: (TieRow | undefined)[];
}

const nameOf = (ties: number): StageRow["stage"] => (ties === 1 ? "final" : ties === 2 ? "semifinals" : ties === 4 ? "quarterfinals" : `round of ${2 * ties}`);

export function allStages(stages: readonly StageRow[]): DrawnStage[] {
  const drawn: DrawnStage[] = stages.map(({ stage, ties }) => ({ stage, ties: stage === "final" ? ties.slice(0, 1) : ties }));
  for (let ties = (drawn.at(-1)?.ties.length ?? 0) / 2; ties >= 1; ties /= 2) {
    drawn.push({ stage: nameOf(ties), ties: Array.from({ length: ties }, () => undefined) });
  }
  return drawn;
}
