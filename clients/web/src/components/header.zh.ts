import { count } from "../core/format";
import type { Same } from "../core/language.svelte";
import type { words } from "./header.words";

export const zh: Same<typeof words> = {
  reconnecting: "正在重新连接……",
  connecting: "正在连接……",
  yourMove: "轮到你走",
  yourMatch: "我的对局",
  underWay: (n) => `你有 ${count(n)} 局棋正在进行`,
  name: (name) => `你的名字：${name || "未知"}。点击修改。`,
  sound: "轮到你走时的提示音",
  soundOn: "提示音已开",
  soundOff: "提示音已关",
  settings: "设置",
  turnTitle: "● 轮到你走 · ",
  yourTurn: "轮到你走",
  against: (game, name) => `${game}，对手：${name}`,
  nameTitle: "显示给别人的名字",
  nameAbout: "只在这个浏览器里使用，其他访客也可以用同样的名字。",
  nameClaim: "注册只属于你的名字",
  nameClaimed: (name) => `你已注册名字 ${name}，不能再改。`,
  nameLabel: "别人看到的名字",
  cancel: "取消",
  save: "保存",
  close: "关闭",
  dismiss: "关闭",
  announcement: "管理员通知：",
  unsaved: "无法保存。",
  unsavedAbout: "浏览器禁止本页存储数据，或存储空间已满。你的座位、名字、机器人、设置和学习进度在关闭或刷新本页后就会丢失。",
};
