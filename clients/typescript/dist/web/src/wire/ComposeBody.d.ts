/**
 * A tournament's file that is being written: as TOML, or the same as JSON.
 */
export type ComposeBody = {
    /**
     * The file as TOML.
     */
    toml?: string;
    /**
     * The file as JSON, key by key.
     */
    file?: Record<string, unknown>;
};
