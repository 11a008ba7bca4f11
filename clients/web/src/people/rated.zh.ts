import type { Same } from "../core/language.svelte";
import type { words } from "./rated.words";

export const zh: Same<typeof words> = {
  rated: "计等级分",
  ratedAbout: "计入双方的等级分。",
  unrated: (why) => `不计等级分：${why}`,
  why: {
    "not-agreed": "休闲对局。",
    start: "不是从通常的初始局面开始。",
    options: "棋种没有采用通常设置。",
    guest: "认领名字之后才有等级分。",
    unmeasured: "这个机器人的棋力没有测定过。",
    "one-person": "双方同属一人。",
    "not-counted": "双方还没有都走过棋对局就结束了，或者两人一天之内已有十局计分对局。",
  },
  away: (name) => `${name} 离开太久了。`,
  awayFor: (seconds) => `如果对方不回来，${seconds} 秒后可以要求判定。`,
  win: "判我胜",
  draw: "判和棋",
  orWait: "你也可以继续等：对方的棋钟在走。",
};
