import { spaced } from "../core/spaced";
import type { Same } from "../core/language.svelte";
import type { words } from "./rated.words";

export const zh: Same<typeof words> = {
  rated: "计等级分",
  ratedAbout: "计入双方的等级分。",
  change: (name, before, after, by) => `${name}：${before} → ${after}（${by}）`,
  inLeague: "计入本联赛的等级分，不计入其他等级分。",
  unrated: (why) => `不计等级分：${why}`,
  why: {
    "not-agreed": "休闲对局。",
    start: "不是从标准初始局面开始。",
    options: "没有采用游戏的默认设置。",
    guest: "有棋手没有注册名字。",
    unmeasured: "这个机器人的棋力尚未测定。",
    "one-person": "双方属于同一人。",
    "not-counted": "没有满足全部条件：双方都走过棋，名字注册满一天，来自不同的网络地址，并且两人一天之内的计分对局不到十局。",
  },
  away: (name) => spaced(`${name}离开时间过长。`),
  awayFor: (seconds) => `如果对方没有回来，${seconds} 秒后可以申请判定。`,
  win: "判我胜",
  draw: "判和棋",
  orWait: "你也可以继续等待，对方的棋钟仍在走。",
};
