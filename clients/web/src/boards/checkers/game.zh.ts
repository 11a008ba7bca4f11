import type { GameTexts } from "../../core/games";

export const zh: GameTexts = {
  title: "西洋跳棋",
  about: "英式规则：吃光或困死对方的棋子；有子可吃必须吃。",
  sides: ["黑方", "白方"],
  form: "先写轮到谁走，再写双方的格子，王前加 K，如 B:W18,24,27:B12,K9",
  evaluations: {
    advanced: "兵与王、兵的推进、底线、中心、行动力，以及领先时的兑子",
    men: "兵与王的数目",
    zero: "未终局的局面一律为 0",
  },
  weights: {
    man: "一个兵",
    king: "一个王",
    advance: "兵每推进一行",
    back: "对方还有兵时，守在底线的兵",
    bridge: "守底线的最佳双兵",
    centre: "占据中央八格之一的棋子",
    mobility: "每一步可走的棋",
    trade: "领先的子力，按剩余总子力折算",
    chase: "王逼近劣势方棋子的程度",
    tempo: "轮到自己走",
    crowning: "能走上底线升王的兵",
    trapped: "不能动的王",
    opposition: "双方子少且相等时，轮走方保住最后一手",
    corner: "劣势方有王守在双角时扣除的百分比",
  },
  bots: {
    "checkers-random": "随机走棋，规则要求时吃子。",
    "checkers-beginner": "搜索两层，只计算兵数，常有昏招。",
    "checkers-casual": "搜索三层，只计算兵数，偶有昏招。",
    "checkers-counter": "搜索四层，只计算兵数。",
    "checkers-club": "搜索六层，考虑底线和中心。",
    "checkers-expert": "搜索八层。",
    "checkers-strong": "每步搜索一百万个结点，带静态搜索。",
  },
};
