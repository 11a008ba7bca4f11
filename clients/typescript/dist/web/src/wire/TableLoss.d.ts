/**
 * What a search lacked of the memory that its bot asks for.
 */
export type TableLoss = "lost" | "smaller";
