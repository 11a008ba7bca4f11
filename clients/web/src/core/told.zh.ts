import type { Code, Reason } from "../wire";
import { count, lasting, moment } from "./format";
import type { Same } from "./language.svelte";
import { failed } from "./failure.zh";
import { gameTitle, verbatim, wrong } from "./problem.zh";
import type { words } from "./told.words";

/** Codes with a complete text. The first two are the page's own. */
const WHOLE = {
  offline: "暂时连不上服务器。稍后再试。",
  bad_answer: "没看懂服务器的回答。",
  unauthorised: "没有通过身份验证。",
  not_your_turn: "还没轮到你走。",
  illegal_move: "这步棋不合规则。",
  stale_ply: "局面已经变了，这步棋没有算数。",
  no_such_match: "没有这场对局。",
  no_such_game: "没有这种游戏。",
  no_such_bot: "没有这个机器人。",
  not_seated: "你不在这场对局的席位上。",
  seat_taken: "席位已经有人坐了。",
  match_over: "对局已经结束。",
  not_started: "对局还没开始。",
  too_late: "已经太迟了。",
  no_such_offer: "没有可以答复的提议。",
  nothing_to_take_back: "没有可以悔的棋。",
  already_offered: "已经提过了，等对方答复。",
  nothing_to_claim: "现在没有可以主张的。",
  no_such_challenge: "没有这份约战，可能已撤回、已被接受或已过期。",
  not_here: "对方现在不在。",
  name_taken: "这个名字已经有人用了。",
  not_found: "这里什么也没有。",
  not_finished: "对局还没结束。",
  internal: "服务器内部出错了。",
} satisfies Partial<Record<Code | "offline" | "bad_answer", string>>;

/** All other codes. The server's sentence follows with the details. */
const LEAD: Record<Exclude<Code, keyof typeof WHOLE>, string> = {
  bad_message: "服务器没看懂这条消息",
  unknown_type: "服务器不认识这种消息",
  no_hello: "连接还没打过招呼",
  bad_options: "设置不对",
  bad_bot: "机器人的配置不对",
  rate_limited: "请求太频繁，请稍候",
  too_large: "太大了",
  over_limit: "超出了这里的限额",
  unavailable: "服务器暂时忙不过来",
  forbidden: "没有这个权限",
  declined: "对方谢绝了",
};

type Values<K extends Reason["reason"]> = Extract<Reason, { reason: K }>;

