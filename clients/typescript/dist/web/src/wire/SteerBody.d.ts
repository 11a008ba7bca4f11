/**
 * What to change while a tournament runs; what is not given stays.
 */
export type SteerBody = {
    /**
     * Pauses (the matches being played are finished, no other is begun), or goes on.
     */
    paused?: boolean;
    /**
     * How many matches at a time, 1 to the processors of the server.
     */
    concurrency?: number;
};
