import type { EventView } from "./EventView";
/**
 * An event of a stored match.
 */
export type NumberedView = {
    /**
     * The event's number.
     */
    seq: number;
    /**
     * The event.
     */
    event: EventView;
};
