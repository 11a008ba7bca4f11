// What the page of a match says to those who have no seat in it.

export const words = {
  watching: "You are watching.",
  taken: "Both seats are taken: you can watch, but not play.",
  kept: "The free seat is kept for somebody else: you can watch when the match begins.",
};
