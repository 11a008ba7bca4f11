import type { Same } from "./language.svelte";
import type { words } from "./players.words";

export const zh: Same<typeof words> = {
  openSeat: "空座位",
  guest: "访客",
  asGuest: (name) => `${name}（访客）`,
  asYou: (name) => `${name}（你）`,
  onSide: (name, side) => `${name}（${side}）`,
  reservedSeat: "保留座位",
  first: "先手",
  second: "后手",
  verbs: { replay: "回放", goOn: "继续", join: "加入", watch: "观战" },
  phrases: { good_game: "好棋", thanks: "谢谢", one_moment: "请稍等" },
  saidBy: (name, phrase) => `${name}：${phrase}`,
  numbered: (n) => `（${n}）`,
};
