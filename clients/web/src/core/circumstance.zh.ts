/** The details of verdicts in Chinese. The English texts come from the server. */

import type { EndDetail, FuelScope, Side } from "../wire";
import { count, lasting } from "./format";
import { gameTitle } from "./games";

type Of<K extends EndDetail["circumstance"]> = Extract<EndDetail, { circumstance: K }>;

const SIDES: Record<Side, string> = { first: "先手", second: "后手" };
const FUEL_SCOPES: Record<FuelScope, string> = { start: "启动", evaluation: "每次估值", move: "每步棋", match: "整局棋" };
/** Quotes the output of a program in Chinese quotation marks. */
const said = (quoted: string) => `“${quoted.replace(/^"|"$/g, "")}”`;

export const CIRCUMSTANCES: { [K in EndDetail["circumstance"]]: (values: Of<K>) => string } = {
  payoff: ({ first }) => `先手得 ${count(first)}`,
  repeated: () => "局面重复",
  open_seat: () => "一直没有人入座",
  untouched: () => "长时间没有人走棋",
  waiting_left: () => "等待对手的棋手离开了",
  both_left: () => "双方都离开了",
  stopped: () => "创建者停止了对局",
  called_off: ({ side }) => `${SIDES[side]}中止了对局`,
  room: () => "服务器需要释放资源，而双方都不在线",
  void: () => "管理员将其作废",
  not_begun: () => "没有按时开始",
  cannot_win: ({ side }) => `${SIDES[side]}已不可能获胜`,
  cannot_play: ({ sentence }) => `机器人无法参赛（服务器报告：“${sentence}”）`,
  over_time: ({ took_ms, allowed_ms }) => `这一步用了 ${count(took_ms)} 毫秒，限时 ${count(allowed_ms)} 毫秒`,
  both_thought_lost: ({ loser, value, moves }) => `${SIDES[loser]}连续 ${count(moves)} 步认为自己落后 ${count(value)}，对方也认为自己领先这么多`,
  thought_lost: ({ loser, value, moves }) => `${SIDES[loser]}连续 ${count(moves)} 步认为自己落后 ${count(value)}`,
  thought_even: ({ value, moves }) => `双方连续 ${count(moves)} 步认为相差不过 ${count(value)}`,
  length: ({ plies }) => `已有 ${count(plies)} 步`,
  perfect_play: () => "双方都走最佳着法时的结果",
  no_move: () => "没有给出着法",
  late: ({ after_ms }) => `用了 ${lasting(after_ms)}，被叫停才走`,
  late_saying: ({ after_ms, quoted }) => `用了 ${lasting(after_ms)}，被叫停才走，之前说：${said(quoted)}，不是回答`,
  silent_saying: ({ within_ms, quoted }) => `${lasting(within_ms)}内没有走棋，程序已被终止；它说：${said(quoted)}，不是回答`,
  silent: ({ within_ms }) => `${lasting(within_ms)}内没有走棋，程序已被终止`,
  not_running: () => "程序没有在运行",
  no_answer: () => "程序没有按时回答",
  flood: ({ bytes }) => `程序发来 ${count(bytes)} 个字节，却没有回答`,
  program_failed: () => "它的程序出错了",
  program_erred: () => "它的程序选了不合规则的着法",
  module_fuel: ({ function: name, limit, scope }) => `它的模块在 ${name} 中耗尽燃料：${FUEL_SCOPES[scope]}最多 ${count(limit)}`,
  module_memory: ({ function: name, kib }) => `它的模块在 ${name} 中申请的内存超过 ${count(kib)} KiB`,
  module_trap: ({ function: name, trap }) => `它的模块在 ${name} 中触发陷阱：${said(trap)}`,
  module_abort: ({ function: name, quoted }) => `它的模块在 ${name} 中自行中止：${said(quoted)}`,
  module_index: ({ index, moves }) => `它的模块选了第 ${count(index)} 个着法（从 0 算起），只有 ${count(moves)} 个着法`,
  module_buffer: ({ address, bytes }) => `它的模块的缓冲区（地址 ${count(address)}，${count(bytes)} 字节）超出其内存`,
  resigned: () => "引擎自己认输",
  claimed: ({ quoted }) => `引擎没有走棋，而是声称 ${said(quoted)}`,
  took_for_illegal: ({ quoted }) => `引擎误认为着法不合规则：${said(quoted)}`,
  refused: ({ quoted }) => `引擎拒绝走棋：${said(quoted)}`,
  said: ({ quoted }) => `引擎报告：${said(quoted)}`,
  ended_saying: ({ status, quoted }) => `程序已退出（${status}），最后输出：${said(quoted)}`,
  ended: ({ status }) => `程序已退出（${status}）`,
  closed_saying: ({ quoted }) => `程序关闭了输出但没有退出，最后输出：${said(quoted)}`,
  closed: () => "程序关闭了输出但没有退出",
  not_read: ({ quoted }) => `它的输出 ${said(quoted)} 不是着法`,
  illegal: ({ given, ply }) => `第 ${count(ply + 1)} 步走 ${given}，不合规则`,
  not_a_move: ({ given, game }) => `${said(given)} 不是${gameTitle(game)}的着法`,
};

/** Returns the text of a circumstance. Returns undefined for one that only a newer server knows. */
export function circumstance(told: EndDetail | undefined): string | undefined {
  if (told === undefined || !Object.hasOwn(CIRCUMSTANCES, told.circumstance)) return undefined;
  return (CIRCUMSTANCES[told.circumstance] as (values: EndDetail) => string)(told);
}

export const zh = { circumstance };
