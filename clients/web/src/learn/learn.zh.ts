import { count } from "../core/format";
import type { Same } from "../core/language.svelte";
import type { words } from "./learn.words";

export const zh: Same<typeof words> = {
  title: "学习",
  lede: "十个步骤，从第一棵树到自己做实验。每一课最后都要战胜一个机器人。",
  course: "课程",
  progress: (n, of) => `已完成 ${count(n)} / ${count(of)}`,
  begin: "开始学习",
  goOn: "继续学习",
  again: "再看一遍",
  all: "全部完成。",
  done: "已完成",
  toBeat: "还差一步：战胜机器人",
  tools: {
    step: { title: "逐步演示一次搜索", about: "任选一个局面，逐步看搜索了什么、剪掉了什么、为什么。按 p 进入讲课模式。" },
    costs: { title: "搜索开销", about: "同一局面，逐个打开开关，看各省下多少结点。" },
    solved: { title: "完全求解", about: "把小型游戏一直算到终局，得到每个局面的结果。" },
    daily: { title: "猜剪枝", about: "每天一棵新的树：α-β 剪枝从不看哪些结点？" },
  },
  teach: "给老师",
  teachAbout: "在搜索演示或对局页面按 p，树或棋盘会铺满屏幕，下方一句话坐在最后一排也能看清。用方向键或翻页笔前进后退。",
  openStep: "打开一次搜索来讲解",
  needs: {
    minimax: (plies) => `机器人提前 ${count(plies)} 层看到了胜势。“极小极大”这一课教你先想对方的应手。`,
    depth: (plies) => `机器人提前 ${count(plies)} 层看到了胜势。“深度与评估”这一课解释为什么这就够了。`,
    "alpha-beta": (plies) => `机器人提前 ${count(plies)} 层看到了胜势。“α-β 剪枝”这一课解释它为什么能看这么远。`,
    books: () => "机器人的前几步来自开局库。“开局库”这一课告诉你它知道些什么。",
  },
  toLesson: "去上这一课",
};
