import type { Same } from "../core/language.svelte";
import type { words } from "./answer.words";

export const zh: Same<typeof words> = {
  sign: { lower: "≥", upper: "≤" },
  bound: { lower: "至少 ", upper: "至多 " },
  node: (move, cut, value, again) => `${move ?? "根结点"}：${cut ? "已剪枝" : `值 ${value || "未知"}`}${again ? "，重新搜索过" : ""}`,
};
