import type { EventsStart } from "./EventsStart";
import type { NumberedView } from "./NumberedView";
/**
 * All events of a match.
 */
export type EventsView = {
    /**
     * The match.
     */
    match: string;
    /**
     * Where it began.
     */
    start: EventsStart;
    /**
     * What happened.
     */
    events: Array<NumberedView>;
};
