import type { AnchorRow } from "./AnchorRow";
import type { NoFigure } from "./NoFigure";
/**
 * What the ratings of the whole field rest on.
 */
export type JointRow = {
    /**
     * The model's name.
     */
    model: string;
    /**
     * Who has a fixed rating; none when the mean of the rated entrants is 0.
     */
    anchor?: AnchorRow;
    /**
     * What the first seat is worth, in Elo.
     */
    first_advantage: number | null;
    /**
     * Half of its 95 % range, clustered by opening where there are several: the matches of one opening are alike.
     */
    first_advantage_error: number | null;
    /**
     * How many openings that error rests on; none where it is made from matches one by one.
     */
    first_advantage_openings?: number;
    /**
     * How many openings the errors of the ratings are clustered by; none where they follow from the model.
     */
    openings?: number;
    /**
     * The chance of a draw between equals without that advantage.
     */
    draw_ratio: number | null;
    /**
     * Why one of these is missing.
     */
    note?: NoFigure;
};
