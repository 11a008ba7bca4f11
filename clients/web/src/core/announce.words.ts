// The announcements for screen readers. `who` is empty for the listener.

import type { OfferKind } from "../wire";
import { say } from "./language.svelte";

const matter: Record<OfferKind, string> = { draw: "a draw", takeback: "a takeback", rematch: "a rematch" };

export const words = say("core/announce", {
  yourTurn: " Your turn.",
  toMove: (name: string) => ` ${name} to move.`,
  seated: (name: string, side: string) => `${name} took the seat of ${side}.`,
  begins: "The match begins.",
  played: (who: string, move: string) => `${who || "You"} played ${move}.`,
  takenBack: "Moves were taken back.",
  offered: (who: string, what: OfferKind) => (who ? `${who} offers ${matter[what]}.` : `You offer ${matter[what]}.`),
  answered: (who: string, what: OfferKind, accept: boolean) => `${who || "You"} ${accept ? "accepted" : "declined"} ${matter[what]}.`,
  away: (who: string) => `${who || "You"} lost the connection.`,
  back: (who: string) => (who ? `${who} is back.` : "You are back."),
  ended: (title: string, sentence: string) => `The match is over. ${title}. ${sentence}`,
});
