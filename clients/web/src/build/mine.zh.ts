import { count } from "../core/format";
import type { Same } from "../core/language.svelte";
import type { words } from "./mine.words";

export const zh: Same<typeof words> = {
  title: "我的机器人",
  inBrowser: (saved) => (saved ? "保存在这个浏览器里。" : "没有保存：浏览器不能存储数据，关闭本页后就会丢失。"),
  claim: "注册一个名字，就能保存到账号里。",
  inAccount: "已保存到你的账号。",
  notMoved: (why) => `有的机器人仍只保存在这个浏览器里：${why}`,
  save: "保存",
  saved: (version, lasting) => (lasting ? `已保存为第 ${count(version)} 版` : `第 ${count(version)} 版，未保存`),
  saveVersion: (version) => `保存为第 ${count(version)} 版`,
  version: (n) => `第 ${count(n)} 版`,
  change: "修改",
  remove: "删除",
  removeOf: (name) => `删除 ${name}`,
  sure: "确认删除？",
  history: (n) => `历史版本（${count(n)}）`,
  first: "最初版本",
  settings: { evaluation: "评估函数", book: "开局库", random_move: "随机走棋", nodes: "结点数", time_ms: "时间" },
  changed: (settings) => settings.join("、"),
  enter: "参加赛事",
  duel: "挑战全部内置机器人",
  duelSize: (matches) => `共 ${count(matches)} 局；额度不够时会减少`,
  guest: (left, of) => `挑战也是一项赛事。同一网络地址的访客每天最多 ${count(of)} 局，今天还剩 ${count(left)} 局。`,
  duelling: "正在开始……",
  closed: (why) => `挑战需要举办赛事，你目前不能举办。${why}`,
  stands: (ahead, met, finished) => `${finished ? "" : "目前"}在 ${count(met)} 个内置机器人中胜过 ${count(ahead)} 个。`,
  unmeasured: "棋力尚未测定。",
  result: "挑战结果",
};
