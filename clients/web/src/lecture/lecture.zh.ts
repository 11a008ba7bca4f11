import { count } from "../core/format";
import type { Same } from "../core/language.svelte";
import type { words } from "./lecture.words";

export const zh: Same<typeof words> = {
  title: "讲课模式",
  open: "讲课（p）",
  openHint: "铺满屏幕，给全班看（p）",
  close: "结束讲课",
  back: "上一步",
  next: "下一步",
  room: "教室",
  rooms: { light: "明亮", dark: "昏暗" },
  code: "跟随这场讲课的二维码",
  enlarge: "让二维码和网址占满屏幕（q）",
  codeHint: "用手机跟着看",
  followers: (n) => `${count(n)} 人跟随`,
  followTitle: "跟随讲课",
  waiting: "正在等待讲课……",
  following: "讲课期间，本页随讲课同步。",
  broken: "连接已断开，恢复后会自动跟上。",
  ended: "讲课已结束。",
  local: "这个地址只能在本机打开。要让手机访问，启动服务器时要监听本机的网络地址。",
  alone: "自己看看",
  start: "开局",
  move: (ply, move) => `第 ${count(ply)} 步：${move}`,
  place: (at, of) => `${count(at + 1)} / ${count(of)}`,
};
