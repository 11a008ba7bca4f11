// The phase of a tournament that players can enter.

import { stateTag } from "../core/tournaments";
import { words as lists } from "../pages/lists.words";
import type { Phase } from "../wire";
import { words } from "./enter.words";

/** Returns the CSS class of the phase's label. A paused tournament has that of a pause. */
export const phaseTag = (phase: Phase, paused = false): string => (phase === "registering" ? "open" : phase !== "playing" ? "" : stateTag[paused ? "paused" : "running"]);

/** Returns the name of the phase. A pause replaces the playing phase. */
export const phaseText = (phase: Phase, paused: boolean): string => (paused && phase === "playing" ? lists.states.paused : words.phases[phase]);
