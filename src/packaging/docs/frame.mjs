/**
 * The frame of every page: search, links to the program, and the list of pages by reader. Its anchors begin with a capital,
 * unlike those of headings.
 */
import { targetOf } from './pages.mjs';

/** Groups as [reader, pages], from the headings and tables of the index. */
export function navigation(index, pages) {
  const groups = [];
  for (const token of index.tokens) {
    if (token.type === 'heading' && token.depth === 2) groups.push([token.text, []]);
    if (token.type !== 'table' || groups.length === 0) continue;
    const links = token.rows.flatMap(([first]) => first.tokens.filter(({ type }) => type === 'link'));
    for (const { href } of links) {
      const page = pages.get(targetOf(index.path, href)?.path);
      if (page !== undefined) groups.at(-1)[1].push(page);
    }
  }
  return groups.filter(([, listed]) => listed.length > 0);
}

export function frame(page, html, contents, groups) {
  const title = escaped(page.title);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.name === 'index.html' ? 'case-access documentation' : `${title} · case-access`}</title>
<link rel="stylesheet" href="site.css">
<link rel="icon" href="../swagger-ui/favicon-32x32.png" type="image/png">
<script src="search.js" defer></script>
</head>
<body>
<a class="skip" href="#Text">Skip to the text</a>
<header>
<a class="home" href="./">case-access <span>documentation</span></a>
<search hidden>
<input type="search" aria-label="Search the documentation" placeholder="Search (press /)" autocomplete="off" spellcheck="false">
</search>
<nav aria-label="Program"><a class="narrow" href="#Pages">All pages</a> <a href="../app/">Page</a> <a href="../swagger-ui/">HTTP interface</a></nav>
</header>
<section class="results" aria-label="Found" hidden><p role="status"></p><ol></ol></section>
<div class="columns">
<main id="Text" tabindex="-1">
${contentsOf(contents)}${html}</main>
<nav id="Pages" aria-label="Pages">
${groups.map((group) => groupOf(group, page)).join('\n')}
</nav>
</div>
</body>
</html>
`;
}

/**
 * The texts of all pages for the search. They repeat the texts of the pages exactly, so that they compress to almost nothing in
 * the package.
 */
export function together(rendered) {
  const articles = rendered.map(({ page, html }) => `<article data-page="${page.name}">\n${html}</article>\n`);
  return `<!doctype html>\n<title>All pages</title>\n${articles.join('')}`;
}

/** Returns the table of contents. A short page does not need one. */
function contentsOf(contents) {
  if (contents.length < 3) return '';
  const items = contents.map(([id, text]) => `<li><a href="#${id}">${escaped(text)}</a></li>`);
  return `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></nav>\n`;
}

function groupOf([reader, listed], page) {
  const items = listed.map(
    ({ name, title }) =>
      `<li><a href="${name}"${name === page.name ? ' aria-current="page"' : ''}>${escaped(title)}</a></li>`,
  );
  return `<h2>${escaped(reader)}</h2>\n<ul>${items.join('')}</ul>`;
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
