// A bot at a server: it finds opponents, is asked for its moves, and comes back when the connection is lost.
var __rewriteRelativeImportExtension = (this && this.__rewriteRelativeImportExtension) || function (path, preserveJsx) {
    if (typeof path === "string" && /^\.\.?\//.test(path)) {
        return path.replace(/\.(tsx)$|((?:\.d)?)((?:\.[^./]+?)?)\.([cm]?)ts$/i, function (m, tsx, d, ext, cm) {
            return tsx ? preserveJsx ? ".jsx" : ".js" : d && (!ext || !cm) ? m : (d + ext + "." + cm.toLowerCase() + "js");
        });
    }
    return path;
};
import { Link, openSocket, Refused } from "../../web/src/core/link.js";
import { get, post, socketUrl } from "./http.js";
import { Pace, pause } from "./pace.js";
import { Match } from "./position.js";
export { ArenaError } from "./http.js";
import { ArenaError } from "./http.js";
/** Plays a bot's matches at a server until as many are over as were wished for. */
export class Player {
    /** How the matches ended, in that order. */
    results = [];
    /** How often the server has asked for a pause. */
    heldUp = 0;
    #bot;
    #url;
    #options;
    #wish;
    #link;
    #pace = new Pace();
    #identity;
    #playing = new Map();
    /** Matches at which it is about to sit down. */
    #seats = new Set();
    #open = new Map();
    #challenges = new Map();
    #sent = new Set();
    #moving = new Set();
    #wanted;
    #id = "";
    #isPaired = false;
    #hasResumed = false;
    #isSeeking = false;
    #finish = () => undefined;
    #isOver = false;
    constructor(bot, url, options = {}) {
        this.#bot = bot;
        this.#url = url;
        this.#options = options;
        this.#wish = options.wish ?? {};
        this.#wanted = [...(this.#wish.matches ?? [])];
        this.#identity = { name: options.name ?? bot.constructor.name };
        if (options.token)
            this.#identity.token = options.token;
        const address = socketUrl(url);
        this.#link = new Link({
            open: () => (this.#isOver ? silent() : openSocket(address)),
            receive: (message) => this.#receive(message),
            status: (status) => this.#status(status),
            known: (match) => this.#known(match),
            identity: this.#identity,
            keepToken: (token) => this.#keep(token),
            later: (ms, f) => {
                const timer = setTimeout(f, ms);
                return () => clearTimeout(timer);
            },
            random: Math.random,
        });
    }
    /** The key by which it is known, once it is. */
    get token() {
        return this.#identity.token;
    }
    /** The player's id, once it is known. */
    get id() {
        return this.#id;
    }
    /**
     * Plays until everything that was wished for is over.
     *
     * Rejects with `ArenaError` when the server does not let this player play, and coming back would not help.
     */
    async run() {
        await haveWebSocket();
        await new Promise((resolve, reject) => {
            this.#finish = (error) => {
                if (this.#isOver)
                    return;
                this.#isOver = true;
                // Without a socket of its own it stays away.
                this.#link.restart();
                if (error)
                    reject(error);
                else
                    resolve();
            };
            this.#link.start();
        });
    }
    /** Ends the run: matches that are being played stay as they are. */
    stop() {
        this.#finish();
    }
    #log(level, line) {
        this.#options.log?.(level, line);
    }
    #known(match) {
        const playing = this.#playing.get(match);
        if (playing)
            return { seq: playing.seq, seated: true, gap: playing.gap };
        return this.#seats.has(match) ? { seq: 0, seated: true, gap: true } : undefined;
    }
    #keep(token) {
        if (token)
            return this.#options.keep?.(token);
        this.#finish(new ArenaError("the server does not know this key (any more); leave it out to come as somebody new"));
    }
    #status(status) {
        if (status === "waiting" && !this.#isOver)
            this.#log("warning", "the connection is lost, or there was none; it is tried again");
        if (status !== "open")
            return;
        this.#isPaired = false;
        this.#attempt(this.#arrive());
    }
    /** Says what is wished for, with each connection anew; the link itself comes back to its matches and topics. */
    async #arrive() {
        const { take, join, challenge } = this.#wish;
        this.#log("info", `connected to ${this.#url} as ${this.#identity.name ?? "?"}`);
        const token = this.#identity.token;
        if (take && token)
            await post(this.#url, "/api/challenges/rules", token, take);
        if (!this.#hasResumed && this.#options.token) {
            // This program may have been stopped amid matches.
            const page = (await get(this.#url, `/api/matches?player=${this.#id}&status=live`));
            for (const { match } of page.matches)
                await this.#sitDown(match);
        }
        this.#hasResumed = true;
        if (join)
            this.#link.subscribe("lobby");
        if (take || challenge)
            this.#link.subscribe("challenges");
        for (const match of this.#playing.values())
            this.#moveIfAsked(match);
        await this.#seek();
    }
    #receive(message) {
        switch (message.type) {
            case "welcome":
                this.#id = message.player.id;
                return;
            case "snapshot":
                return this.#snapshot(message.match, message.state, message.seq);
            case "event":
                return this.#event(message.match, message.seq, message.event);
            case "lobby":
                return this.#lobby(message.matches, message.gone);
            case "challenges":
                this.#challenges.clear();
                this.#sent.clear();
                for (const challenge of message.challenges)
                    this.#note(challenge);
                return this.#attempt(this.#seek());
            case "challenge":
                this.#note(message.challenge);
                return this.#attempt(this.#seek());
            case "paired":
                this.#isPaired = false;
                return this.#attempt(this.#sitDown(message.match));
            case "superseded":
                this.#playing.delete(message.match);
                return this.#log("warning", `match ${message.match} is played by another connection of this player now`);
            case "error":
                if (message.re === undefined)
                    this.#log("warning", `the server says: ${message.message}`);
        }
    }
    /** Waits for work that may fail: what helps nobody to try again ends the run. */
    #attempt(work) {
        work.then(() => this.#endIfDone(), (error) => {
            if (error instanceof ArenaError)
                this.#finish(error);
            else
                this.#log("debug", `refused: ${String(error)}`);
        });
    }
    /** Asks the server; when it has had too much, this waits and asks again. */
    async #ask(message) {
        for (;;) {
            // Moves in turn are not counted: the server slows them down by itself.
            if (message.type !== "move")
                await this.#pace.wait();
            try {
                return await this.#link.request(message);
            }
            catch (error) {
                if (!(error instanceof Refused) || error.code !== "rate_limited")
                    throw error;
                this.heldUp += 1;
                await pause(error.retryAfterMs ?? 1_000);
            }
        }
    }
    #snapshot(id, state, seq) {
        let match = this.#playing.get(id);
        const isNew = !match;
        if (match)
            match.renew(state, seq);
        else
            this.#playing.set(id, (match = new Match(id, state, seq)));
        this.#seats.delete(id);
        if (isNew && match.isLive)
            this.#bot.started(id, match.game, match.opponent);
        this.#goOn(match);
    }
    #event(id, seq, event) {
        const match = this.#playing.get(id);
        // Where something is missing, the link asks for the whole state.
        if (!match?.take(seq, event))
            return;
        if (event.kind === "started")
            this.#bot.started(id, match.game, match.opponent);
        if (event.kind === "offered" && event.side !== match.side) {
            const accept = event.what === "draw" && this.#bot.acceptsDraw(match.position());
            this.#attempt(this.#ask({ type: "answer", match: id, what: event.what, accept }).then(() => undefined));
        }
        this.#goOn(match);
    }
    #goOn(match) {
        if (match.verdict)
            this.#end(match, match.verdict);
        else
            this.#moveIfAsked(match);
    }
    #end(match, verdict) {
        if (!this.#playing.delete(match.id))
            return;
        const { outcome } = verdict;
        const won = outcome === null || outcome === "draw" ? undefined : outcome === match.side;
        this.results.push(verdict);
        this.#log("info", `match ${match.id} (${match.game} against ${match.opponent}): ${outcome ?? "void"} by ${verdict.by}`);
        this.#bot.ended(match.id, verdict, won);
        this.#link.unfollow(match.id);
        this.#attempt(this.#seek());
    }
    #moveIfAsked(match) {
        if (this.#isOver || !match.isMyTurn || this.#moving.has(match.id))
            return;
        this.#moving.add(match.id);
        const done = this.#move(match).finally(() => this.#moving.delete(match.id));
        this.#attempt(done.then(() => this.#moveAgain(match)));
    }
    /** Its turn may have come again meanwhile. */
    #moveAgain(match) {
        if (this.#playing.get(match.id) === match)
            this.#moveIfAsked(match);
    }
    /** Asks the bot for a move and makes it. */
    async #move(match) {
        const { id, ply } = match;
        let move;
        try {
            move = await this.#bot.choose(match.position(), match.clock());
        }
        catch (error) {
            this.#log("error", `the bot fails in match ${id}, and resigns it: ${String(error)}`);
            await this.#ask({ type: "resign", match: id });
            return;
        }
        if (!match.isMyTurn || match.ply !== ply)
            return;
        if (!match.legal.includes(move)) {
            this.#log("error", `the bot's move ${JSON.stringify(move)} in match ${id} is not legal, and it resigns`);
            await this.#ask({ type: "resign", match: id });
            return;
        }
        try {
            await this.#ask({ type: "move", match: id, ply, move });
        }
        catch (error) {
            this.#log("warning", `the move ${move} in match ${id} was refused: ${String(error)}`);
            // Where it is still this player's turn, it is asked again, without haste.
            await pause(1_000);
        }
        // The event of the move itself comes with the answer, or soon.
        for (let n = 0; n < 100 && match.isMyTurn && match.ply === ply; n++)
            await pause(10);
    }
    #lobby(matches, gone) {
        for (const summary of matches) {
            const isOpen = summary.status === "open" && summary.seats.some((seat) => seat.kind === "open");
            if (isOpen)
                this.#open.set(summary.match, summary);
            else
                this.#open.delete(summary.match);
        }
        for (const id of gone)
            this.#open.delete(id);
        this.#attempt(this.#seek());
    }
    /** Notes what has become of a challenge of this player or to this player. */
    #note(challenge) {
        const stands = challenge.state === "standing";
        if (challenge.opponent?.id === this.#id && this.#wish.take) {
            if (stands)
                this.#challenges.set(challenge.challenge, challenge);
            else
                this.#challenges.delete(challenge.challenge);
        }
        else if (challenge.challenger.id === this.#id) {
            if (stands)
                return void this.#sent.add(challenge.challenge);
            this.#sent.delete(challenge.challenge);
            if (challenge.match && !this.#playing.has(challenge.match))
                this.#wanted.push(challenge.match);
            if (challenge.state === "declined")
                this.#refuse(challenge.reason);
        }
    }
    /** A challenge came to nothing: it counts as one of those that were wished for. */
    #refuse(reason) {
        this.#log("info", `the challenge was declined: ${reason ?? "no reason was given"}`);
        this.results.push({ outcome: null, by: "aborted", detail: "the challenge was declined" });
    }
    get #underWay() {
        return this.#playing.size + this.#seats.size;
    }
    get #hasRoom() {
        if (this.#underWay >= (this.#wish.atOnce ?? 1))
            return false;
        const { count } = this.#wish;
        return this.#wanted.length > 0 || count === undefined || this.results.length + this.#underWay < count;
    }
    #endIfDone() {
        if (this.#underWay > 0 || !this.#hasResumed || this.#isSeeking)
            return;
        const { create, join, take, pair, count } = this.#wish;
        const goesOn = create !== undefined || join === true || take !== undefined || pair !== undefined;
        const isEnough = count !== undefined && this.results.length >= count;
        if (isEnough || (!goesOn && this.#wanted.length === 0))
            this.#finish();
    }
    /** Finds matches as long as there are to be more; one search at a time. */
    async #seek() {
        if (this.#isSeeking || !this.#hasResumed)
            return;
        this.#isSeeking = true;
        try {
            while (!this.#isOver && this.#hasRoom && (await this.#findOne()))
                ;
        }
        finally {
            this.#isSeeking = false;
        }
    }
    /** Sits down at one more match, or asks for one; whether it may be worth looking for another. */
    async #findOne() {
        const { create, challenge, pair, join } = this.#wish;
        const wanted = this.#wanted.shift();
        if (wanted !== undefined)
            return this.#sitDown(wanted).then(() => true);
        const [asked] = this.#challenges.values();
        if (asked)
            return this.#answer(asked).then(() => true);
        if (challenge !== undefined && create !== undefined) {
            if (this.#sent.size === 0)
                await this.#challenge(challenge, create);
            return false;
        }
        if (create !== undefined)
            return this.#offer(create).then(() => true);
        if (pair !== undefined) {
            if (!this.#isPaired) {
                this.#isPaired = true;
                await this.#ask({ type: "pair", game: pair, ...this.#terms() });
            }
            return false;
        }
        const found = join ? [...this.#open.values()].find((open) => this.#bot.accepts(open)) : undefined;
        if (!found)
            return false;
        this.#open.delete(found.match);
        return this.#sitDown(found.match).then(() => true);
    }
    async #sitDown(match) {
        if (this.#playing.has(match))
            return;
        this.#seats.add(match);
        try {
            await this.#link.follow(match);
        }
        catch (error) {
            this.#seats.delete(match);
            this.#link.unfollow(match);
            this.#log("debug", `match ${match} is not to be had: ${String(error)}`);
        }
    }
    async #answer(asked) {
        const { challenge } = asked;
        this.#challenges.delete(challenge);
        try {
            if (this.#bot.takes(asked)) {
                const made = await this.#ask({ type: "accept", challenge });
                if (made.type === "created")
                    this.#begin(made.match);
            }
            else {
                await this.#ask({ type: "decline", challenge, reason: "not this one" });
            }
        }
        catch (error) {
            // It was withdrawn, or the challenger is away.
            this.#log("debug", `a challenge comes to nothing: ${String(error)}`);
        }
    }
    /** A match that this connection follows already. */
    #begin(match) {
        if (!this.#playing.has(match))
            this.#seats.add(match);
        void this.#link.follow(match, true);
    }
    async #challenge(opponent, game) {
        const { options, side } = this.#wish;
        const message = { type: "challenge", opponent, game, seat: side ?? "random", ...this.#terms() };
        if (options)
            message.options = options;
        const made = await this.#need("the challenge is not taken", message);
        if (made.type === "challenge")
            this.#sent.add(made.challenge.challenge);
    }
    async #offer(game) {
        const { against, side, options } = this.#wish;
        const opponent = against === undefined ? "open" : { bot: against };
        const seats = side === "second" ? [opponent, "me"] : ["me", opponent];
        const message = { type: "create", game, seats, shuffle: side === "random", ...this.#terms() };
        if (options)
            message.options = options;
        const made = await this.#need("no match can be made", message);
        if (made.type === "created")
            this.#begin(made.match);
    }
    /** Asks for what there is no use in going on without. */
    async #need(problem, message) {
        try {
            return await this.#ask(message);
        }
        catch (error) {
            if (!(error instanceof Refused) || error.code === "offline" || error.code === "unavailable")
                throw error;
            throw new ArenaError(`${problem}: ${error.message}`);
        }
    }
    /** Clock and rating of matches that are offered. */
    #terms() {
        const { clock, rated } = this.#wish;
        return { ...(clock && { clock }), ...(rated && { rated }) };
    }
}
/** Browsers and newer Nodes have WebSockets of their own. */
async function haveWebSocket() {
    if (typeof globalThis.WebSocket === "undefined") {
        const ws = (await import(__rewriteRelativeImportExtension("ws")));
        globalThis.WebSocket = ws.WebSocket;
    }
}
/** A socket that never opens. */
function silent() {
    return { send: () => undefined, close: () => undefined, onopen: null, onclose: null, onmessage: null };
}
