// The notation of moves in records. Records contain plain move texts; the server converts them to the usual notation.

import type { MatchRecord, PositionBody, SetupView } from "../wire";

type Reads = (body: PositionBody) => Promise<Pick<SetupView, "notation">>;

/** The first moves of records in the usual notation, cached. */
export class FirstMoves {
  #known = new Map<string, readonly string[]>();
  /** Whether the game's plain texts are its usual notation, once known. */
  #plain = false;
  #most: number;
  #read: Reads;

  constructor(most: number, read: Reads) {
    [this.#most, this.#read] = [most, read];
  }

  /** Requests the notation of these records. Failures are omitted, because mixed notation would mislead. */
  async learn(records: readonly MatchRecord[]): Promise<void> {
    const [first, ...others] = records.filter(({ id }) => !this.#known.has(id));
    // For most games the first answer shows that no more requests are needed.
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
      // They are requested again with the next page.
    }
  }

  of({ id }: Pick<MatchRecord, "id">): readonly string[] | undefined {
    return this.#known.get(id);
  }
}
