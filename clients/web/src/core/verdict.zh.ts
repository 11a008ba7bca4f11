import type { Diagnostic, Verdict } from "../wire";
import { count } from "./format";
import type { zh as diagnostics } from "./diagnostics.zh";
import { spaced } from "./spaced";
import { textsOf, type Same } from "./language.svelte";
import type { words } from "./verdict.words";

const somebody = (loser: string) => loser || "一方";

const reason = (by: Verdict["by"], winner: string, loser: string, draw: boolean): string => {
  switch (by) {
    case "rules":
      return winner ? spaced(`${winner}获胜。`) : "按规则判为和棋。";
    case "resignation":
      return spaced(`${somebody(loser)}认输。`);
    case "agreement":
      return "双方议和。";
    case "timeout":
      return draw ? "一方超时，对局判和。" : spaced(`${somebody(loser)}超时。`);
    case "absence":
      return loser ? spaced(`${loser}离开后没有回来。`) : "双方离开后都没有回来。";
    case "illegal":
      return spaced(`${somebody(loser)}走了不合规则的着法。`);
    case "crash":
      return loser ? spaced(`${loser}崩溃。`) : "对局期间服务器发生故障。";
    case "stall":
      return spaced(`${somebody(loser)}无响应。`);
    case "forfeit":
      return spaced(`${somebody(loser)}弃权。`);
    case "adjudicated-draw":
      return "双方连续多步评估为均势。";
    case "adjudicated-win":
      return spaced(`${somebody(loser)}连续多步评估自己必败。`);
    case "adjudicated-length":
      return "达到赛事规定的最大步数。";
    case "adjudicated-solved":
      return "求解器已给出结果。";
    case "adjudicated-tablebase":
      return "残局库已给出结果。";
    case "aborted":
      return "对局中止，不计成绩。";
  }
};

/** Returns a detail in Chinese, if it is known. */
const inChinese = (known: Diagnostic | undefined) => known && textsOf<typeof diagnostics>("core/diagnostics")?.translated(known);

const HOW: Record<Verdict["by"], string> = {
  rules: "",
  resignation: "认输",
  agreement: "议和",
  timeout: "超时",
  absence: "缺席",
  illegal: "违规着法",
  crash: "崩溃",
  stall: "无响应",
  forfeit: "弃权",
  "adjudicated-draw": "裁定",
  "adjudicated-win": "裁定",
  "adjudicated-length": "达到步数上限",
  "adjudicated-solved": "求解判定",
  "adjudicated-tablebase": "残局库判定",
  aborted: "",
};
/** The reasons that the losing side has given. */
const BY_LOSER: readonly Verdict["by"][] = ["resignation", "timeout", "absence", "illegal", "crash", "stall", "forfeit"];

export const zh: Same<typeof words> = {
  noResult: "无结果",
  draw: "和棋",
  you: "你",
  youWin: "你赢了",
  youLose: "你输了",
  wins: (name) => spaced(`${name}获胜`),
  won: (name) => spaced(`${name}胜`),
  youWon: "你胜",
  youLost: "你负",
  byRules: "按规则判定。",
  aborted: "已中止",
  notPlayed: "未进行：有棋手缺席，没有走出第一步",
  ahead: (side, by, counted) => spaced(`${side}净胜 ${count(by)} 分${counted ? `（${counted}）` : ""}。`),
  detail: (sentence, detail, known) => `${sentence.slice(0, -1)}：${inChinese(known) ?? detail}。`,
  alone: (detail, known) => `${inChinese(known) ?? detail}。`,
  reason,
  how: (by, subject) => (HOW[by] === "" ? "" : `（${subject === "winner" && BY_LOSER.includes(by) ? "对方" : ""}${HOW[by]}）`),
};
