import { count } from "../core/format";
import type { Same } from "../core/language.svelte";
import type { words } from "./considered.words";

export const zh: Same<typeof words> = {
  title: "它在考虑什么",
  show: "亮出候选着法",
  idle: "它考虑的每一步会亮起，看过的局面越多越亮，被剪掉的会变暗。",
  unsearched: {
    book: (move) => `${move} 来自开局库，没有搜索。`,
    random: (move) => `${move} 是随机着法，没有搜索。`,
    forced: (move) => `${move} 是唯一着法，不需要搜索。`,
  },
  looks: (name) => `${name} 正在思考……`,
  looked: (nodes, depth, move, cuts, value) => `它搜索 ${count(depth)} 层，看了 ${nodes} 个局面，最看好 ${move}${value ? `（${value}）` : ""}。${cuts > 0 ? `有 ${count(cuts)} 步很快被否定。` : "没有哪一步很快被否定。"}`,
};
