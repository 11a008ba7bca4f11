/** Why a tournament does not go on; English is what the server says. */

import type { TournamentFailure } from "../wire";
import { count, lasting } from "./format";
import { verbatim, within, wrong } from "./problem.zh";

type Of<K extends TournamentFailure["failure"]> = Extract<TournamentFailure, { failure: K }>;

export const FAILED: { [K in TournamentFailure["failure"]]: (values: Of<K>) => string } = {
  unplayable: ({ index, sentence }) => `赛程中的第 ${count(index + 1)} 盘无法进行。系统报告：“${sentence}”`,
  unkept: ({ sentence }) => `结果无法保存。系统报告：“${sentence}”`,
  earlier: ({ sentence }) => `上次留下的结果与这项赛事不符。系统报告：“${sentence}”`,
  venue: ({ sentence }) => `下棋的地方不能用：“${sentence}”`,
  no_thread: ({ sentence }) => `系统没有给出可用的线程：“${sentence}”`,
  file: ({ line, key, problem, sentence }) => {
    const where = [line === undefined ? "" : `第 ${line} 行`, key ?? ""].filter(Boolean).join("，");
    return `赛事文件现在不对${where ? `（${where}）` : ""}：${wrong(problem) ?? verbatim(sentence)}`;
  },
  plan: ({ problem }) => `这台服务器不能继续它：${within(problem)}`,
  changed: () => "赛事文件的含义已与开赛时不同：其中一个机器人的配置或开局库变了。已赛的保留；用原来的配置启动服务器，它就会继续。",
  budget: ({ used_ms }) => `今天留给它的处理器时间用完了（已用 ${lasting(used_ms)}）；已赛的保留。`,
  log: ({ sentence }) => `它的记录读不出来。系统报告：“${sentence}”`,
};

/** The same, where the page knows what it is; a newer server may have others. */
export function failed(failure: TournamentFailure): string | undefined {
  if (!Object.hasOwn(FAILED, failure.failure)) return undefined;
  return (FAILED[failure.failure] as (values: TournamentFailure) => string)(failure);
}

export const zh = { failed };
