// Preload hints of each view, which the server sends with the document. `first.json` has the values of the header
// `Link` by view. So a view's scripts, styles and API responses load in parallel, before its script runs. Styles
// common to all views are inlined into the document.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin, Rolldown } from "vite";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

/** The views of `src/pages.ts` with their modules. */
export function views(): [string, string][] {
  const text = readFileSync(at("src/pages.ts"), "utf8");
  return [...text.matchAll(/^ {2}(\w+): \(\) => import\("\.\/(.+)"\),$/gm)].map(([, view = "", path = ""]) => [view, at(`src/${path}`)]);
}

/** A chunk and its imports, innermost first. */
function closure(bundle: Bundle, file: string, known = new Set<Chunk>()): Set<Chunk> {
  const chunk = bundle[file];
  if (chunk?.type !== "chunk" || known.has(chunk)) return known;
  for (const imported of chunk.imports) closure(bundle, imported, known);
  return known.add(chunk);
}

const styles = (chunks: Iterable<Chunk>) => [...chunks].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);

/** The links of each view and language. */
export function links(bundle: Bundle, answers: Record<string, string[]>): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const entry = chunks.find(({ isEntry }) => isEntry);
  if (!entry) throw new Error("The page has no entry.");
  const always = closure(bundle, entry.fileName);
  const linked = views().map(([view, module]) => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === module);
    if (!chunk) throw new Error(`No chunk has the view “${view}”.`);
    const own = [...closure(bundle, chunk.fileName)].filter((chunk) => !always.has(chunk));
    const known = styles(always);
    return [
      view,
      [
        ...own.map(({ fileName }) => `</${fileName}>; rel=modulepreload`),
        ...styles(own).filter((file) => !known.includes(file)).map((file) => `</${file}>; rel=preload; as=style; crossorigin`),
        ...[...(answers.every ?? []), ...(answers[view] ?? [])].map((path) => `<${path}>; rel=preload; as=fetch; crossorigin`),
      ],
    ];
  });
  // Texts of a language other than English are a separate script; the server knows who needs it.
  const texts = chunks.find(({ facadeModuleId }) => facadeModuleId === at("src/zh.ts"));
  if (!texts) throw new Error("No chunk has the Chinese texts.");
  const spoken = [...closure(bundle, texts.fileName)].filter((chunk) => !always.has(chunk));
  return Object.fromEntries([...linked, ["language:zh", spoken.map(({ fileName }) => `</${fileName}>; rel=modulepreload`)]]) as Record<string, string[]>;
}

/** Inlines the styles of the entry into the document, and writes `first.json`. */
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
          // The disabled link is never loaded. It tells scripts that these styles are present.
          return `    <style>${String(sheet.source).trim()}</style>\n    <link rel="stylesheet" href="/${file}" disabled />\n`;
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
