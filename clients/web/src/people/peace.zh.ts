import type { Same } from "../core/language.svelte";
import type { words } from "./peace.words";

export const zh: Same<typeof words> = {
  about: (name) => `关于 ${name}`,
  mute: "不接受提议",
  unmute: "恢复接受提议",
  muteAbout: "本局中的求和、悔棋和再来一局。",
  block: (name) => `屏蔽 ${name}`,
  unblock: (name) => `取消屏蔽 ${name}`,
  blockAbout: "双方不再约战、提议或配对。",
  what: "发生了什么",
  report: (name) => `举报 ${name}`,
  reportAbout: "会告知本站管理员。",
  reported: "已举报，管理员会查看。",
};
