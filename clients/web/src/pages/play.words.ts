// What the first page says.

export const words = {
  title: "Play",
  lede: "Against a friend, or against bots that search by minimax, from shallow to deep.",
  games: "The games",
  bots: "The bots",
  loading: "Loading…",
  from: "From a position.",
  unrated: "Not rated.",
  fresh: "From the start",
  opponent: "Opponent",
  against: { bot: "A bot", friend: "A friend", bots: "Two bots" },
  seatOf: { first: (side: string) => `First: ${side}`, second: (side: string) => `Second: ${side}` },
  own: "Against your own bot",
  another: "Choose another",
  which: "Which bot",
  seat: "Your seat",
  first: (side: string) => `First (${side})`,
  second: (side: string) => `Second (${side})`,
  random: "Random",
  start: { bot: "Start the match", friend: "Create the match", bots: "Start and watch" },
};
