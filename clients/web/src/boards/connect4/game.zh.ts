import type { GameTexts } from "../../core/games";

export const zh: GameTexts = {
  title: "四子棋",
  about: "把棋子投入七列之一，先连成四子者胜。",
  sides: ["红方", "黄方"],
  form: "从上到下六行，每行七格，用 x、o 或 .，如 ......./......./......./......./...o.../...x... x；或已走的各列，如 44 或 dd",
  evaluations: {
    threats: "将来能连成四子的空点，尤其是落在己方奇偶行上的",
    centre: "占据经过连线较多的列",
    zero: "什么也不懂：未终局的局面一律计 0",
  },
  weights: {
    three: "将来能连成四子的空点",
    parity: "空点落在己方奇偶行上时的加分",
    win: "轮走方马上能连成四子",
    fork: "对方下一步在两处都能连成四子",
    centre: "每子离中心近一列的加分",
  },
  bots: {
    "connect4-random": "随便投。",
    "connect4-beginner": "一步能胜就会走，只要没走神。",
    "connect4-casual": "看得见自己和对手的胜着，偶尔失手。",
    "connect4-club": "搜索四层，偏爱中心。",
    "connect4-strong": "搜索八层，懂得威胁和它所在的行。",
    "connect4-master": "两百万结点能走多深就多深，开局照开局库走：从中局起就能解出全局。",
  },
};
