/** The reasons why a tournament failed, in Chinese. The English texts come from the server. */

import type { TournamentFailure } from "../wire";
import { count, lasting } from "./format";
import { within } from "./diagnostics.zh";

type Of<K extends TournamentFailure["failure"]> = Extract<TournamentFailure, { failure: K }>;

export const FAILED: { [K in TournamentFailure["failure"]]: (values: Of<K>) => string } = {
  unplayable: ({ index, sentence }) => `赛程中的第 ${count(index + 1)} 局无法进行。系统报告：“${sentence}”`,
  unkept: ({ sentence }) => `结果无法保存。系统报告：“${sentence}”`,
  earlier: ({ sentence }) => `已保存的结果与这项赛事不符。系统报告：“${sentence}”`,
  venue: ({ sentence }) => `对局环境不可用：“${sentence}”`,
  no_thread: ({ sentence }) => `系统无法创建线程：“${sentence}”`,
  file: ({ line, key, problem }) => {
    const where = [line === undefined ? "" : `第 ${line} 行`, key ?? ""].filter(Boolean).join("，");
    return `赛事文件有错误${where ? `（${where}）` : ""}：${within(problem)}`;
  },
  plan: ({ problem }) => `服务器无法继续这项赛事：${within(problem)}`,
  changed: () => "赛事内容与开赛时不同：某个机器人的配置或开局库已改变。已完成的对局会保留；用原来的配置启动服务器即可继续。",
  budget: ({ used_ms }) => `今天的处理器时间已用完（已用 ${lasting(used_ms)}）；已完成的对局会保留。`,
  log: ({ sentence }) => `无法读取赛事记录。系统报告：“${sentence}”`,
};

/** Returns the text of a failure. Returns undefined for one that only a newer server knows. */
export function failed(failure: TournamentFailure): string | undefined {
  if (!Object.hasOwn(FAILED, failure.failure)) return undefined;
  return (FAILED[failure.failure] as (values: TournamentFailure) => string)(failure);
}

export const zh = { failed };
