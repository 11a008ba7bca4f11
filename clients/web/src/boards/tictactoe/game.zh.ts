import type { GameTexts } from "../../core/games";

export const zh: GameTexts = {
  title: "井字棋",
  about: "在九宫格里先连成三子者胜。",
  sides: ["X", "O"],
  form: "从上到下三行，每行三格，用 x、o 或 .，如 xo./.x./... o",
  evaluations: {
    lines: "按双方未被堵死的线上的棋子数计分；轮走方若已有成三之势，视同胜局",
    classic: "教科书的写法：O 有两子成线计 −50，否则 X 有则计 50，都没有计 1",
    zero: "未终局的局面一律为 0",
  },
  weights: {
    one: "只有一子的活线",
    two: "有两子的活线",
    win: "轮走方马上能连成的线",
    centre: "占据中心",
    "classic.two": "活线上有两子",
    quiet: "没有这样的线",
  },
  features: {
    win: "轮到己方走时，有两子的活线",
  },
  bots: {
    "tictactoe-random": "随机落子，适合第一次对局。",
    "tictactoe-beginner": "能看到一步取胜，常有昏招。",
    "tictactoe-casual": "搜索两层，偶有昏招。",
    "tictactoe-textbook": "教科书版本：六层普通极小极大，经典评估函数和开局库。",
    "tictactoe-club": "搜索四层，考虑活线。",
    "tictactoe-perfect": "搜索到终局，从空棋盘开始不可战胜。",
  },
};
