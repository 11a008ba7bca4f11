// What a listener hears of a match: one sentence an event.

import type { EventView, Side } from "../wire";
import type { BySide } from "./types";
import { seatName } from "./state";
import { verdictSentence, verdictTitle } from "./verdict";

export interface Cast {
  /** Who sits where. */
  names: BySide<string>;
  /** What the game calls its sides. */
  sides: BySide<string>;
  you?: Side;
}

export function announce(event: EventView, cast: Cast): string {
  const { names, you } = cast;
  const who = (side: Side) => (side === you ? "You" : names[side]);
  const turn = (side: Side | undefined) => (side ? ` ${side === you ? "Your turn." : `${names[side]} to move.`}` : "");
  switch (event.kind) {
    case "seated":
      return `${seatName(event.seat)} took the seat of ${cast.sides[event.side]}.`;
    case "started":
      return `The match begins.${turn(event.turn)}`;
    case "moved":
      return `${who(event.side)} played ${event.move}.${turn(event.turn)}`;
    case "taken_back":
      return `Moves were taken back.${turn(event.turn)}`;
    case "offered":
      return `${who(event.side)} ${event.side === you ? "offer" : "offers"} ${matter[event.what]}.`;
    case "answered":
      return `${who(event.side)} ${event.accept ? "accepted" : "declined"} ${matter[event.what]}.`;
    case "away":
      return `${who(event.side)} lost the connection.`;
    case "back":
      return `${who(event.side)} ${event.side === you ? "are" : "is"} back.`;
    case "ended":
      return `The match is over. ${verdictTitle(event.verdict, names, you)}. ${verdictSentence(event.verdict, names)}`;
    case "thought":
      return "";
  }
}

export const matter = { draw: "a draw", takeback: "a takeback", rematch: "a rematch" } as const;
