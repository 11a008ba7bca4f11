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
    zero: "未终局的局面一律为 0",
  },
  weights: { won: "必胜的骨头数", odd: "奇数根骨头" },
  bots: {
    "bones-random": "随机取。",
    "bones-beginner": "只会最后一步取胜。",
    "bones-parity": "认为奇数有利，搜索六层。",
    "bones-perfect": "使用正确的评估，从不错过必胜局面。",
  },
};
