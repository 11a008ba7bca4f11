import type { GameTexts } from "../../core/games";

export const zh: GameTexts = {
  title: "五子棋",
  about: "棋盘大小任选，先连成五子（或你定的子数）者胜。",
  sides: ["黑方", "白方"],
  options: { size: "棋盘的行数和列数", columns: "列数，0 表示与棋盘大小相同", rows: "行数，0 表示与棋盘大小相同", row: "连成几子算胜", exact: "超过此数的长连是否不算胜" },
  names: { size: "棋盘大小", columns: "列数", rows: "行数", row: "连几子胜", exact: "长连不算胜" },
  evaluations: {
    shapes: "一方还能填满的线段，区分两端开放与否，并考虑谁先成形",
    lines: "一方还能填满的线段，按还差几子计分",
    centre: "靠近中心的棋子",
    zero: "什么也不懂：未终局的局面一律计 0",
  },
  weights: {
    one: "还差四子的线段",
    two: "还差三子的线段",
    three: "还差两子的线段",
    four: "还差一子的线段",
    open_two: "可成活三的两子",
    open_three: "可成活四的三子",
    turn_two: "轮走方每个活二的加分",
    turn_three: "轮走方每个三的加分",
    row: "轮走方已有四：立即取胜",
    lost: "对方有两个四，下一步取胜",
    open_four: "轮走方可成活四，而对方没有四",
    turn: "轮走方每个三的加分",
    win: "轮走方已有四：立即取胜",
    centre: "离中心每近半格的加分",
  },
  bots: {
    "gomoku-random": "随便下。",
    "gomoku-centre": "往中心挤，能连成就连。",
    "gomoku-beginner": "只看一步，留意活线，偶尔走神。",
    "gomoku-casual": "还看得见对手的应手。",
    "gomoku-club": "搜索三层，只看最好的十个点。",
    "gomoku-strong": "三十万结点能走多深就多深，分得清活三与眠三，冲四一算到底。",
  },
};
