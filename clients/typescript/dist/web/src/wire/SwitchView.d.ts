import type { SwitchType } from "./SwitchType";
/**
 * A switch of the search.
 */
export type SwitchView = {
    /**
     * Its key in the configuration of a bot.
     */
    key: string;
    /**
     * What it does.
     */
    about: string;
    /**
     * What it can be set to.
     */
    kind: SwitchType;
    /**
     * The least number that it may be.
     */
    min?: number;
    /**
     * The greatest number that it may be.
     */
    max?: number;
    /**
     * The words that it may be.
     */
    words?: Array<string>;
    /**
     * What it is unless set; absent where it is off.
     */
    default?: unknown;
    /**
     * Whether it changes the value that plain minimax finds at the same depth.
     */
    alters_value: boolean;
};
