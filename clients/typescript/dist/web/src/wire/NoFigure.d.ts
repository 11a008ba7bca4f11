/**
 * Why a rating or its error has no figure.
 */
export type NoFigure = "none played" | "all won" | "all lost" | "all drawn" | "all encounters alike" | "too few matches" | "matches are not counted by encounters" | "no encounter was lost" | "not tied to the rated entrants by points both won and lost" | "the results fit best without an end" | "not between two entrants: see the pairs" | "no test was asked for" | "between the bounds: the test goes on" | "the Bayesian model needs at least one win and one loss" | "the bounds are out of reach of these results";
