import type { Diagnostic } from "../wire";
import type { zh as diagnostics } from "./diagnostics.zh";
import { textsOf, type Same } from "./language.svelte";
import type { words } from "./told.words";

/** Quotes a sentence that exists only in English. */
export const verbatim = (sentence: string): string => `服务器报告：“${sentence}”`;

/** The page's own errors. */
const OWN: Record<string, string | ((args: NonNullable<Diagnostic["args"]>) => string)> = {
  offline: "暂时无法连接服务器，请稍后再试。",
  bad_answer: "无法识别服务器的响应。",
  browser_bots: ({ most }) => `这个浏览器最多保存 ${String(most)} 个机器人，请先删除一个，或注册名字。`,
};

export const zh: Same<typeof words> = {
  error: (error, isAtKey) => {
    const own = Object.hasOwn(OWN, error.code) ? OWN[error.code] : undefined;
    const text = own !== undefined ? (typeof own === "string" ? own : own(error.args ?? {})) : textsOf<typeof diagnostics>("core/diagnostics")?.translated(error);
    if (text === undefined) return verbatim(error.message);
    // Like the English message, the text begins with the key only if it would not be clear without it.
    const isNamed = error.key !== undefined && error.message.startsWith(`${error.key}: `);
    return isNamed && !isAtKey ? `${error.key}：${text}` : text;
  },
  unexpected: (message) => `页面出错：“${message}”`,
  claim: "注册名字",
  tournament: "查看这项赛事",
  operator: "这个浏览器现在归管理员使用。",
};
