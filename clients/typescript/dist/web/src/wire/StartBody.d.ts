/**
 * What to start: a configured tournament by name, or one that is described whole.
 */
export type StartBody = {
    /**
     * The name of a configured tournament.
     */
    file?: string;
    /**
     * A tournament's file, whole.
     */
    toml?: string;
};
