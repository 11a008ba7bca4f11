import type { ThoughtView } from "./ThoughtView";
/**
 * A thought as an element of [`MatchState::thoughts`]: the same shape as the event.
 */
export type ThoughtEvent = {
    "kind": "thought";
} & ThoughtView;
