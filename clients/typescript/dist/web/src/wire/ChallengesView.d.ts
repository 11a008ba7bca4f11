import type { ChallengeView } from "./ChallengeView";
/**
 * Challenges over HTTP.
 */
export type ChallengesView = {
    /**
     * The challenges.
     */
    challenges: Array<ChallengeView>;
};
