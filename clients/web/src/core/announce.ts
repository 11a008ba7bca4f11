// The sentences for screen readers, one for each match event.

import type { EventView, Side } from "../wire";
import type { BySide } from "./types";
import { seatName } from "./state";
import { verdictSentence, verdictTitle } from "./verdict";
import { words as match } from "../pages/match.words";
import { words } from "./announce.words";

export interface Cast {
  /** The names of the players. */
  names: BySide<string>;
  /** The names of the sides in the game. */
  sides: BySide<string>;
  you?: Side;
  /** True in a tournament, which counts a match without a first move as lost. */
  inTournament?: boolean;
}

export function announce(event: EventView, cast: Cast): string {
  const { names, you } = cast;
  /** Returns a name; empty for the listener's own side. */
  const who = (side: Side) => (side === you ? "" : names[side]);
  const turn = (side: Side | undefined) => (side ? (side === you ? words.yourTurn : words.toMove(names[side])) : "");
  switch (event.kind) {
    case "seated":
      return words.seated(seatName(event.seat), cast.sides[event.side]);
    case "started":
      return words.begins + turn(event.turn);
    case "moved":
      return words.played(who(event.side), event.notation ?? event.move) + turn(event.turn);
    case "taken_back":
      return words.takenBack + turn(event.turn);
    case "offered":
      return words.offered(who(event.side), event.what);
    case "answered":
      return words.answered(who(event.side), event.what, event.accept);
    case "away":
      return words.away(who(event.side));
    case "back":
      return words.back(who(event.side));
    case "ended":
      return words.ended(verdictTitle(event.verdict, names, you), cast.inTournament && event.verdict.circumstance?.code === "end_not_begun" ? match.lostUnbegun : verdictSentence(event.verdict, names, you));
    case "thought":
      return "";
  }
}
