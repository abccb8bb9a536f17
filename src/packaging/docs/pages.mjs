/** The pages of the site: those reachable by links from docs/README.md. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { marked } from 'marked';

/** The page that lists the others by reader. */
export const INDEX = 'docs/README.md';

/** Pages that are of no use to those who install the package. Its site is limited, because the whole package is only 3 MB. */
const DEVELOPERS_ONLY =
  /^(?:README|CHANGELOG|CONTRIBUTING|CODE_OF_CONDUCT|RELEASE)\.md$|^bench\/|^grammar\/lucene|^docs\/(?:decisions\/|(?:architecture|case-formats|dependencies|hacking|http-api|index-format|performance(?:-\w+)?)\.md)/;

/** Returns pages by their path in the checkout, in order of discovery. Every page in docs/ must be among them. */
export function readPages(root, isForPackage) {
  const pages = new Map();
  const waiting = [INDEX];
  for (const path of waiting) {
    if (pages.has(path) || (isForPackage && DEVELOPERS_ONLY.test(path))) continue;
    const tokens = marked.lexer(readFileSync(join(root, path), 'utf8').replaceAll(/<!--[\s\S]*?-->/g, ''));
    const title = tokens.find((token) => token.type === 'heading' && token.depth === 1)?.text;
    if (title === undefined) throw new Error(`${path} has no title: begin it with "# ".`);
    pages.set(path, { path, name: nameOf(path), title: plain(title), tokens });
    for (const href of linksIn(tokens)) {
      const target = targetOf(path, href);
      if (target?.path.endsWith('.md') && existsSync(join(root, target.path))) waiting.push(target.path);
    }
  }
  return pages;
}

function linksIn(tokens) {
  const hrefs = [];
  const note = (token) => {
    if (token.type === 'link') hrefs.push(token.href);
  };
  void marked.walkTokens(tokens, note);
  return hrefs;
}

/** Returns the path in the checkout and the anchor of a link; null if it leads elsewhere. */
export function targetOf(from, href) {
  if (/^[a-z]+:/i.test(href)) return null;
  const [path, anchor = ''] = href.split('#');
  return { path: path === '' ? from : normalize(join(dirname(from), path)), anchor };
}

/** All pages are in one folder, so a slash becomes a dash. */
function nameOf(path) {
  if (path === INDEX) return 'index.html';
  if (path === 'README.md') return 'about.html';
  const stem = path.replace(/^docs\//, '').replace(/(?:\/README)?\.md$/, '');
  return `${stem.replaceAll('/', '-').toLowerCase()}.html`;
}

/** Removes Markdown marks from a text. */
export function plain(text) {
  return text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '');
}
