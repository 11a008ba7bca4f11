// In which language the page speaks, and how its texts are kept.
//
// A view has its texts in a file beside it, `play.words.ts`, in English:
//
//   export const words = say("pages/play", { title: "Play", wins: (n: number) => plural(n, "win") });
//
// and in Chinese in `play.zh.ts`:
//
//   export const zh: Same<typeof words> = { title: "下棋", wins: (n) => `${count(n)} 胜` };
//
// The name is the file's path here. All of Chinese is one script that is fetched when it is chosen; `texts.test.ts` sees to
// it that each text stands in both languages, and that no view has a text of its own.

import { readStored, store } from "./stored";

export const LANGUAGES = { en: "English", zh: "中文" } as const;
export type Language = keyof typeof LANGUAGES;
/** What documents and `Intl` call them. */
const TAGS: Record<Language, string> = { en: "en", zh: "zh-CN" };

/** Texts of the same shape in another language. */
export type Same<T> = T extends string ? string : T extends (...given: infer G) => infer R ? (...given: G) => Same<R> : { [K in keyof T]: Same<T[K]> };

/** All texts of a language, by the names of their files. */
type Texts = Record<string, object>;

class Spoken {
  now: Language = $state("en");
  texts: Texts = $state.raw({});
}
const spoken = new Spoken();

/** The texts of a file in the language that is spoken: where they are read in a component, they follow it. */
export function say<T extends object>(name: string, english: T): T {
  return new Proxy(english, { get: (own, key) => Reflect.get(spoken.texts[name] ?? own, key) as unknown });
}

/** The texts of a file that English has not, such as a game's: what the server says stands there in English. */
export const textsOf = <T extends object>(name: string): T | undefined => spoken.texts[name] as T | undefined;

export const language = (): Language => spoken.now;
/** What `Intl` writes numbers, dates and lists by. */
export const locale = (): string => TAGS[spoken.now];

/** What stands between two sentences: Chinese marks are as wide as a character and need no blank behind them. */
export const gap = (): string => (spoken.now === "zh" ? "" : " ");

/** What was chosen before, or else the first of the browser's languages that the page speaks. */
export function preferred(kept = readStored("language"), browser: readonly string[] = navigator.languages): Language {
  const known = [kept ?? "", ...browser].map((tag) => tag.split("-")[0] ?? "");
  return known.find((tag): tag is Language => tag in LANGUAGES) ?? "en";
}

/** Speaks a language from here on; English where its texts cannot be fetched. */
export async function speak(wanted: Language): Promise<void> {
  const texts = wanted === "zh" ? await import("../zh").then(({ texts }) => texts, () => undefined) : {};
  if (!texts) return;
  [spoken.now, spoken.texts] = [wanted, texts];
  document.documentElement.lang = TAGS[wanted];
}

/** For so many seconds the server is told which language was chosen: a year. */
const KEPT_S = 31_536_000;

/** Speaks a language and keeps it for the next visit, when the server names its texts together with the document. */
export function choose(wanted: Language): Promise<void> {
  store("language", wanted);
  document.cookie = `language=${wanted}; path=/; max-age=${KEPT_S}; samesite=lax`;
  return speak(wanted);
}
