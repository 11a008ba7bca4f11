/**
 * A root move and its value for the side to move.
 */
export type RootValue = {
    /**
     * The move.
     */
    move: string;
    /**
     * Its value, or an upper bound of it.
     */
    value: number;
    /**
     * Whether `value` is exact.
     */
    exact: boolean;
    /**
     * The depth in plies of the search that found it; less than that of other moves where a limit ended the last depth
     * before this move.
     */
    depth: number;
};
