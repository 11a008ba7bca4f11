/**
 * A number that an evaluation uses and a bot may change.
 */
export type WeightView = {
    /**
     * Its name.
     */
    name: string;
    /**
     * What it weighs.
     */
    about: string;
    /**
     * What it is unless given.
     */
    default: number;
};
