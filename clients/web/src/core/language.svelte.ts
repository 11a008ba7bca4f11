// The language of the page and its texts. A view has its English texts in a file beside it, `play.words.ts`:
//
//   export const words = say("pages/play", { title: "Play", wins: (n: number) => plural(n, "win") });
//
// The Chinese texts are in `play.zh.ts`:
//
//   export const zh: Same<typeof words> = { title: "下棋", wins: (n) => `${count(n)} 胜` };
//
// The name is the file's path here. Chinese texts are loaded when a view needs them: `say` notes the texts that the loaded
// views use, and a view is shown after `textsReady`. `texts.test.ts` checks that each text exists in both languages and
// that views have no texts of their own.

import { readStored, store } from "./stored";

export const LANGUAGES = { en: "English", zh: "中文" } as const;
export type Language = keyof typeof LANGUAGES;
/** The language tags for documents and `Intl`. */
const TAGS: Record<Language, string> = { en: "en", zh: "zh-CN" };

/** Texts of the same shape in another language. */
export type Same<T> = T extends string ? string : T extends (...given: infer G) => infer R ? (...given: G) => Same<R> : { [K in keyof T]: Same<T[K]> };

/** All texts of a language by file name. */
type Texts = Record<string, object>;

class Spoken {
  now: Language = $state("en");
  texts: Texts = $state.raw({});
}
const spoken = new Spoken();
/** Loads texts of the current language, except for English. */
let load: ((names: readonly string[]) => Promise<Texts>) | undefined;
/** The names of the texts that the loaded views use. */
const used: Record<string, true> = {};
let loading: Promise<void> | undefined;

/** Notes that a text is used, and loads it soon. */
function use(name: string): void {
  if (used[name]) return;
  used[name] = true;
  if (load) void textsReady();
}

/** Resolves when all texts in use are loaded. Texts that cannot be loaded stay English. */
export async function textsReady(...names: string[]): Promise<void> {
  for (const name of names) used[name] = true;
  // Several files of a view ask in one turn.
  await (loading ??= Promise.resolve().then(loadUsed));
}

async function loadUsed(): Promise<void> {
  loading = undefined;
  const [from, missing] = [load, Object.keys(used).filter((name) => !(name in spoken.texts))];
  if (!from || missing.length === 0) return;
  const texts = await from(missing).catch(() => undefined);
  if (texts && load === from) spoken.texts = { ...spoken.texts, ...texts };
}

/** Waits for the texts of a part of a view that was loaded. Use it as `import("./Part.svelte").then(withTexts)`. */
export const withTexts = async <T>(part: T): Promise<T> => (await textsReady(), part);

/**
 * Returns the texts of a file in the current language. A component that reads them follows a change of the language.
 */
export function say<T extends object>(name: string, english: T): T {
  use(name);
  return new Proxy(english, { get: (own, key) => Reflect.get(spoken.texts[name] ?? own, key) as unknown });
}

/**
 * Returns texts that do not exist in English here, such as those of a game. The server supplies the English ones. Loads
 * missing texts; a component that reads them is rendered again.
 */
export function textsOf<T extends object>(name: string): T | undefined {
  const texts = spoken.texts[name] as T | undefined;
  if (!texts && load) use(name);
  return texts;
}

export const language = (): Language => spoken.now;
/** The locale for `Intl`. */
export const locale = (): string => TAGS[spoken.now];

/** The space between a name or a number and the words after it: none in Chinese after a Chinese character or mark. */
export const gapAfter = (text: string): string => (spoken.now === "zh" && /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]$/u.test(text) ? "" : " ");

/** The separator between sentences. Chinese full-width marks need no space after them. */
export const gap = (): string => (spoken.now === "zh" ? "" : " ");

/** The colon between two parts of a label. */
export const colon = (): string => (spoken.now === "zh" ? "：" : ": ");

/** Returns what separates the items of a list. */
export const comma = (): string => (spoken.now === "zh" ? "、" : ", ");

/** Joins the items of a list. */
export const list = (items: readonly string[]): string => items.join(comma());

/** Returns the stored choice, or else the first supported language of the browser. */
export function preferred(kept = readStored("language"), browser: readonly string[] = navigator.languages): Language {
  const known = [kept ?? "", ...browser].map((tag) => tag.split("-")[0] ?? "");
  return known.find((tag): tag is Language => tag in LANGUAGES) ?? "en";
}

/** Switches the language. Keeps the current language if the texts cannot be loaded. */
export async function speak(wanted: Language): Promise<void> {
  const chinese = wanted === "zh" ? await import("../zh").catch(() => undefined) : undefined;
  const texts = wanted === "en" ? {} : await chinese?.load([...chinese.ALWAYS, ...Object.keys(used)]).catch(() => undefined);
  if (!texts) return;
  [spoken.now, spoken.texts, load] = [wanted, texts, chinese?.load];
  document.documentElement.lang = TAGS[wanted];
  // Views that were loaded meanwhile may use more.
  await textsReady();
}

/** The lifetime of the language cookie in seconds: one year. */
const KEPT_S = 31_536_000;

/** Switches the language and stores the choice. On the next visit the server preloads its texts. */
export function choose(wanted: Language): Promise<void> {
  store("language", wanted);
  document.cookie = `language=${wanted}; path=/; max-age=${KEPT_S}; samesite=lax`;
  return speak(wanted);
}
