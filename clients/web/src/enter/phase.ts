// Where a tournament that one can enter stands, in a word.

import { words as lists } from "../pages/lists.words";
import type { Phase } from "../wire";
import { words } from "./enter.words";

/** A pause is told in place of the play that pauses. */
export const phaseText = (phase: Phase, paused: boolean): string => (paused && phase === "playing" ? lists.states.paused : words.phases[phase]);
