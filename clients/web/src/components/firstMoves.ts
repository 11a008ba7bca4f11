// Converts the moves of records to human notation. A record has the internal move texts. The server knows the rules and
// returns the notation if it differs.

import type { MatchRecord, PositionBody, SetupView } from "../wire";

type Reads = (body: PositionBody) => Promise<Pick<SetupView, "notation">>;

/** A cache of the first moves of records in human notation. */
export class FirstMoves {
  #known = new Map<string, readonly string[]>();
  /** True if the game's own move texts are the human notation; undefined until known. */
  #plain = false;
  #most: number;
  #read: Reads;

  constructor(most: number, read: Reads) {
    [this.#most, this.#read] = [most, read];
  }

  /**
   * Loads the notation of these records. Leaves a record out after a failure, because mixed notations would be
   * misleading.
   */
  async learn(records: readonly MatchRecord[]): Promise<void> {
    const [first, ...others] = records.filter(({ id }) => !this.#known.has(id));
    // For most games the answer for the first record shows that no other request is necessary.
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
      // The next page requests them again.
    }
  }

  of({ id }: Pick<MatchRecord, "id">): readonly string[] | undefined {
    return this.#known.get(id);
  }
}
