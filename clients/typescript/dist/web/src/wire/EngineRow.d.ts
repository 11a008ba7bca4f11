/**
 * An external engine.
 */
export type EngineRow = {
    /**
     * The entrant's name.
     */
    entrant: string;
    /**
     * The name that it announced, usually with its version; none where it was not probed.
     */
    program?: string;
    /**
     * Its command.
     */
    command: Array<string>;
    /**
     * What its options were set to.
     */
    options: {
        [key in string]: string;
    };
};
