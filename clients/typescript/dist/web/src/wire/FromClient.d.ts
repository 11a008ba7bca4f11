import type { ChallengeBody } from "./ChallengeBody";
import type { Claim } from "./Claim";
import type { Create } from "./Create";
import type { OfferKind } from "./OfferKind";
import type { PairWish } from "./PairWish";
/**
 * A message from a client.
 */
export type FromClient = {
    "type": "hello";
    /**
     * The secret that the player was given.
     */
    token?: string;
    /**
     * The name to show; with a token, the new name.
     */
    name?: string;
    /**
     * What the client knows beyond the first version of the protocol, as `claim`; unknown words are ignored.
     */
    capabilities?: Array<string>;
} | {
    "type": "create";
} & Create | {
    "type": "join";
    /**
     * The match.
     */
    match: string;
    /**
     * The last event that is known.
     */
    since?: number;
} | {
    "type": "watch";
    /**
     * The match.
     */
    match: string;
    /**
     * The last event that is known.
     */
    since?: number;
} | {
    "type": "leave";
    /**
     * The match.
     */
    match: string;
} | {
    "type": "move";
    /**
     * The match.
     */
    match: string;
    /**
     * The ply that it is to be, from 0.
     */
    ply: number;
    /**
     * The move's text.
     */
    move: string;
} | {
    "type": "resign";
    /**
     * The match.
     */
    match: string;
} | {
    "type": "abort";
    /**
     * The match.
     */
    match: string;
} | {
    "type": "claim";
    /**
     * The match.
     */
    match: string;
    /**
     * What.
     */
    what: Claim;
} | {
    "type": "offer";
    /**
     * The match.
     */
    match: string;
    /**
     * What.
     */
    what: OfferKind;
} | {
    "type": "answer";
    /**
     * The match.
     */
    match: string;
    /**
     * To what.
     */
    what: OfferKind;
    /**
     * Whether one agrees.
     */
    accept: boolean;
} | {
    "type": "challenge";
} & ChallengeBody | {
    "type": "accept";
    /**
     * The challenge.
     */
    challenge: string;
} | {
    "type": "decline";
    /**
     * The challenge.
     */
    challenge: string;
    /**
     * Why, for people.
     */
    reason?: string;
} | {
    "type": "withdraw";
    /**
     * The challenge.
     */
    challenge: string;
} | {
    "type": "pair";
} & PairWish | {
    "type": "unpair";
} | {
    "type": "subscribe";
    /**
     * `lobby`, `boards`, `challenges` or `tournament:<id>`.
     */
    topic: string;
    /**
     * The matches whose boards are in view, with `boards`; they take the place of those before.
     */
    matches?: Array<string>;
} | {
    "type": "unsubscribe";
    /**
     * The topic.
     */
    topic: string;
} | {
    "type": "ping";
};
