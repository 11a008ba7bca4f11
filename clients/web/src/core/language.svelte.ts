// The page's language and its texts.
//
// A view's English texts are in a file beside it, `play.words.ts`:
//
//   export const words = say("pages/play", { title: "Play", wins: (n: number) => plural(n, "win") });
//
// and its Chinese ones in `play.zh.ts`:
//
//   export const zh: Same<typeof words> = { title: "下棋", wins: (n) => `${count(n)} 胜` };
//
// The name is the file's path. All Chinese texts are one script that is loaded on demand. `texts.test.ts` ensures that
// both languages have each text, and that views contain none.

import { readStored, store } from "./stored";

export const LANGUAGES = { en: "English", zh: "中文" } as const;
export type Language = keyof typeof LANGUAGES;
/** Their BCP 47 tags. */
const TAGS: Record<Language, string> = { en: "en", zh: "zh-CN" };

/** Texts of the same shape in another language. */
export type Same<T> = T extends string ? string : T extends (...given: infer G) => infer R ? (...given: G) => Same<R> : { [K in keyof T]: Same<T[K]> };

/** All texts of a language, by file name. */
type Texts = Record<string, object>;

class Spoken {
  now: Language = $state("en");
  texts: Texts = $state.raw({});
}
const spoken = new Spoken();

/** The texts of a file in the current language; reactive in components. */
export function say<T extends object>(name: string, english: T): T {
  return new Proxy(english, { get: (own, key) => Reflect.get(spoken.texts[name] ?? own, key) as unknown });
}

/** Texts that English lacks, such as a game's: the server provides the English ones. */
export const textsOf = <T extends object>(name: string): T | undefined => spoken.texts[name] as T | undefined;

export const language = (): Language => spoken.now;
/** The locale for `Intl`. */
export const locale = (): string => TAGS[spoken.now];

/** The separator of two sentences: full-width punctuation needs no space. */
export const gap = (): string => (spoken.now === "zh" ? "" : " ");

/** The stored choice, or else the first supported language of the browser. */
export function preferred(kept = readStored("language"), browser: readonly string[] = navigator.languages): Language {
  const known = [kept ?? "", ...browser].map((tag) => tag.split("-")[0] ?? "");
  return known.find((tag): tag is Language => tag in LANGUAGES) ?? "en";
}

/** Switches the language; falls back to English if its texts cannot be loaded. */
export async function speak(wanted: Language): Promise<void> {
  const texts = wanted === "zh" ? await import("../zh").then(({ texts }) => texts, () => undefined) : {};
  if (!texts) return;
  [spoken.now, spoken.texts] = [wanted, texts];
  document.documentElement.lang = TAGS[wanted];
}

/** Lifetime of the language cookie in seconds: a year. */
const KEPT_S = 31_536_000;

/** Switches the language and stores it, so that the server preloads its texts at the next visit. */
export function choose(wanted: Language): Promise<void> {
  store("language", wanted);
  document.cookie = `language=${wanted}; path=/; max-age=${KEPT_S}; samesite=lax`;
  return speak(wanted);
}