/** The texts of structured reasons. */
export const EXACTLY: { [K in Reason["reason"]]: (values: Values<K>) => string } = {
  own_matches: ({ most }) => `你开的对局已有 ${count(most)} 场还没结束，先下完一场。`,
  address_matches: ({ most }) => `从你的网络地址开的对局已有 ${count(most)} 场还没结束。`,
  server_matches: ({ most }) => `这台服务器同时最多容纳 ${count(most)} 场对局。`,
  watched_matches: ({ most }) => `已经有 ${count(most)} 场结束的对局在被观看，稍后再来。`,
  draining: () => "服务器即将重启，暂时不能开新的对局；已经开始的照常进行。",
  address_challenges: ({ most }) => `你所在的地址已有 ${count(most)} 份约战，先撤回一份。`,
  own_challenges: ({ made }) => `你已有 ${count(made)} 份约战，先撤回一份。`,
  their_challenges: () => "对方收到的约战已经满了。",
  server_challenges: ({ most }) => `这台服务器最多保存 ${count(most)} 份约战。`,
  operator_opens: () => "这台服务器上只有管理员开办赛事。",
  others_open: () => "管理员只让部分棋手开办赛事，你不在其中。",
  own_tournaments: ({ most }) => `你开办的赛事最多 ${count(most)} 项同时进行，已经满了。`,
  address_tournaments: ({ most }) => `从你的网络地址开办的赛事最多 ${count(most)} 项同时进行，已经满了。`,
  server_tournaments: ({ most }) => `棋手开办的赛事最多 ${count(most)} 项同时进行，已经满了。`,
  opened_today: ({ most, wait_ms }) => `每天最多开办 ${count(most)} 项赛事，${lasting(wait_ms)}后才能再开。`,
  operator_composes: () => "这台服务器上只有管理员能让机器人办比赛。",
  others_compose: () => "管理员只让部分棋手编排机器人赛事，你不在其中。",
  own_runs: ({ most }) => `你编排的赛事最多 ${count(most)} 项同时进行，等一项结束，或先停掉一项。`,
  address_runs: ({ most }) => `从你的网络地址编排的赛事最多 ${count(most)} 项同时进行，已经满了。`,
  server_runs: ({ most }) => `棋手编排的赛事最多 ${count(most)} 项同时进行，已经满了。`,
  budget: ({ scope, needed_ms, left_ms, budget_ms, wait_ms }) =>
    `它约需 ${lasting(needed_ms)} 的处理器时间，而${{ player: "你", address: "你的网络地址", server: "全体棋手" }[scope]}每天 ${lasting(budget_ms)}，还剩${left_ms < 1000 ? "不到 1 秒" : ` ${lasting(left_ms)}`}${wait_ms === undefined ? "。" : `；${lasting(wait_ms)}后再试。`}`,
  own_wishes: ({ most }) => `最多同时等候 ${count(most)} 种对局。`,
  tournament_full: () => "报名人数已满。",
  registration_over: () => "报名已经截止。",
  by_invitation: () => "这项赛事只限受邀者参加。",
  not_entered: () => "你没有报名这项赛事。",
  tournament_over: () => "这项赛事已经结束。",
  needs_name: () => "先认领一个名字才能这样做（在“我的账户”里）。",
  needs_operator: () => "只有管理员可以这样做：打开 arena operator-link 在服务器上打印的链接。",
  link_spent: () => "这个链接已经失效：用过了、太旧，或是重启之前的；在服务器上再运行 arena operator-link。",
  banned: ({ why, until_ms }) => `你${until_ms === undefined ? "" : `在 ${moment(until_ms)} 之前`}不能在这里下棋：${why}`,
  one_person: () => "同一个人的两个席位之间不能计等级分。",
  own_challenge: () => "这是你自己的约战。",
  rated_match: () => "这是你正在下的等级分对局的局面，对局结束后才能分析。",
  no_offers: () => "对方不接受提议。",
  not_from_you: () => "对方不接受你的约战。",
  takes_none: () => "对方不接受约战。",
  takes_games: ({ games }) => `对方只接受这些游戏的约战：${games.map(gameTitle).join("、")}。`,
  takes_clock: ({ wanted }) => (wanted ? "对方只接受计时的约战。" : "对方只接受不计时的约战。"),
  takes_rated: ({ wanted }) => (wanted ? "对方只接受计等级分的约战。" : "对方只接受不计等级分的约战。"),
  takes_initial: ({ least, most }) => `对方只接受起始用时在 ${lasting(least)} 到 ${lasting(most)} 之间的约战。`,
  takes_rating: ({ least, most }) => `对方只接受等级分在 ${least} 到 ${most} 之间的挑战者。`,
  takes_at_once: ({ most }) => `对方同时最多下 ${count(most)} 场，已经满了。`,
  password_length: ({ given, least, most }) => `密码有 ${count(given)} 个字节，应为 ${count(least)} 到 ${count(most)} 个。`,
  name_empty: () => "要认领的名字里须有字母或数字。",
  name_of_guests: () => "以 guest 结尾的名字留给访客。",
  password_weak: () => "这个密码太常见，容易被猜中，请换一个。",
  name_reserved: () => "这个名字留给服务器的管理者，不能认领。",
  not_by_key: () => "密钥不能更改账号。请登录，或使用认领名字时的会话，或使用恢复码。",
  scope: ({ scope }) => `这个密钥没有“${scope}”权限。`,
  name_of_deleted: () => "“deleted”指账号已删除的人，不能认领。",
  start_over: () => "在这个局面，对局已经结束。",
  start_rated: () => "不从开局开始的对局不能计等级分。",
  yourself: () => "不能向自己约战。",
  no_storage: () => "服务器暂时连不上存储，请再试一次。",
  match_busy: () => "这场对局暂时忙不过来，请再试一次。",
  searches_busy: () => "搜索线程都在忙，排队也满了，请稍后再试。",
  stored_later: () => "现在无法存储；已先记下，恢复后会补存，重发也无妨。",
  not_stored: () => "现在无法存储这场对局，这一步没有算数，请稍后重发。",
  largest_file: ({ most }) => `赛事文件最多 ${count(most)} 个字节。`,
  largest_body: ({ most }) => `发来的内容最多 ${count(most)} 个字节。`,
  large_message: ({ given }) => `要告诉你的内容有 ${count(given)} 个字节，一条消息装不下。`,
  not_your_bot: () => "这不是你的机器人。",
  bots_person: () => "这由机器人的主人来做。",
  no_seat_here: () => "你不在这场对局的席位上。",
  has_account: () => "这位棋手已经认领了名字。",
  connections: () => "从你的网络地址来的连接太多，先关掉一个。",
  topics: ({ most }) => `一个连接最多同时关注 ${count(most)} 项内容。`,
  boards: ({ given, most }) => `最多同时显示 ${count(most)} 个棋盘，不是 ${count(given)} 个。`,
  already_reported: () => "你已经举报过这位棋手，管理员还没有处理。",
  analysis_evicted: () => "分析已中止，为其他地址让出位置，请再试一次。",
  address_entrants: ({ most }) => `你所在的地址已有 ${count(most)} 人报名，达到上限。`,
  account_full: () => "已经达到上限，先撤销或删除一个。",
  reports: () => "举报太多，管理员一时看不过来，请过些时候再来。",
  wrong_login: () => "名字和所填的密码不符。",
  recovery_code: () => "恢复码不对，或已经用过。",
  takebacks: ({ most }) => `一场对局最多悔 ${count(most)} 步棋，你已经用完了。`,
  rematch_early: () => "对局结束后才能提议再来一局。",
  may_come_back: ({ wait_ms }) => `对方在 ${lasting(wait_ms)}内还可以回来。`,
  seed: ({ given }) => `种子 ${given} 太大，应小于 2 的 53 次方。`,
  both_seats: () => "两个席位不能都是你：另一个留空，或交给机器人。",
  own_seat: () => "自己的席位不用另行保留。",
  nobody_to_seat: () => "没有这位棋手，不能为其保留席位。",
  listed_opponent: () => "只有不指定对手的约战才公开列出。",
  concurrency: ({ given, most }) => `同时进行的盘数为 ${count(given)}，应在 1 到 ${count(most)} 之间。`,
  block_yourself: () => "不能屏蔽自己。",
  say_why: () => "请用一句话说明原因。",
  bot_keys: () => "这是机器人：它的密钥由主人生成和撤销。",
  alike: ({ name }) => `“${name}”和另一个名字看起来一样。`,
  invitations: ({ given, most }) => `有 ${count(given)} 个名字，应为 1 到 ${count(most)} 个。`,
  invited: ({ name, why }) => `${name}：${exactly(why) ?? why.reason}`,
  other_game: ({ given, game }) => `机器人下的是${gameTitle(given)}，这场对局是${gameTitle(game)}。`,
  many_positions: ({ most }) => `从这里可达的局面超过 ${count(most)} 个；请给出更接近终局的局面。`,
  long_games: ({ most }) => `从这里一局可超过 ${count(most)} 步；请给出更接近终局的局面。`,
  comes_again: () => "这种游戏的局面会重复出现，其值取决于之前的着法，因此不能整体求解。",
  bot_named: ({ name }) => `“${name}”是这里另一个机器人的名字；自己的配置要另起名字。`,
};

