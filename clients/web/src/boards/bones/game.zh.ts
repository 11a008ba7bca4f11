import type { GameTexts } from "../../core/games";

export const zh: GameTexts = {
  title: "取骨头",
  about: "轮流从一堆骨头里取一到三根，轮到谁没有可取的，谁就输。",
  sides: ["先手", "后手"],
  form: "剩下的骨头数，然后是 first 或 second，如 6 first",
  options: { heap: "开局时的骨头数", most: "每次最多取几根" },
  names: { heap: "骨头数", most: "最多取几根" },
  evaluations: {
    modulo: "正确的评估：只要总数不是“最多可取数加一”的倍数，就对轮走方有利",
    parity: "初学者的猜测：奇数对轮走方有利，偶数不利",
    zero: "什么也不懂：未终局的局面一律计 0",
  },
  weights: { won: "必胜的骨头数", odd: "奇数根骨头" },
  bots: {
    "bones-random": "随便取。",
    "bones-beginner": "只看得见眼前最后一手，别的不大懂。",
    "bones-parity": "相信奇数是好数，往前看六步。",
    "bones-perfect": "知道窍门：从不放过必胜之局。",
  },
};
