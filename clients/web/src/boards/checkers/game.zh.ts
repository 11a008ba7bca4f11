import type { GameTexts } from "../../core/games";

export const zh: GameTexts = {
  title: "西洋跳棋",
  about: "英式规则：吃光或困死对方的棋子；有子可吃必须吃。",
  sides: ["黑方", "白方"],
  form: "先写轮到谁走，再写双方的格子，王前加 K，如 B:W18,24,27:B12,K9",
  evaluations: {
    advanced: "兵与王、兵的推进、底线、中心、行动力，以及领先时的兑子",
    men: "兵与王的数目",
    zero: "什么也不懂：未终局的局面一律计 0",
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
    corner: "劣势方有王守在双角：每百分扣去这么多",
  },
  bots: {
    "checkers-random": "随便走，但该吃时会吃。",
    "checkers-beginner": "走一步看一应手，数数兵，还常常忘记。",
    "checkers-casual": "数兵，往前看三步，偶尔失手。",
    "checkers-counter": "数兵，往前看四步。",
    "checkers-club": "搜索六层，留意底线和中心。",
    "checkers-expert": "搜索八层。",
    "checkers-strong": "一百万结点能走多深就多深，判断之前先把吃子走完。",
  },
};
