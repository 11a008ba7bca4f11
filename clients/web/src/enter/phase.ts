// Where a tournament that one can enter stands, in a word.

import { stateTag } from "../core/tournaments";
import { words as lists } from "../pages/lists.words";
import type { Phase } from "../wire";
import { words } from "./enter.words";

/** The class of the sign that shows it: one that pauses has that of a pause elsewhere. */
export const phaseTag = (phase: Phase, paused = false): string => (phase === "registering" ? "open" : phase !== "playing" ? "" : stateTag[paused ? "paused" : "running"]);

/** A pause is told in place of the play that pauses. */
export const phaseText = (phase: Phase, paused: boolean): string => (paused && phase === "playing" ? lists.states.paused : words.phases[phase]);
