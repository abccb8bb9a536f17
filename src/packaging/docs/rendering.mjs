/** Renders the HTML of a page from Markdown: anchors as GitHub makes them, and links to other pages of the site. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Marked } from 'marked';
import { plain, targetOf } from './pages.mjs';

/** Linked files that the site serves as text. */
const TEXTS = /\.(?:cfg|conf|ya?ml|service)$/;
const PICTURES = /\.(?:png|webp|svg)$/;

export class Renderer {
  /** Files to copy: path in the checkout, name in the site. */
  files = new Map();
  #root;
  #pages;
  #hasPictures;
  #anchors = new Map();
  #asked = [];

  constructor(root, pages, hasPictures) {
    this.#root = root;
    this.#pages = pages;
    this.#hasPictures = hasPictures;
  }

  /** Returns the HTML, and the headings of the second level as [anchor, text]. */
  render(page) {
    const ids = slugs(page.tokens);
    this.#anchors.set(page.path, new Set(ids.values()));
    const { parser, parseInline } = this.#parser(page, ids);
    const second = page.tokens.filter(({ type, depth }) => type === 'heading' && depth === 2);
    const contents = second.map((token) => [ids.get(token), textOf(parseInline(token.tokens))]);
    return { html: parser(page.tokens), contents };
  }

  /** Checks that every link between pages names an existing heading. */
  checkAnchors() {
    const wrong = this.#asked.filter(([, path, anchor]) => !this.#anchors.get(path).has(anchor));
    if (wrong.length === 0) return;
    throw new Error(
      wrong.map(([from, path, anchor]) => `${from} links to ${path}#${anchor}, which has no such heading.`).join('\n'),
    );
  }

  #parser(page, ids) {
    const link = (href) => this.#link(page.path, href);
    const picture = (href) => this.#picture(page.path, href);
    const renderer = {
      heading(token) {
        const id = ids.get(token);
        const text = this.parser.parseInline(token.tokens);
        if (token.depth === 1) return `<h1 id="${id}">${text}</h1>\n`;
        const linked = text.includes('<a ') ? text : `<a href="#${id}">${text}</a>`;
        return `<h${token.depth} id="${id}">${linked}</h${token.depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const { to, source } = link(href);
        return to === null
          ? `<span class="source" title="${source} in the source code">${text}</span>`
          : `<a href="${to}">${text}</a>`;
      },
      image({ href, text }) {
        const to = picture(href);
        return to === null ? '' : `<img src="${to}" alt="${attribute(text)}" loading="lazy">`;
      },
      code({ text }) {
        return `<pre tabindex="0"><code>${escaped(text)}\n</code></pre>\n`;
      },
      // Wide tables scroll by themselves, and must be focusable for keyboard users.
      table(token) {
        const cells = (row, tag) =>
          row
            .map(
              (cell) =>
                `<${tag}${cell.align === 'right' ? ' class="right"' : ''}>${this.parser.parseInline(cell.tokens)}</${tag}>`,
            )
            .join('\n');
        const head = token.header.every(({ text }) => text === '')
          ? ''
          : `<thead><tr>${cells(token.header, 'th')}</tr></thead>`;
        const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>\n`).join('');
        return `<div class="table" tabindex="0" role="group" aria-label="Table"><table>${head}<tbody>${rows}</tbody></table></div>\n`;
      },
    };
    const own = new Marked({ renderer });
    return {
      parser: (tokens) => own.parser(tokens),
      parseInline: (tokens) => own.Parser.parseInline(tokens, own.defaults),
    };
  }

  #link(from, href) {
    const target = targetOf(from, href);
    if (target === null) return { to: href };
    const page = this.#pages.get(target.path);
    if (page !== undefined) {
      if (target.anchor === '') return { to: page.name };
      this.#asked.push([from, target.path, target.anchor]);
      return { to: `${target.path === from ? '' : page.name}#${target.anchor}` };
    }
    const source = target.path.replace(/\/$/, '');
    if (!existsSync(join(this.#root, source))) throw new Error(`${from} links to ${href}, which does not exist.`);
    if (TEXTS.test(source)) return { to: this.#copied(source, '.txt') };
    if (PICTURES.test(source) && this.#hasPictures) return { to: this.#copied(source, '') };
    // The only interface description in a package is the one that the server generates.
    return source === 'docs/http-api.md' ? { to: '../swagger-ui/' } : { to: null, source };
  }

  #picture(from, href) {
    const { path } = targetOf(from, href);
    if (!existsSync(join(this.#root, path))) throw new Error(`${from} shows ${href}, which does not exist.`);
    return this.#hasPictures ? this.#copied(path, '') : null;
  }

  #copied(path, ending) {
    const name = path.replace(/^docs\//, '').replaceAll('/', '-') + ending;
    this.files.set(path, name);
    return name;
  }
}

/** Maps headings to anchors: letters, digits, dashes and underscores of the text, and a number if the anchor is taken. */
function slugs(tokens) {
  const counts = new Map();
  return new Map(
    tokens
      .filter(({ type }) => type === 'heading')
      .map((token) => {
        const slug = plain(token.text)
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
          .replaceAll(' ', '-');
        const count = counts.get(slug) ?? 0;
        counts.set(slug, count + 1);
        return [token, count === 0 ? slug : `${slug}-${count}`];
      }),
  );
}

/** Returns the text of HTML that marked wrote. */
function textOf(html) {
  const entities = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return html
    .replaceAll(/<\/?(?:code|a|em|strong|span|del)\b[^>]*>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name) => entities[name])
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function attribute(text) {
  return escaped(text).replaceAll('"', '&quot;');
}
