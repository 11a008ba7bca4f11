/** The error messages of the server in Chinese, by code. The English texts come from the server. */

import type { Diagnostic } from "../wire";
import { count, lasting } from "./format";
import type { GameTexts } from "./games";
import { textsOf } from "./language.svelte";

type Args = Record<string, unknown>;

export const gameTitle = (game: string) => textsOf<{ title: string }>(`boards/${game}/game`)?.title ?? game;
/** Quotes a sentence that exists only in English. */
export const verbatim = (sentence: string): string => `服务器的原话：“${sentence}”`;

const n = (value: unknown) => count(Number(value));
const title = (game: unknown) => gameTitle(String(game));
/** Translates a comma-separated list of games. */
const titles = (games: unknown) => (Array.isArray(games) ? games : String(games).split(", ")).map(title).join("、");
const listed = (names: unknown) => String(names).replaceAll(", ", "、");
const either = (names: unknown) => String(names).replaceAll(" or ", " 或 ");
/** Returns the format of a position of the game. */
const form = ({ game, expected }: Args) => textsOf<GameTexts>(`boards/${String(game)}/game`)?.form ?? String(expected);
const SIDES: Partial<Record<string, string>> = { black: "黑方", white: "白方" };
const side = (name: unknown) => SIDES[String(name)] ?? String(name);
const UNITS: Partial<Record<string, string>> = { bytes: "个字节", characters: "个字符", moves: "步" };
const unit = (name: unknown) => UNITS[String(name)] ?? String(name);
/** Translates a message within another one. The game of the outer message determines the form of a position. */
const inner = (problem: unknown, game?: unknown): string => {
  const { args, ...rest } = problem as Diagnostic;
  return within({ ...rest, args: { game, ...args } });
};

