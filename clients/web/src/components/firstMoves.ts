// How the moves of records are written. A record has the moves' own texts; the server, which knows the rules, says how people
// write them where that is something else.

import type { MatchRecord, PositionBody, SetupView } from "../wire";

type Reads = (body: PositionBody) => Promise<Pick<SetupView, "notation">>;

/** The first moves of records as people write them; what was asked for once is known. */
export class FirstMoves {
  #known = new Map<string, readonly string[]>();
  /** Whether the game's own texts are what people write, once that has been said. */
  #plain = false;
  #most: number;
  #read: Reads;

  constructor(most: number, read: Reads) {
    [this.#most, this.#read] = [most, read];
  }

  /** Finds out how these are written. Where that fails they are left out: another notation than that of the others would mislead. */
  async learn(records: readonly MatchRecord[]): Promise<void> {
    const [first, ...others] = records.filter(({ id }) => !this.#known.has(id));
    // Of most games the first one says that there is nothing to ask for.
    if (first) await this.#learn(first);
    await Promise.all(others.map((record) => this.#learn(record)));
  }

  async #learn({ id, game, options, opening: { position }, moves }: MatchRecord): Promise<void> {
    const first = moves.slice(0, this.#most);
    if (this.#plain || first.length === 0) {
      this.#known.set(id, first);
      return;
    }
    try {
      const { notation } = await this.#read({ game, options, ...(position ? { position } : {}), moves: first });
      this.#plain = notation === undefined;
      this.#known.set(id, notation ?? first);
    } catch {
      // They are asked for again with the next page.
    }
  }

  of({ id }: Pick<MatchRecord, "id">): readonly string[] | undefined {
    return this.#known.get(id);
  }
}
