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
  code: "这一步的二维码",
  codeHint: "用手机打开这一步",
  place: (at, of) => `${count(at + 1)} / ${count(of)}`,
};
