// Finds Latin letters in a Chinese page.

/** Names, abbreviations and file keywords that are the same in Chinese. */
const SAME = /^(minimax|arena|MAX|MIN|PVS|MTD|Elo|LOS|Glicko|Chess|MiB|TOML|WebAssembly|SVG|PNG|GIF|CSV|JSON|JSONL|lines|Markdown|FEN|PGN|PDN|SIGHUP|tournament|FILE|nodes|time|ms|random|move|book|ordering|tapered|size)$/;

/** Latin words on the page outside names, notation and the server's English messages. */
export async function foreignWords(page) {
  const texts = await page.evaluate(() => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement.closest('bdi, code, pre, noscript, script, style, textarea, option, svg, .mono, .name, [lang="en"]')) found.push(node.data);
    }
    for (const element of document.querySelectorAll("[aria-label], [title], [placeholder]")) {
      if (element.closest('bdi, [lang="en"], svg, .pair, .mono, input.mono')) continue;
      for (const name of ["aria-label", "title", "placeholder"]) if (element.hasAttribute(name)) found.push(element.getAttribute(name));
    }
    return found;
  });
  // Names of bots contain a hyphen, those of a grid's entrants their keys; evaluations and books are shown by their
  // keys.
  const words = texts.flatMap((text) => text.replace(/\w+=\S+|[\w.]+(-[\w.]+)+|(?<=(评估函数|开局库|评估函数“|开局库“|权重) ?)\w+/g, "").match(/[A-Za-z]{2,}/g) ?? []);
  return [...new Set(words.filter((word) => !SAME.test(word)))];
}
