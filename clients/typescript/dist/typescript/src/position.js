// What a bot is asked about: a position with its legal moves, as the server tells them.
/** What stands on the point of this name. */
export function at(diagram, point) {
    const index = "points" in diagram ? diagram.points.indexOf(point) : -1;
    if (index < 0)
        throw new RangeError(`there is no point ${JSON.stringify(point)}`);
    return diagram.cells[index] ?? "";
}
/** The board as text, a line for each row. */
export function draw(diagram) {
    const width = Math.max(1, ...diagram.cells.map((cell) => cell.length));
    const rows = [];
    for (let start = 0; start < diagram.cells.length; start += diagram.columns) {
        const row = diagram.cells.slice(start, start + diagram.columns);
        rows.push(row.map((cell) => (cell || ".").padEnd(width)).join(" ").trimEnd());
    }
    return rows.join("\n");
}
/** What is known of one match: what the server has told, folded. */
export class Match {
    id;
    /** The number of the last event. */
    seq;
    /** Whether an event is missing, so that the whole state is asked for. */
    gap = false;
    #state;
    constructor(id, state, seq) {
        this.id = id;
        this.#state = state;
        this.seq = seq;
    }
    /** Takes the whole state of a snapshot. */
    renew(state, seq) {
        this.#state = state;
        this.seq = seq;
        this.gap = false;
    }
    /** Takes an event; one that was known already changes nothing. Whether it was new and the next. */
    take(seq, event) {
        if (seq <= this.seq)
            return false;
        if (seq !== this.seq + 1) {
            this.gap = true;
            return false;
        }
        this.seq = seq;
        this.#apply(event);
        return true;
    }
    #apply(event) {
        const state = this.#state;
        switch (event.kind) {
            case "seated":
                state.seats[event.side === "first" ? 0 : 1] = event.seat;
                break;
            case "started":
                state.status = "live";
                this.#reach(event);
                break;
            case "moved":
                this.#backTo(event.ply);
                state.moves.push(event.move);
                state.ply = event.ply + 1;
                this.#reach(event);
                break;
            case "taken_back":
                this.#backTo(event.ply);
                this.#reach(event);
                break;
            case "ended":
                state.status = "finished";
                state.verdict = event.verdict;
                state.turn = state.legal = undefined;
                break;
        }
    }
    #backTo(ply) {
        const state = this.#state;
        state.moves.length = Math.max(0, state.moves.length - (state.ply - ply));
        state.ply = ply;
    }
    #reach(to) {
        const state = this.#state;
        state.turn = to.turn;
        state.legal = to.legal;
        state.diagram = to.diagram;
        state.clocks = to.clocks ?? state.clocks;
    }
    get game() {
        return this.#state.game;
    }
    get ply() {
        return this.#state.ply;
    }
    get side() {
        return this.#state.you;
    }
    get legal() {
        return this.#state.legal ?? [];
    }
    get isLive() {
        return this.#state.status === "live";
    }
    get verdict() {
        return this.#state.verdict;
    }
    /** Whether the server waits for our move. */
    get isMyTurn() {
        const { turn, you } = this.#state;
        return this.isLive && turn !== undefined && turn === you && this.legal.length > 0;
    }
    /** The opponent's name, or `?` while nobody sits there. */
    get opponent() {
        const seat = this.#state.seats[this.side === "first" ? 1 : 0];
        return "name" in seat ? seat.name : "?";
    }
    /** The position as a bot is asked about it, on its turn. */
    position() {
        const { game, options, start, moves, ply, you, diagram } = this.#state;
        const position = {
            match: this.id,
            game,
            options,
            opening: start.moves?.length ?? 0,
            moves: [...moves],
            ply,
            side: you ?? "first",
            legal: [...this.legal],
            diagram,
            opponent: this.opponent,
        };
        if (start.position !== undefined)
            position.start = start.position;
        return position;
    }
    /** The clock as of the last message, if the match has one. */
    clock() {
        const { clocks, you } = this.#state;
        if (!clocks || !you)
            return undefined;
        return { mineMs: clocks[you], opponentMs: clocks[you === "first" ? "second" : "first"], incrementMs: clocks.increment_ms };
    }
}
