/**
 * A tournament that is configured and can be started.
 */
export type TournamentFileView = {
    /**
     * The name to start it by.
     */
    file: string;
    /**
     * Its title.
     */
    name: string;
    /**
     * The game's name.
     */
    game: string;
    /**
     * How many entrants it has.
     */
    entrants: number;
    /**
     * How many matches it has.
     */
    matches: number;
};
