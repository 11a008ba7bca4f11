/**
 * A bot of the server, by which ratings are anchored.
 */
export type MeasuredBotView = {
    /**
     * Its name.
     */
    name: string;
    /**
     * What it was measured to be.
     */
    rating: number;
    /**
     * How uncertain that is.
     */
    deviation: number;
};
