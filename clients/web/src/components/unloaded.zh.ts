import type { Same } from "../core/language.svelte";
import type { words } from "./unloaded.words";

export const zh: Same<typeof words> = {
  loading: "正在加载……",
  notLoaded: (what, why) => `${what}加载失败：${why}服务器恢复后会自动显示。`,
  tryNow: "立即重试",
};
