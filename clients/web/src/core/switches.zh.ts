import type { SwitchKey } from "../wire";

/** What each switch of a search does; English is what the server says. */
export const zh: Record<SwitchKey, string> = {
  depth: "搜索多少层",
  pruning: "怎样剪枝",
  ordering: "着法排序的依据，最重要的在前",
  ties: "几个着法同样好时走哪一个",
  deepening: "是否迭代加深：依次搜索 1、2、3……层，每次从上一次的最佳着法开始",
  aspiration: "渴望窗口的半宽：围绕上一次迭代的值开窗；需要迭代加深",
  distance: "是否早胜优于晚胜",
  exact_root: "是否求出根结点每个着法的精确值，代价是更多结点",
  table_mb: "置换表的大小，单位 MiB；0 表示不用",
  threads: "几个线程一起搜索；多于一个时需要置换表，且每次结果不尽相同",
  symmetry: "互为镜像或旋转的局面是否共用置换表的一项",
  hints: "是否使用无需搜索的棋类知识",
  solve_empties: "空位不多于此数时，一直搜到终局",
  quiescence: "到达深度后是否继续走完吃子（静态搜索）",
  null_move: "是否在停一手仍然足够好时剪枝（空着裁剪）",
  lmr: "排在后面的着法是否先浅搜，显得更好时再深搜（后期着法缩减）",
  futility: "平静着法一步之内至多能赚多少（无望裁剪）",
  extensions: "应将是否不计深度（将军延伸）",
  width: "每个局面最多搜索排在最前的几个着法；必须应将时搜索全部",
};
