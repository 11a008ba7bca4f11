import type { GameTexts } from "../../core/games";

export const zh: GameTexts = {
  title: "博弈树",
  about: "双方轮流沿树向下走，先手得到所到叶子的值。",
  sides: ["MAX", "MIN"],
  form: "嵌套的数组，如 [[3,12],[2,4]]",
  options: { tree: "用嵌套数组写成的树，数字是叶子的值" },
  names: { tree: "树" },
  evaluations: {
    mean: "从这里随机走下去的期望：逐层取子结点的平均值，直到叶子",
    zero: "未终局的局面一律为 0",
  },
  weights: { percent: "平均值的百分比" },
  bots: {
    "tree-random": "随机走。",
    "tree-average": "走向随机走法期望最高的一边。",
    "tree-minimax": "普通极小极大搜索，直到叶子。",
    "tree-alphabeta": "着法相同，搜索的结点更少。",
  },
};
