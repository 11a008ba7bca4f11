// All Chinese texts, in one chunk that is loaded on demand.

const files = import.meta.glob<{ zh: object }>("./**/*.zh.ts", { eager: true });

export const texts: Record<string, object> = Object.fromEntries(Object.entries(files).map(([path, { zh }]) => [path.replace(/^\.\/|\.zh\.ts$/g, ""), zh]));
