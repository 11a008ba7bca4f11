import { describe, expect, test } from "vitest";
import { links, views } from "../../first";
import { pages } from "../pages";
import answers from "./first.json";
import paths from "./paths.json";

test("every address has a view, and the build finds every view", () => {
  expect(Object.keys(pages).sort()).toEqual(Object.keys(paths).sort());
  expect(views().map(([view]) => view)).toEqual(Object.keys(pages));
});

test("each view declares its first requests, with the ids of its address", () => {
  for (const [view, list] of Object.entries(answers)) {
    const pattern = view === "every" ? "" : (paths as Record<string, string>)[view];
    expect(pattern, view).toBeDefined();
    for (const [name] of list.join(" ").matchAll(/\{\w+\}/g)) expect(pattern, `${view}: ${name}`).toContain(name);
  }
});

describe("the links of a view", () => {
  const chunk = (fileName: string, imports: string[], css: string[] = [], more = {}) => ({ type: "chunk", fileName, imports, moduleIds: [] as string[], viteMetadata: { importedCss: new Set(css) }, ...more });
  const texts = (file: string) => views()[0]?.[1].replace("pages/Play.svelte", file) ?? "";
  const own = Object.fromEntries(views().map(([view, module]) => [`${view}.js`, chunk(`${view}.js`, ["entry.js", "both.js"], [`${view}.css`], { facadeModuleId: module, moduleIds: [module.replace("Match.svelte", "match.words.ts")] })]));
  const bundle = { "entry.js": chunk("entry.js", ["core.js"], ["entry.css"], { isEntry: true }), "core.js": chunk("core.js", []), "both.js": chunk("both.js", ["core.js"]), "zh.js": chunk("zh.js", ["core.js"], [], { facadeModuleId: texts("zh.ts") }), "zh-match.js": chunk("zh-match.js", ["zh.js"], [], { moduleIds: [texts("pages/match.zh.ts")] }), ...own };
  const found = links(bundle as unknown as Parameters<typeof links>[0], { every: ["/api/all"], match: ["/api/{match}"] });

  test("are its scripts and styles, except those of the document, and its answers", () => {
    expect(found.match).toEqual([
      "</both.js>; rel=modulepreload",
      "</match.js>; rel=modulepreload",
      "</match.css>; rel=preload; as=style; crossorigin",
      "</api/all>; rel=preload; as=fetch; crossorigin",
      "</api/{match}>; rel=preload; as=fetch; crossorigin",
    ]);
    expect(found.play?.at(-1)).toBe("</api/all>; rel=preload; as=fetch; crossorigin");
  });

  test("are accompanied by its texts in Chinese", () => {
    expect(found["language:zh:match"]).toEqual(["</zh.js>; rel=modulepreload", "</zh-match.js>; rel=modulepreload"]);
    expect(found["language:zh:play"]).toEqual(["</zh.js>; rel=modulepreload"]);
  });
});
