/**
 * Recovery codes in place of all that there were; told once.
 */
export type RecoveryCodesView = {
    /**
     * The codes.
     */
    recovery_codes: Array<string>;
};
