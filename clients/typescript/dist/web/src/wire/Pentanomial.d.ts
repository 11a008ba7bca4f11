/**
 * How many encounters (two matches, seats exchanged) brought an entrant 0, ½, 1, 1½ and 2 points: two losses; a loss
 * and a draw; a win and a loss, or two draws; a win and a draw; two wins.
 *
 * The two matches of an encounter share their opening, so that an opening that favours a seat gives each entrant one
 * of each result; counted as independent matches they would seem to scatter more than the entrants do.
 */
export type Pentanomial = [number, number, number, number, number];