/** Returns the text of a structured reason. Returns undefined for one that only a newer server knows. */
function exactly(detail: Reason | undefined): string | undefined {
  if (detail === undefined || !Object.hasOwn(EXACTLY, detail.reason)) return undefined;
  return (EXACTLY[detail.reason] as (values: Reason) => string)(detail);
}

/** Returns the text of a code. Returns undefined for one that only a newer server knows. */
const of = (texts: Record<string, string>, code: string): string | undefined => (Object.hasOwn(texts, code) ? texts[code] : undefined);

export const zh: Same<typeof words> = {
  refusal: (code, message, wait, detail) => {
    const said = exactly(detail);
    if (said !== undefined) return said;
    if (wait !== undefined) return `服务器现在忙不过来，请 ${Math.max(1, Math.ceil(wait / 1000))} 秒后再试。`;
    return of(WHOLE, code) ?? `${of(LEAD, code) ?? "服务器没有照办"}。${verbatim(message)}`;
  },
  problem: (message, problem) => wrong(problem) ?? verbatim(message),
  atKey: (message, key, problem) => {
    const said = wrong(problem);
    if (said === undefined) return verbatim(message);
    return key === "" ? said : `${key}：${said}`;
  },
  failed: (message, failure) => (failure && failed(failure)) ?? `赛事停了下来。${verbatim(message)}`,
  unexpected: (message) => `页面出了错：“${message}”`,
  operator: "这个浏览器现在归管理员使用。",
};
