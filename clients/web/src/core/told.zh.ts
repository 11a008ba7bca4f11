import type { Code } from "../wire";
import type { Same } from "./language.svelte";
import type { words } from "./told.words";

/** What a code says by itself; the first two are those of the page. */
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

/** What the server's sentence explains further: every other code. */
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

/** What stands under a code; nothing for the code of a newer server. */
const of = (texts: Record<string, string>, code: string): string | undefined => (Object.hasOwn(texts, code) ? texts[code] : undefined);

export const zh: Same<typeof words> = {
  refusal: (code, message, wait) => {
    if (wait !== undefined) return `服务器现在忙不过来，请 ${Math.max(1, Math.ceil(wait / 1000))} 秒后再试。`;
    return of(WHOLE, code) ?? [of(LEAD, code), message].filter(Boolean).join("：");
  },
  operator: "这个浏览器现在归管理员使用。",
};