export const DIAGNOSTICS: Record<string, (args: Args) => string> = {
  // Values.
  range: ({ given, least, most }) => `${given} 不在 ${least} 到 ${most} 之间。`,
  option_range: ({ option, given, least, most }) => `${option} 为 ${given}，不在 ${least} 到 ${most} 之间。`,
  option_range_or_size: ({ option, given, least, most }) => `${option} 为 ${given}，不在 ${least} 到 ${most} 之间（或取 0，与 size 相同）。`,
  number_range: ({ given, above, max }) => `${given} 应大于 ${above}，且不大于 ${max}。`,
  in_field: ({ field, problem }) => `${field}：${inner(problem)}`,
  text_length: ({ given, most }) => `有 ${n(given)} 个字符，应为 1 到 ${n(most)} 个。`,
  too_long: ({ field, given, unit: of, most }) => `${field} 有 ${n(given)} ${unit(of)}，最多 ${n(most)} ${unit(of)}。`,
  unprintable: () => "含有看不见的字符。",
  name_form: ({ most }) => `名字应有 1 到 ${most} 个看得见的字符。`,
  probability: ({ given }) => `${given} 不是概率：应在 0 到 1 之间。`,
  unknown_key: ({ given, known }) => `没有名为“${given}”的设置项；现有：${listed(known)}。`,
  unknown_game: ({ given, known }) => `没有名为“${given}”的游戏；现有：${listed(known)}。`,
  no_options: ({ game, given }) => `${title(game)}没有可设的选项，也就没有 ${given}。`,
  illegal_move: ({ given, ply, legal }) => `“${given}”在这里（第 ${Number(ply) + 1} 步）不合规则；合法着法：${legal}。`,
  not_a_move: ({ game, given }) => `“${given}”不是${title(game)}的着法。`,

  // Bots.
  unknown_evaluation: ({ given, known }) => `没有名为“${given}”的评估函数；现有：${listed(known)}。`,
  unknown_weight: ({ given, known }) => `没有名为“${given}”的权重；现有：${listed(known)}。`,
  weight_range: ({ weight, given, most }) => `权重 ${weight} 为 ${given}，不在 −${n(most)} 到 ${n(most)} 之间。`,
  unknown_bot: ({ given, known }) => `没有名为“${given}”的机器人；现有：${listed(known)}。`,
  unknown_book: ({ given, known }) => `没有名为“${given}”的开局库；现有：${listed(known)}。`,
  no_book: ({ game }) => `${title(game)}没有开局库。`,
  bot_without_name: () => "机器人需要一个名字。",
  bot_without_game: () => "要写明机器人下哪种游戏。",
  engine_as_bot: () => "机器人不能是外部引擎：请在赛事文件里使用引擎，或用服务器 engines.toml 里的名字。",
  engine_with_switches: () => "引擎旁边只能写 name、about、depth、nodes 和 time_ms；引擎自己的选项写在 engine.options 里。",
  engine_protocol: ({ protocol, right, game }) => `协议“${protocol}”用于${titles(right)}，不用于${title(game)}；请用 "text"。`,
  ceiling: ({ given, most }) => `${n(given)} 超过了这台服务器的上限 ${n(most)}。`,
  ordering_twice: ({ key }) => `${key} 写了两次。`,
  ordering_needs_table: () => "table 这种次序需要置换表：设置它的大小（table_mb）。",
  symmetry_needs_table: () => "这一项需要置换表：设置它的大小（table_mb）。",
  threads_need_table: () => "多个线程共用置换表：设置它的大小（table_mb）。",
  aspiration_needs_deepening: () => "这一项以上一次迭代的值为准，需要开启迭代加深。",
  aspiration_with_exact_root: () => "这一项收窄的窗口，正是“根结点精确值”要保持敞开的：只能选其一。",
  pruning_without_window: () => "这种剪枝没有窗口：这一项与 α-β 剪枝或主要变例搜索同用。",
  width_needs_ordering: () => "这一项只看排在最前的着法，需要给出着法排序，例如静态次序。",
  selective_minimax: () => "普通极小极大把每个着法都搜到同样深：这一项与其他剪枝方式同用。",
  threads_in_minimax: () => "普通极小极大只用一个线程：多线程与其他剪枝方式同用。",
  hints_in_minimax: () => "普通极小极大搜索每个着法：这一项与其他剪枝方式同用。",

  // Positions.
  position: ({ game, problem }) => inner(problem, game),
  position_too_long: ({ given, most }) => `有 ${n(given)} 字节，最多 ${n(most)} 字节。`,
  position_form: (args) => `应写成：${form(args)}。`,
  row_count: ({ given, wanted, ...args }) => `有 ${given} 行，应为 ${wanted} 行：${form(args)}。`,
  row_length: ({ row, given, wanted }) => `第 ${row} 行有 ${given} 格，应为 ${wanted} 格。`,
  unknown_letter: ({ given, at, known }) => `${at} 上的“${given}”不对，只能是 ${listed(known)}。`,
  stone_count: ({ x, o }) => `x 有 ${x} 个，o 有 ${o} 个：x 先走，所以应与 o 一样多或多一个。`,
  stone_count_swap: ({ x, o }) => `x 有 ${x} 个，o 有 ${o} 个：最多相差一个。`,
  wrong_turn: ({ side: of }) => `按这些棋子，轮到 ${of} 走。`,
  unknown_side: ({ given, known }) => `轮到谁走应写 ${either(known)}，不是“${given}”。`,
  both_won: ({ row }) => `x 和 o 都连成了 ${row} 个；先连成的一方就已经结束了对局。`,
  won_to_move: ({ side: of, row }) => `${of} 已连成 ${row} 个，却轮到它走。`,
  won_before: ({ side: of, row }) => `${of} 的最后一步不可能同时连成这几条 ${row} 连：有一条早已结束了对局。`,
  connected_to_move: ({ side: of }) => `${of} 已连通两边，却轮到它走。`,
  connected_before: ({ side: of }) => `${of} 的最后一子不可能才连通两边：之前就已连通。`,
  unknown_column: ({ given, number, ...args }) => `第 ${number} 步的“${given}”不是列；应写成：${form(args)}。`,
  moves_after_end: ({ moves }) => `走了 ${moves} 步对局就结束了，后面却还有着法。`,
  full_column: ({ number, column }) => `第 ${number} 步走 ${column} 列，可那一列已满。`,
  floating_stone: ({ at, below }) => `${at} 上的棋子悬空：下面的 ${below} 是空的。`,
  square_count: ({ given, wanted, ...args }) => `有 ${given} 个字符，应为 ${wanted} 个：${form(args)}。`,
  no_discs: () => "棋盘上没有棋子；开局有四个。",
  fen_fields: ({ given }) => `FEN 有六个字段，这里有 ${given} 个：棋子、w 或 b、易位权、吃过路兵、无进展步数、回合数。`,
  rank_count: ({ given }) => `用 / 分开的横排有 ${given} 个，应为 8 个。`,
  rank_length: ({ rank, given }) => `第 ${rank} 横排有 ${given} 格，应为 8 格。`,
  unknown_piece_on_rank: ({ given, rank }) => `第 ${rank} 横排的“${given}”既不是棋子，也不是空格数。`,
  impossible_pieces: () => "棋子不可能这样摆：每方一个王，至多 16 个棋子、8 个兵，第一和第八横排没有兵，不轮到走的一方没有被将军。",
  adjacent_kings: () => "两个王紧挨着。",
  castling_mismatch: ({ given }) => `易位权“${given}”与王和车的位置不符。`,
  castling_without_rook: ({ given }) => `易位权“${given}”需要王和车都在自己的底线。`,
  castling_field: ({ given }) => `易位权写 -，或 KQkq 中的几个，或车所在的列，不是“${given}”。`,
  en_passant_field: ({ given }) => `吃过路兵写 -，或兵刚越过的格子，不是“${given}”。`,
  halfmove_clock: ({ given, most }) => `无进展步数在 0 到 ${most} 之间，不是“${given}”。`,
  fullmove_number: ({ given }) => `回合数在 1 到 65535 之间，不是“${given}”。`,
  side_listed_twice: ({ side: of }) => `${side(of)}写了两次。`,
  shared_square: ({ square }) => `双方都在 ${square} 格上。`,
  no_pieces_left: ({ side: of }) => `${side(of)}一个子也没有，不可能刚走过。`,
  unknown_square: ({ given, side: of }) => `${side(of)}的“${given}”不是格子：格子是 1 到 32，王是 K1 到 K32。`,
  square_listed_twice: ({ side: of, square }) => `${side(of)}在 ${square} 格上写了两次。`,
  man_on_king_row: ({ square, side: of }) => `${side(of)}走到 ${square} 格的子已是王：写 K${square}。`,
  too_many_pieces: ({ side: of, given, most }) => `${side(of)}有 ${given} 个子，最多 ${most} 个。`,
  quiet_plies: ({ most }) => `H 后面是没有吃子也没有走兵的步数，0 到 ${most}。`,
  tree_syntax: () => "应写成嵌套的数组，如 [[3,12],[2,4]]。",
  empty_node: () => "有一个数组是空的；结点是一个数，或至少有一个元素的数组。",
  tree_too_large: ({ most }) => `树的结点超过了 ${n(most)} 个。`,
  leaf_value: ({ given, most }) => `“${given}”不能做叶子；叶子是 −${n(most)} 到 ${n(most)} 之间的整数。`,
  no_piece_setup: () => "这种游戏不能逐子摆放，请写成文字。",
  cell_count: ({ given, wanted }) => `有 ${given} 格，应为 ${wanted} 格。`,
  unknown_piece: ({ given, known }) => `“${given}”不是棋子；有：${known}。`,
  unreachable_cell: () => "有棋子摆在不可能有子的地方。",

  // Tournament files.
  test_without_rounds: () => "序贯检验要写明最多进行多少个回合（rounds）。",
  other_format: ({ format }) => `这一项属于赛制 ${format}。`,
  hypothesis_range: ({ given }) => `假设的 ${given} Elo 超出范围：应在 −4000 到 4000 之间。`,
  hypotheses_order: ({ first, second }) => `第一个假设 ${first} 应低于第二个 ${second}。`,
  error_rate: ({ rate, given }) => `${rate} = ${given} 不是错误率：应大于 0、小于 1。`,
  error_rates: ({ sum }) => `alpha 与 beta 之和应小于 1，现为 ${sum}。`,
  bayesian_pairs: () => "贝叶斯模型逐盘计数：应写 pentanomial = false。",
  entrant_twice: ({ name, line }) => `“${name}”参赛了两次（另一处在第 ${line} 行）；每名参赛者的名字都要不同。`,
  entrant_count: ({ given, most }) => `有 ${n(given)} 名参赛者；应为 2 到 ${n(most)} 名。`,
  unknown_entrant: ({ given, known }) => `没有名为“${given}”的参赛者；现有：${listed(known)}。`,
  match_entrants: ({ given }) => `对抗赛恰有两名参赛者，不是 ${n(given)} 名；人多可用擂台赛（gauntlet）。`,
  champion_count: ({ given, most }) => `${given} 不在 1 到 ${most} 之间：总要有人可打。`,
  too_many_rounds: ({ rounds, each, largest, entrants, most }) => `${n(rounds)} 轮、每轮至多 ${n(each)} 盘，超过了一项赛事最多的 ${n(largest)} 盘；${n(entrants)} 名参赛者最多 ${n(most)} 轮。`,
  schedule_too_large: () => "赛程的盘数太多。",
  limits_form: () => "限额写成 { depth = 6, nodes = 10000, time_ms = 100 } 或 { clock = { initial_ms = 10000, increment_ms = 100 } }。",
  time_and_clock: () => "每步限时和棋钟只能用一种。",
  per_move_clock: () => "per_move 表示每步都有全部用时：不再有 increment_ms、delay_ms 和 moves。",
  margin_without_time: () => "这里没有会迟的：先给出 time_ms 或 clock。",
  adjudication_form: () => "应是一张表，如 [adjudication]，下面写 max_plies = 300。",
  draw_moves: () => "moves 为 0：判和至少要双方各一步。",
  resign_rule: () => "moves 和 value 至少为 1：没有谁在均势下认输。",
  zero_plies: () => "取 0 会让每盘棋在第一步之前就结束。",
  not_solvable: ({ game, games }) => `${title(game)}不能精确求解；可以的有：${titles(games)}。`,
  entrant_game: ({ game }) => `这项赛事下的是${title(game)}，参赛者也得下它。`,
  empty_entrant: () => "参赛者要指名一个机器人，或至少自己设一项。",
  bot_not_text: () => "机器人的名字要加引号。",
  bot_game: ({ name, plays, game }) => `“${name}”下的是${title(plays)}，而这项赛事下的是${title(game)}。`,
  grid_form: () => "网格写成 { depth = [2, 4], book = [true, false] }。",
  grid_list: () => "网格的每一项都是一列取值，如 depth = [2, 4, 6]。",
  grid_empty: () => "列表是空的：一个机器人也没有。",
  grid_key: () => "网格只对机器人的选项展开，并自己给它们取名。",
  grid_beside: () => "这一项在网格之外也有：只写一处。",
  grid_size: ({ given, most, room }) => `网格展开有 ${given} 个机器人；一项赛事最多 ${n(most)} 名参赛者，这里还能加 ${n(room)} 名。`,
  openings_twice: ({ other }) => `开局只能来自一处，而这里还有 ${other}。`,
  order_of_random: () => "随机开局没有次序：次序属于列出的开局。",
  nothing_to_cut: () => "这一项用来截短文件或开局库里的着法，而这里没有。",
  no_files: () => "这里不能指名文件：请写 positions = [\"…\"] 或 lines = [\"…\"]。",
  no_opening: () => "这里没有开局。",
  openings_file_kind: () => "开局文件须以 .epd、.fen、.pgn、.pdn、.txt、.toml 或 .json 结尾。",
  openings_json: () => "JSON 的开局文件是一个对象：名字对应局面或着法。",
  games_cut: ({ given, most }) => `有 ${n(given)} 局超过 ${n(most)} 步。`,
  book_without_line: ({ book }) => `开局库“${book}”没有从这里开始的着法。`,
  book_too_long: () => "开局库的变例太多：用 plies 截短。",
  neither_move_nor_position: ({ given, problem }) => `“${given}”不是开局的着法，也不是局面：${inner(problem)}`,
  opening_move: ({ given, number }) => `第 ${number} 步的“${given}”不合规则。`,
  opening_too_long: ({ given, most }) => `有 ${given} 步，最多 ${most} 步：用 plies 截短。`,
  opening_over: () => "这个开局走完时对局已经结束：没有人可走。",
  game_over_at_start: () => "一开始对局就已经结束：没有人可走。",
  no_line_so_long: ({ plies, reason }) => `走 ${plies} 步之后没有哪一局还没结束。${verbatim(String(reason))}`,
  many_openings: ({ most, plies }) => `${plies} 步的不同开局超过 ${n(most)} 个；取少些步数，或用 random_plies。`,
  too_many_openings: ({ turns }) => `这么多步的开局要 ${n(turns)} 个，放不下。`,
  anchor_rating: ({ name }) => `等级分是一个数，如 ${name}=2000。`,
  match_memory: ({ name, table_mb, needed_mb, most_mb }) => `${name} 的 table_mb 为 ${n(table_mb)}，一盘棋的搜索可能要 ${n(needed_mb)} MiB，而所有搜索的表共有 ${n(most_mb)} MiB（[bots] 的 memory_mb），赛事的表又不会缩小。`,
  operators_key: () => "只有服务器的管理员才能设置它。",
  of_entrant: ({ name, key, problem }) => `${name} 的 ${key}：${inner(problem)}`,

  // Tournaments of players.
  not_of_format: ({ format }) => `赛制 ${format} 没有这一项。`,
  too_many_bots: ({ given, most }) => `现有 ${n(given)} 个，最多 ${n(most)} 个。`,
  too_few_entrants: ({ given, least }) => `现有 ${n(given)} 个，至少要 ${n(least)} 个。`,
  too_many_matches: ({ given, most }) => `共 ${n(given)} 盘，最多 ${n(most)} 盘。`,
  per_move_format: () => "每步限时只用于有赛程的赛制。",
  only_games: ({ games }) => `这里棋手只能开办这些游戏的赛事：${titles(games)}。`,
  starts_after_end: ({ lasts_ms }) => `棋手开办的赛事在 ${lasting(Number(lasts_ms))}后结束。`,
  tournament_name_taken: ({ name }) => `名为“${name}”的赛事正在报名或进行。`,
};

/** Returns the text of a message. Returns undefined for one of a library, or one that only a newer server knows. */
export function translated({ code, args }: Diagnostic): string | undefined {
  return Object.hasOwn(DIAGNOSTICS, code) ? DIAGNOSTICS[code]?.(args ?? {}) : undefined;
}

/** Returns the text of a message within another one, in English if there is no translation. */
export const within = (problem: Diagnostic): string => translated(problem) ?? verbatim(problem.message);

export const zh = { translated };
