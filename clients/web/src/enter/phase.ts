// The phase of a tournament that one can enter, in a word.

import { stateTag } from "../core/tournaments";
import { words as lists } from "../pages/lists.words";
import type { Phase } from "../wire";
import { words } from "./enter.words";

/** The CSS class of the phase's label; a pause has the usual one. */
export const phaseTag = (phase: Phase, paused = false): string => (phase === "registering" ? "open" : phase !== "playing" ? "" : stateTag[paused ? "paused" : "running"]);

/** A pause replaces the phase of play. */
export const phaseText = (phase: Phase, paused: boolean): string => (paused && phase === "playing" ? lists.states.paused : words.phases[phase]);
