import type { Conditions } from "./Conditions";
import type { CurvePoint } from "./CurvePoint";
import type { EndReason } from "./EndReason";
import type { EntrantRow } from "./EntrantRow";
import type { JointRow } from "./JointRow";
import type { OpeningRow } from "./OpeningRow";
import type { PairRow } from "./PairRow";
import type { StageRow } from "./StageRow";
import type { SwissRoundRow } from "./SwissRoundRow";
import type { SwissRow } from "./SwissRow";
import type { SwitchRow } from "./SwitchRow";
import type { TestRow } from "./TestRow";
import type { Wdl } from "./Wdl";
/**
 * A tournament's results, finished or so far.
 */
export type TournamentReport = {
    /**
     * The tournament.
     */
    name: string;
    /**
     * The game.
     */
    game: string;
    /**
     * All of the game's options.
     */
    options: Record<string, unknown>;
    /**
     * Who met whom.
     */
    format: string;
    /**
     * How often each two entrants play an encounter.
     */
    rounds: number;
    /**
     * Plies that were played at random before the bots took over; 0 where openings are listed, or there are none.
     */
    random_plies: number;
    /**
     * Different openings; 1 when every match began at the game's own start.
     */
    opening_count: number;
    /**
     * Those of them that were played so far.
     */
    openings_played: number;
    /**
     * What all chance came from.
     */
    seed: number;
    /**
     * The conditions under which it was played; left out of the progress that is sent while it is played.
     */
    conditions?: Conditions;
    /**
     * Matches that count.
     */
    matches: number;
    /**
     * Matches of the whole schedule.
     */
    scheduled: number;
    /**
     * Matches that differ in seats or moves.
     */
    distinct: number;
    /**
     * Matches that had been played before, move by move, by bots that use no chance.
     */
    repeats: number;
    /**
     * Matches that a failure of the arena made void; each was played again.
     */
    void: number;
    /**
     * Whether the same file gives the same results every time.
     */
    reproducible: boolean;
    /**
     * Wins, draws and losses of the first seat.
     */
    first_seat: Wdl;
    /**
     * What the ratings of the whole field rest on.
     */
    joint: JointRow;
    /**
     * The entrants, from the best score to the worst.
     */
    entrants: Array<EntrantRow>;
    /**
     * Each two entrants, in the order of the table.
     */
    pairs: Array<PairRow>;
    /**
     * What each opening that was played came to, a thousand of them at most; empty when every match began at the game's
     * own start.
     */
    openings: Array<OpeningRow>;
    /**
     * How many matches were decided by what.
     */
    ends: {
        [key in EndReason]?: number;
    };
    /**
     * What each step of each key of a grid bought.
     */
    switches?: Array<SwitchRow>;
    /**
     * How the strengths settled while the matches were counted; empty for large fields.
     */
    curve?: Array<CurvePoint>;
    /**
     * What a reader should know before trusting the figures.
     */
    warnings: Array<string>;
    /**
     * The table of a Swiss tournament, best first.
     */
    swiss?: Array<SwissRow>;
    /**
     * Who met whom in each round of a Swiss tournament that was paired, the first one first.
     */
    swiss_rounds?: Array<SwissRoundRow>;
    /**
     * The stages of a knockout that were begun, the first one first.
     */
    knockout?: Array<StageRow>;
    /**
     * The sequential test.
     */
    test?: TestRow;
};
