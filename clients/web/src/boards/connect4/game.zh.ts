import type { GameTexts } from "../../core/games";

export const zh: GameTexts = {
  title: "四子棋",
  about: "把棋子投入七列之一，先连成四子者胜。",
  sides: ["红方", "黄方"],
  form: "从上到下六行，每行七格，用 x、o 或 .，如 ......./......./......./......./...o.../...x... x；或已走的各列，如 44 或 dd",
  evaluations: {
    threats: "将来能连成四子的空点，尤其是落在己方奇偶行上的",
    centre: "占据经过连线较多的列",
    zero: "未终局的局面一律为 0",
  },
  weights: {
    three: "将来能连成四子的空点",
    parity: "空点落在己方奇偶行上时的加分",
    win: "轮走方马上能连成四子",
    fork: "对方下一步在两处都能连成四子",
    centre: "每子离中心近一列的加分",
  },
  features: {
    parity: "将来能连成四子、且落在己方奇偶行上的空点",
    win: "轮到己方走，马上能连成四子",
    fork: "己方下一步在两处都能连成四子，而对方不能先连成",
  },
  bots: {
    "connect4-random": "随机落子。",
    "connect4-beginner": "能看到一步取胜，常有昏招。",
    "connect4-casual": "能看到双方的一步取胜，偶有昏招。",
    "connect4-club": "搜索四层，重视中心。",
    "connect4-strong": "搜索八层，评估威胁及其所在的行。",
    "connect4-master": "搜索十八层；棋盘上有六子之后完全求解，最初几步要想几秒。",
  },
};
