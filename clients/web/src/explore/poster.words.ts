// The texts of the map of a small game.

import { count, plural } from "../core/format";
import { say } from "../core/language.svelte";

export const words = say("explore/poster", {
  lede: "Every position of the game on one poster. Rotations and reflections of a position are shown once.",
  title: (game: string) => `The map of ${game.toLowerCase()}`,
  poster: (game: string, positions: number) => `${game}: all ${count(positions)} positions`,
  legend: ["Each ring is one move further.", "A dot marks the best replies,", "a coloured line leads to them."] as readonly string[],
  games: "The games",
  loading: "Solving…",
  none: "This game has no map: it has too many positions or no small board.",
  hint: "Drag to move the poster. Pinch, or click it and turn the wheel, to zoom. On the keyboard, the arrow keys move it, + and − zoom, and 0 shows all of it. Click a position to follow its moves.",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Show all of it",
  save: "Save the poster (SVG)",
  here: "The chosen position",
  ply: (ply: number, positions: number) => `Ply ${ply}, one of ${plural(positions, "position")}.`,
  begun: "The start of the game.",
  over: "The game is over.",
  result: (result: string) => `Result: ${result}.`,
  moves: "Moves",
  best: "best",
  wins: (side: string) => `${side} wins`,
  drawn: "draw",
  back: "Back",
  fresh: "From the start",
  analyse: "Analyse it",
  step: "Step through a search",
  open: "All positions as a poster",
});
