/** The Chinese names of evaluations, opening books and the tournaments that come with the program. The names identify them in files. */

const evaluations: Partial<Record<string, string>> = {
  zero: "恒为零",
  lines: "连线",
  classic: "教科书式",
  modulo: "余数",
  parity: "奇偶",
  mean: "平均",
  threats: "威胁",
  centre: "中心",
  mobility: "行动力",
  corners: "角",
  discs: "子数",
  shapes: "棋形",
  "two-distance": "双距离",
  path: "最短路径",
  advanced: "推进",
  men: "子力",
  tapered: "渐变",
  network: "神经网络",
  squares: "位置",
  material: "子力",
};

const books: Partial<Record<string, string>> = { classic: "经典开局库", solved: "求解开局库", openings: "常用开局库" };

/** By the part of the name after the game's. */
const tournaments: Partial<Record<string, string>> = {
  "the ladder": "天梯",
  "what a ply is worth": "多搜一层值多少",
  "what an evaluation is worth": "评估函数值多少",
  "what each feature is worth": "每项特征值多少",
  "knowing beats searching": "知识胜过搜索",
  "depth against evaluation": "深度与评估函数之争",
  "a cup": "杯赛",
  "a Swiss tournament": "瑞士制赛事",
  "from beginner to perfect": "从入门到完美",
  "depth four against the field": "深度 4 对其他机器人",
  "the same strength for fewer nodes": "用更少的结点达到同样的棋力",
  "is depth three better than depth two?": "深度 3 比深度 2 强吗？",
};

/** The server's bots, by the part of the name after the game's. */
const bots: Partial<Record<string, string>> = {
  random: "随机",
  beginner: "新手",
  casual: "业余",
  counter: "数子",
  centre: "中心",
  club: "棋社",
  expert: "专家",
  strong: "强手",
  master: "大师",
  champion: "冠军",
  perfect: "完美",
  parity: "奇偶",
  textbook: "教科书",
  average: "平均",
  minimax: "极小极大",
  alphabeta: "α-β 剪枝",
};

export const zh = {
  bot: (name: string) => bots[/^[a-z0-9]+-([a-z]+)$/.exec(name)?.[1] ?? ""],
  evaluation: (name: string) => evaluations[name],
  book: (name: string) => books[name] ?? `开局库 ${name}`,
  tournament: (what: string) => tournaments[what],
  duel: (bot: string) => `${bot} 挑战全部内置机器人`,
};
