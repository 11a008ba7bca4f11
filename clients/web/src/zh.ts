// Loads the Chinese texts. The build puts those of the first view, of errors and of each folder into a chunk each.

const files = import.meta.glob<{ zh: object }>("./**/*.zh.ts");
const loaders = Object.fromEntries(Object.entries(files).map(([path, load]) => [path.replace(/^\.\/|\.zh\.ts$/g, ""), load]));

/** The texts of games and bots, which have no English file and which most views need. */
export const ALWAYS = Object.keys(loaders).filter((name) => /^boards\/\w+\/game$|^core\/(summary|names)$/.test(name));

/** Loads the texts with these names. Names without a file are left out. */
export async function load(names: readonly string[]): Promise<Record<string, object>> {
  const loaded = names.map(async (name) => [name, (await loaders[name]?.())?.zh] as const);
  return Object.fromEntries((await Promise.all(loaded)).flatMap(([name, zh]) => (zh ? [[name, zh]] : [])));
}
