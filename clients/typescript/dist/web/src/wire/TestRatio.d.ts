/**
 * The log-likelihood ratio at one moment.
 */
export type TestRatio = {
    /**
     * Encounters that were over by then, repeats included.
     */
    encounters: number;
    /**
     * The ratio.
     */
    llr: number;
};
