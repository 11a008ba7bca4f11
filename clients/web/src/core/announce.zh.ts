import type { OfferKind } from "../wire";
import { spaced } from "./spaced";
import type { Same } from "./language.svelte";
import type { words } from "./announce.words";

const matter: Record<OfferKind, string> = { draw: "和棋", takeback: "悔棋", rematch: "再来一局" };

export const zh: Same<typeof words> = {
  yourTurn: "轮到你走。",
  toMove: (name) => spaced(`轮到${name}走。`),
  seated: (name, side) => `${name} 入座，${spaced(`执${side.replace(/方$/, "")}`)}。`,
  begins: "对局开始。",
  played: (who, move) => spaced(`${who || "你"}走了 ${move}。`),
  takenBack: "已悔棋。",
  offered: (who, what) => spaced(`${who || "你"}提议${matter[what]}。`),
  answered: (who, what, accept) => spaced(`${who || "你"}${accept ? "接受" : "拒绝"}了${matter[what]}。`),
  away: (who) => spaced(`${who || "你"}已断线。`),
  back: (who) => spaced(`${who || "你"}已重新连接。`),
  ended: (title, sentence) => `对局结束。${title}。${sentence}`,
};
