import type { SwitchKey } from "../wire";

/** The descriptions of search switches in Chinese. The English texts come from the server. */
export const zh: Record<SwitchKey, string> = {
  depth: "搜索深度（层数）",
  pruning: "剪枝方法",
  ordering: "着法排序的依据，最重要的在前",
  ties: "多个着法同样好时的选择",
  deepening: "迭代加深：依次搜索 1、2、3……层，每次先搜上一次的最佳着法",
  aspiration: "渴望窗口的半宽：围绕上一次迭代的值开窗；需要迭代加深",
  distance: "步数少的胜局优先",
  exact_root: "计算根结点每个着法的精确值，需要搜索更多结点",
  table_mb: "置换表的大小（MiB），0 表示不使用",
  threads: "搜索线程数；多线程需要置换表，且结果不可复现",
  symmetry: "镜像或旋转对称的局面共用置换表项",
  hints: "使用无需搜索的棋类知识",
  solve_empties: "空位数不超过此值时一直搜索到终局",
  quiescence: "静态搜索：达到深度后继续搜索吃子着法",
  null_move: "空着裁剪：让对方多走一步仍然足够好时剪枝",
  lmr: "后期着法缩减：排序靠后的着法先浅搜，结果更好时再按全深度搜索",
  futility: "无望裁剪：非吃子着法一步之内的最大预期收益",
  extensions: "强制延伸：应将、应冲四的着法不计入深度",
  width: "每个局面最多搜索的着法数；被将军时搜索全部着法",
};
