// Writes `first.json`: for each view, the values of the `Link` header that the server sends with the document. The
// browser can then fetch scripts, styles and answers of a view before the view's script runs, and no request waits for
// another. The styles of the entry are inlined into the document, so that it is styled on arrival.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin, Rolldown } from "vite";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

/** Returns the views of `src/pages.ts` with the paths of their modules. */
export function views(): [string, string][] {
  const text = readFileSync(at("src/pages.ts"), "utf8");
  return [...text.matchAll(/^ {2}(\w+): \(\) => import\("\.\/(.+)"\),$/gm)].map(([, view = "", path = ""]) => [view, at(`src/${path}`)]);
}

/** Returns a chunk and its transitive imports, the innermost first. */
function closure(bundle: Bundle, file: string, known = new Set<Chunk>()): Set<Chunk> {
  const chunk = bundle[file];
  if (chunk?.type !== "chunk" || known.has(chunk)) return known;
  for (const imported of chunk.imports) closure(bundle, imported, known);
  return known.add(chunk);
}

/** Returns the name of a file of texts, as `say` has it, from the path of its module. */
export const textName = (module: string): string => module.replaceAll("\\", "/").replace(/^.*\/src\//, "").replace(/\.(zh|words)\.ts$/, "");

const styles = (chunks: Iterable<Chunk>) => [...chunks].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);

/** Returns the preload links by view, and those of the Chinese texts of each view under `language:zh:` and its name. */
export function links(bundle: Bundle, answers: Record<string, string[]>): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const entry = chunks.find(({ isEntry }) => isEntry);
  if (!entry) throw new Error("The page has no entry.");
  const always = closure(bundle, entry.fileName);
  const texts = chunks.find(({ facadeModuleId }) => facadeModuleId === at("src/zh.ts"));
  if (!texts) throw new Error("No chunk loads the Chinese texts.");
  /** Returns the chunks that contain the texts of these chunks in Chinese. */
  const spoken = (views: Iterable<Chunk>) => {
    const names = [...views].flatMap(({ moduleIds }) => moduleIds.filter((id) => id.endsWith(".words.ts")).map(textName));
    return chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith(".zh.ts") && names.includes(textName(id))));
  };
  const linked = views().flatMap(([view, module]) => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === module);
    if (!chunk) throw new Error(`No chunk has the view “${view}”.`);
    const own = [...closure(bundle, chunk.fileName)].filter((chunk) => !always.has(chunk));
    const known = styles(always);
    const chinese = new Set([texts, ...spoken([...always, ...own])].flatMap(({ fileName }) => [...closure(bundle, fileName)]).filter((chunk) => !always.has(chunk) && !own.includes(chunk)));
    return [[`language:zh:${view}`, [...chinese].map(({ fileName }) => `</${fileName}>; rel=modulepreload`)], [
      view,
      [
        ...own.map(({ fileName }) => `</${fileName}>; rel=modulepreload`),
        ...styles(own).filter((file) => !known.includes(file)).map((file) => `</${file}>; rel=preload; as=style; crossorigin`),
        ...[...(answers.every ?? []), ...(answers[view] ?? [])].map((path) => `<${path}>; rel=preload; as=fetch; crossorigin`),
      ],
    ]];
  });
  return Object.fromEntries(linked) as Record<string, string[]>;
}

/** Inlines the entry's styles into the document and writes `first.json`. */
export function first(): Plugin {
  return {
    name: "first",
    apply: "build",
    enforce: "post",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {} }) {
        return html.replaceAll(/ *<link rel="stylesheet"[^>]* href="\/([^"]+)">\n?/g, (link, file: string) => {
          const sheet = bundle[file];
          if (sheet?.type !== "asset") return link;
          // The link tells Vite's preload helper that these styles are already loaded. No browser fetches a sheet of
          // another type, whereas Chromium fetches one that is only disabled.
          return `    <style>${String(sheet.source).trim()}</style>\n    <link rel="stylesheet" type="text/plain" href="/${file}" />\n`;
        });
      },
    },
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const answers = JSON.parse(readFileSync(at("src/core/first.json"), "utf8")) as Record<string, string[]>;
        this.emitFile({ type: "asset", fileName: "first.json", source: JSON.stringify(links(bundle, answers), undefined, 1) });
      },
    },
  };
}
