/** The errors in a position's text or pieces, in Chinese. The English texts come from the server. */

import type { PositionFault } from "../wire";
import { count } from "./format";
import type { GameTexts } from "./games";
import { textsOf } from "./language.svelte";
import { verbatim } from "./problem.zh";

type Of<K extends PositionFault["fault"]> = Extract<PositionFault, { fault: K }>;

const SIDES: Partial<Record<string, string>> = { black: "黑方", white: "白方" };
const side = (name: string) => SIDES[name] ?? name;
/** Returns the format of a position of the game. */
const like = (game: string, expected: string) => textsOf<GameTexts>(`boards/${game}/game`)?.form ?? expected;

export const FAULTS: { [K in Exclude<PositionFault["fault"], "other">]: (values: Of<K>, game: string) => string } = {
  long: ({ given, most }) => `有 ${count(given)} 字节，最多 ${count(most)} 字节。`,
  form: ({ expected }, game) => `应写成：${like(game, expected)}。`,
  rows: ({ given, wanted, expected }, game) => `有 ${given} 行，应为 ${wanted} 行：${like(game, expected)}。`,
  row: ({ row, given, wanted }) => `第 ${row} 行有 ${given} 格，应为 ${wanted} 格。`,
  letter: ({ given, at, known }) => `${at} 上的“${given}”不对，只能是 ${known.replace(" and ", "、").replaceAll(", ", "、")}。`,
  stones: ({ x, o, swap }) => `x 有 ${x} 个，o 有 ${o} 个：x 先走，所以应与 o 一样多或多一个${swap ? "，交换之后也可少一个" : ""}。`,
  turn: ({ side }) => `按这些棋子，轮到 ${side} 走。`,
  no_side: ({ given, known }) => `轮到谁走应写 ${known.replaceAll(" or ", " 或 ")}，不是“${given}”。`,
  both_won: ({ row }) => `x 和 o 都连成了 ${row} 个；先连成的一方就已经结束了对局。`,
  won_to_move: ({ side, row }) => `${side} 已连成 ${row} 个，却轮到它走。`,
  won_before: ({ side, row }) => `${side} 的最后一步不可能同时连成这几条 ${row} 连：有一条早已结束了对局。`,
  joined_to_move: ({ side }) => `${side} 已连通两边，却轮到它走。`,
  joined_before: ({ side }) => `${side} 的最后一子不可能才连通两边：之前就已连通。`,
  no_column: ({ given, number, expected }, game) => `第 ${number} 步的“${given}”不是列；应写成：${like(game, expected)}。`,
  moves_after_end: ({ moves }) => `走了 ${moves} 步对局就结束了，后面却还有着法。`,
  full_column: ({ number, column }) => `第 ${number} 步走 ${column} 列，可那一列已满。`,
  floating: ({ at, below }) => `${at} 上的棋子悬空：下面的 ${below} 是空的。`,
  squares: ({ given, wanted, expected }, game) => `有 ${given} 个字符，应为 ${wanted} 个：${like(game, expected)}。`,
  no_disc: () => "棋盘上没有棋子；开局有四个。",
  fields: ({ given }) => `FEN 有六个字段，这里有 ${given} 个：棋子、w 或 b、易位权、吃过路兵、无进展步数、回合数。`,
  ranks: ({ given }) => `用 / 分开的横排有 ${given} 个，应为 8 个。`,
  rank: ({ rank, given }) => `第 ${rank} 横排有 ${given} 格，应为 8 格。`,
  no_piece_on_rank: ({ given, rank }) => `第 ${rank} 横排的“${given}”既不是棋子，也不是空格数。`,
  impossible: () => "棋子不可能这样摆：每方一个王，至多 16 个棋子、8 个兵，第一和第八横排没有兵，不轮到走的一方没有被将军。",
  kings_touch: () => "两个王紧挨着。",
  castling_unfit: ({ given }) => `易位权“${given}”与王和车的位置不符。`,
  castling_alone: ({ given }) => `易位权“${given}”需要王和车都在自己的底线。`,
  castling: ({ given }) => `易位权写 -，或 KQkq 中的几个，或车所在的列，不是“${given}”。`,
  passant: ({ given }) => `吃过路兵写 -，或兵刚越过的格子，不是“${given}”。`,
  quiet: ({ given, most }) => `无进展步数在 0 到 ${most} 之间，不是“${given}”。`,
  move_number: ({ given }) => `回合数在 1 到 65535 之间，不是“${given}”。`,
  listed_twice: ({ side: name }) => `${side(name)}写了两次。`,
  shared: ({ square }) => `双方都在 ${square} 格上。`,
  nothing_left: ({ side: name }) => `${side(name)}一个子也没有，不可能刚走过。`,
  no_square: ({ given, side: name }) => `${side(name)}的“${given}”不是格子：格子是 1 到 32，王是 K1 到 K32。`,
  stands_twice: ({ side: name, square }) => `${side(name)}在 ${square} 格上写了两次。`,
  is_king: ({ square, side: name }) => `${side(name)}走到 ${square} 格的子已是王：写 K${square}。`,
  pieces: ({ side: name, given, most }) => `${side(name)}有 ${given} 个子，最多 ${most} 个。`,
  quiet_plies: ({ most }) => `H 后面是没有吃子也没有走兵的步数，0 到 ${most}。`,
  no_arrays: () => "应写成嵌套的数组，如 [[3,12],[2,4]]。",
  no_children: () => "有一个数组是空的；结点是一个数，或至少有一个元素的数组。",
  nodes: ({ most }) => `树的结点超过了 ${count(most)} 个。`,
  leaf: ({ given, most }) => `“${given}”不能做叶子；叶子是 −${count(most)} 到 ${count(most)} 之间的整数。`,
  text_only: () => "这种游戏不能逐子摆放，请写成文字。",
  cells: ({ given, wanted }) => `有 ${given} 格，应为 ${wanted} 格。`,
  no_piece: ({ given, known }) => `“${given}”不是棋子；有：${known}。`,
  no_cell: () => "有棋子摆在不可能有子的地方。",
};

export function positionFault(fault: PositionFault, game: string): string {
  if (fault.fault === "other" || !Object.hasOwn(FAULTS, fault.fault)) return verbatim("sentence" in fault ? fault.sentence : fault.fault);
  return (FAULTS[fault.fault] as (values: PositionFault, game: string) => string)(fault, game);
}

export const zh = { positionFault };
