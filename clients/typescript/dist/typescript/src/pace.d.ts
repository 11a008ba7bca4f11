/** At most so many messages within so long, over a sliding window. */
export declare class Pace {
    #private;
    readonly most: number;
    readonly windowMs: number;
    constructor(most?: number, windowMs?: number);
    /** Waits until one more message is within the limit. */
    wait(): Promise<void>;
}
/** Waits for so many milliseconds. */
export declare function pause(ms: number): Promise<void>;
