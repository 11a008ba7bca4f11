import type { SwitchView } from "./SwitchView";
/**
 * What a bot is made of.
 */
export type CatalogView = {
    /**
     * The switches of a search.
     */
    switches: Array<SwitchView>;
};
