import type { Same } from "../core/language.svelte";
import type { words } from "./peace.words";

export const zh: Same<typeof words> = {
  actions: "屏蔽或举报对方",
  actionsApart: "屏蔽或举报",
  mute: "屏蔽提议和短语",
  unmute: "取消屏蔽提议和短语",
  muteAbout: "本局不再显示对方的求和、悔棋、再来一局和短语。",
  block: (name) => `屏蔽 ${name}`,
  unblock: (name) => `取消屏蔽 ${name}`,
  blockAbout: "双方不能再约战、提议或匹配。",
  what: "发生了什么",
  report: (name) => `举报 ${name}`,
  reportAbout: "举报会发送给管理员。",
  reported: "已举报，管理员会查看。",
};
