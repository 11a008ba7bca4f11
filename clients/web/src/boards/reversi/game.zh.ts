import type { GameTexts } from "../../core/games";

export const zh: GameTexts = {
  title: "黑白棋",
  about: "夹住对方的棋子使其翻转，终局时子多者胜。",
  sides: ["黑方", "白方"],
  form: "64 个 X（黑）、O（白）或 -，从 a1 起逐行写，然后是轮到谁走：X 或 O",
  evaluations: {
    mobility: "当前与潜在的行动力、角，以及会让出角的位置",
    patterns: "由训练得到的边、角和各条线的权值表，加上行动力",
    corners: "角、会让出角的位置和子数",
    discs: "谁的子多",
    zero: "未终局的局面一律为 0",
  },
  weights: {
    mobility: "每一个可走的着法",
    potential: "每个紧邻对方棋子的空格",
    corner: "角",
    x_square: "空角斜邻的 X 位",
    c_square: "空角同边相邻的 C 位",
    disc: "一枚棋子",
    tables: "权值表的结果，以百分之一计",
  },
  bots: {
    "reversi-random": "随机落子。",
    "reversi-beginner": "每步翻子最多，是初学者的下法。",
    "reversi-casual": "搜索三层，重视角。",
    "reversi-club": "搜索三层，重视行动力而不是子数。",
    "reversi-strong": "搜索七层，看起来不好的着法搜索得浅一些。",
    "reversi-master": "每步搜索一百万个结点，评估由自我对弈训练得出；剩十二个空格时完全求解。",
  },
};
