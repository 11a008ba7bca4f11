// What the author of a bot writes.
/**
 * A player. Only `choose` has to be written.
 *
 * One object plays all matches, several at a time where that was asked for; what belongs to one match is best kept by
 * `position.match`. Who thinks for seconds does so in a worker or another process and gives a promise: while a plain
 * `choose` runs, nothing else does, and a server gives up a connection that is silent for long.
 */
export class Bot {
    /** The games that it plays, by the server's names such as `connect4`; empty for all. */
    games = [];
    /** Whether to sit down at a match of the lobby, when it joins open ones. */
    accepts(match) {
        return this.plays(match.game);
    }
    /** Whether to accept a challenge that fits the rules. */
    takes(challenge) {
        return this.plays(challenge.game);
    }
    /** Whether to take the opponent's offer of a draw. */
    acceptsDraw(_position) {
        return false;
    }
    /** A match begins, or goes on after this program was started again. */
    started(_match, _game, _opponent) { }
    /** A match is over; `won` is absent for a draw and for a match that does not count. */
    ended(_match, _verdict, _won) { }
    plays(game) {
        return this.games.length === 0 || this.games.includes(game);
    }
}
