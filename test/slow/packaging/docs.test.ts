/** The site made of docs/: every page exists, every link and anchor resolves, and a broken one fails the build. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { marked } from 'marked';
// @ts-expect-error plain JavaScript, run by node
import { Renderer } from '../../../src/packaging/docs/rendering.mjs';
import { buildDocs } from '../../support/built-docs.ts';
import { temporaryDir } from '../../support/endings.ts';

const root = temporaryDir();
const whole = join(root, 'whole');
const packaged = join(root, 'packaged');

beforeAll(() => {
  buildDocs(whole);
  buildDocs('--package', packaged);
});

const pagesOf = (folder: string): string[] =>
  readdirSync(folder).filter((name) => name.endsWith('.html') && name !== 'all.html');
const textOf = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');

test('every document of docs/ is a page, and the index names those of each reader', () => {
  const documents = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  expect(documents.length).toBeGreaterThan(60);
  const named = documents.map((name) =>
    name === 'README.md' ? 'index.html' : `${name.replace(/(?:\/README)?\.md$/, '').replaceAll('/', '-')}.html`,
  );
  const pages = pagesOf(whole);
  expect(named.filter((name) => !pages.includes(name))).toEqual([]);
  expect(pages).toEqual(expect.arrayContaining(['grammar-query-language.html', 'security.html', 'about.html']));
  const readers = [...textOf(whole, 'page.html').matchAll(/<h2>([^<]+)<\/h2>\n<ul>/g)].map(([, reader]) => reader);
  expect(readers).toEqual(['For analysts', 'For administrators', 'For developers', 'For lawyers']);
});

test.each([
  ['the checkout', whole],
  ['a package', packaged],
])('in the site of %s each link, anchor, picture and file exists', (_, folder) => {
  const files = new Set(readdirSync(folder));
  const served = ['../app/', '../swagger-ui/', '../swagger-ui/favicon-32x32.png', './'];
  const broken: string[] = [];
  let links = 0;
  for (const name of pagesOf(folder)) {
    for (const [, address = ''] of textOf(folder, name).matchAll(/ (?:href|src)="([^"]*)"/g)) {
      links += 1;
      if (/^(?:https?|mailto):/.test(address) || served.includes(address)) continue;
      const [file = '', anchor] = address.split('#');
      const target = file === '' ? name : file;
      const leads = files.has(target) && (anchor === undefined || textOf(folder, target).includes(` id="${anchor}"`));
      if (!leads) broken.push(`${name}: ${address}`);
    }
  }
  expect(links).toBeGreaterThan(1000);
  expect(broken).toEqual([]);
});

test('pages have no script except a file, no style of their own, and one title each', () => {
  for (const name of pagesOf(whole)) {
    const text = textOf(whole, name);
    expect([name, text.match(/<script[^>]*>(?!<\/script>)|<style| style="| on[a-z]+="|<!--/g)]).toEqual([name, null]);
    expect([name, text.match(/<h1 /g)?.length]).toEqual([name, 1]);
    const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect([name, new Set(ids).size]).toEqual([name, ids.length]);
  }
});

test('the site of a package has readers, and neither pages for developers of this project nor pictures', () => {
  const names = readdirSync(packaged);
  expect(names).toEqual(
    expect.arrayContaining(['recipes.html', 'validation.html', 'deployment.html', 'embedding.html']),
  );
  expect(names.filter((name) => /^decisions|^architecture|^performance|\.png$|\.webp$/.test(name))).toEqual([]);
  const bytes = names.reduce((sum, name) => sum + statSync(join(packaged, name)).size, 0);
  expect(bytes).toBeLessThan(1_500_000);
});

test('headings get the same anchors as on GitHub', () => {
  const page = pageOf('docs/a.md', '# A\n\n## Two `words`: *here*!\n\n## Same\n\n## Same\n\n## Über-größe (1)\n');
  const { html } = new Renderer(process.cwd(), new Map([[page.path, page]]), true).render(page);
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(ids).toEqual(['a', 'two-words-here', 'same', 'same-1', 'über-größe-1']);
});

test('a link to a missing heading or file ends the build, with the page and the link', () => {
  const one = pageOf('docs/a.md', '# A\n\nsee [b](b.md#gone)\n');
  const two = pageOf('docs/b.md', '# B\n');
  const three = pageOf('docs/c.md', '# C\n\n[gone](gone.md)\n');
  const pages = new Map([one, two, three].map((page) => [page.path, page]));
  const renderer = new Renderer(process.cwd(), pages, true);
  renderer.render(one);
  renderer.render(two);
  expect(() => renderer.checkAnchors()).toThrow('docs/a.md links to docs/b.md#gone, which has no such heading.');
  expect(() => renderer.render(three)).toThrow('docs/c.md links to gone.md, which does not exist.');
});

function pageOf(path: string, text: string) {
  return { path, name: path.replace('docs/', '').replace('.md', '.html'), title: 'x', tokens: marked.lexer(text) };
}
