import type { GameTexts } from "../../core/games";
import { zh as board } from "./board.zh";

export const zh: GameTexts = {
  title: "六贯棋",
  about: board.about,
  sides: ["红方", "蓝方"],
  form: "从上到下逐行写，用 x、o 或 .，行间用 /，最后是轮到谁走",
  options: { size: "棋盘的行数和列数", swap: "后手是否可以不应着，而把第一子按镜像换成自己的" },
  names: { size: "棋盘大小", swap: "可以换边" },
  evaluations: {
    "two-distance": "对方总能堵住两条路中较好的一条时，双方离连通还有多远",
    path: "双方最短路径上各差几子",
    zero: "未终局的局面一律为 0",
  },
  weights: { distance: "按双距离，对方每多差一步", ways: "每多一格不更远", turn: "轮到自己走", path: "对方每多差一子" },
  features: {
    distance: "按双距离，己方连通还差的步数",
    ways: "按双距离，同样近的格数",
    path: "最短路径上还差的子数",
  },
  bots: {
    "hex-random": "随机落子。",
    "hex-beginner": "搜索一层，按最短路径评估，偶有昏招。",
    "hex-casual": "搜索一层，评估时考虑最短路径被堵后的次优路径。",
    "hex-club": "搜索两层，考虑对手的应着。",
    "hex-strong": "每个局面只看位置最好的十四步，在六万个结点之内尽量搜深。",
  },
};
