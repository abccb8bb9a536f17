/**
 * The search of the documentation. It fetches the texts when the field is first focused, and indexes their sections in the
 * browser. It lists sections with all words, or else with most of them. Keys: `/` focuses the field, arrows move, Escape ends.
 */
import MiniSearch from 'minisearch';

const SHOWN_MAX = 30;
const SNIPPET_UNITS = 160;

interface Section {
  readonly id: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}
const search = one('search');
const field = one('input');
const results = one('.results');
const status = one('.results p');
const list = one('.results ol');

let index: Promise<MiniSearch<Section>> | null = null;

function one<T extends HTMLElement = HTMLInputElement>(selector: string): T {
  const found = document.querySelector<T>(selector);
  if (found === null) throw new Error(`the page has no ${selector}`);
  return found;
}

async function readIndex(): Promise<MiniSearch<Section>> {
  const texts = await readTexts();
  const made = new MiniSearch<Section>({
    fields: ['heading', 'page', 'text'],
    storeFields: ['page', 'heading', 'text'],
    searchOptions: {
      boost: { heading: 4, page: 3 },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: 'AND',
    },
  });
  for (const article of texts.querySelectorAll('article')) made.addAll(sectionsOf(article));
  return made;
}

/** The page's policy forbids parsing a text, but a request may return a parsed document, whose scripts do not run. */
function readTexts(): Promise<Document> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.responseType = 'document';
    request.open('GET', 'all.html');
    request.onload = () => {
      if (request.status === 200 && request.response instanceof Document) resolve(request.response);
      else reject(new Error(`The server answered ${request.status}. Reload the page.`));
    };
    request.onerror = () => reject(new Error('The server does not answer.'));
    request.send();
  });
}

/** Sections between two headings of a page. */
function sectionsOf(article: HTMLElement): Section[] {
  const name = article.dataset['page'] ?? '';
  const page = article.querySelector('h1')?.textContent ?? name;
  const sections: { id: string; page: string; heading: string; text: string }[] = [];
  for (const child of article.children) {
    const text = (child.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    const last = sections.at(-1);
    if (/^H[1-6]$/.test(child.tagName)) sections.push({ id: `${name}#${child.id}`, page, heading: text, text: '' });
    else if (last !== undefined) last.text += ` ${text}`;
  }
  return sections;
}

async function show(): Promise<void> {
  const asked = field.value.trim();
  results.hidden = asked === '';
  if (asked === '') return;
  try {
    index ??= readIndex();
    const sections = await index;
    if (field.value.trim() !== asked) return;
    const all = sections.search(asked);
    const found = all.length > 0 ? all : sections.search(asked, { combineWith: 'OR' });
    const shown = found.slice(0, SHOWN_MAX);
    status.textContent = counted(found.length, shown.length, all.length === 0);
    list.replaceChildren(
      ...shown.map(({ id, page, heading, text, terms }) => entry({ id, page, heading, text }, terms)),
    );
  } catch (error) {
    index = null;
    list.replaceChildren();
    status.textContent = `The search does not work: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function counted(found: number, shown: number, isPartial: boolean): string {
  if (found === 0) return 'No section has these words. Try fewer or other words.';
  const total = found === 1 ? '1 section' : `${found} sections`;
  return total + (isPartial ? ' with some of these words' : '') + (shown < found ? `, the best ${shown} first` : '');
}

function entry({ id, page, heading, text }: Section, terms: readonly string[]): HTMLElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  const title = document.createElement('strong');
  const snippet = document.createElement('span');
  link.href = id;
  title.textContent = heading === page ? page : `${page}: ${heading}`;
  snippet.append(...marked(text, terms));
  link.append(title, snippet);
  item.append(link);
  return item;
}

/** Returns the beginning of the text, or the surroundings of the first match, with matches marked. */
function marked(text: string, terms: readonly string[]): (string | HTMLElement)[] {
  if (terms.length === 0) return [text.slice(0, SNIPPET_UNITS)];
  const longest = [...terms]
    .sort((a, b) => b.length - a.length)
    .map((term) => term.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  const pattern = new RegExp(longest.join('|'), 'giu');
  const first = text.search(pattern);
  const start = first < SNIPPET_UNITS / 2 ? 0 : text.lastIndexOf(' ', first - SNIPPET_UNITS / 4) + 1;
  const excerpt = (start > 0 ? '… ' : '') + text.slice(start, start + SNIPPET_UNITS);
  const parts: (string | HTMLElement)[] = [];
  let end = 0;
  for (const match of excerpt.matchAll(pattern)) {
    const mark = document.createElement('mark');
    mark.textContent = match[0];
    parts.push(excerpt.slice(end, match.index), mark);
    end = match.index + match[0].length;
  }
  return [...parts, excerpt.slice(end)];
}

/** Moves from the field to the first result, between results, and back. */
function walk(step: number): void {
  const stops: HTMLElement[] = [field, ...list.querySelectorAll('a')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[Math.min(Math.max(at + step, 0), stops.length - 1)]?.focus();
}

function close(): void {
  field.value = '';
  results.hidden = true;
}

document.addEventListener('keydown', (event) => {
  const isSearching = search.contains(document.activeElement) || results.contains(document.activeElement);
  if (event.key === '/' && !isSearching && !event.ctrlKey && !event.metaKey && !event.altKey) field.focus();
  else if (event.key === 'Escape' && isSearching) {
    close();
    field.focus();
  } else if (event.key === 'ArrowDown' && isSearching) walk(1);
  else if (event.key === 'ArrowUp' && isSearching) walk(-1);
  else if (event.key === 'Enter' && document.activeElement === field) list.querySelector('a')?.click();
  else return;
  event.preventDefault();
});
field.addEventListener('focus', () => {
  index ??= readIndex();
  // The error is shown on the first search.
  index.catch(() => {
    index = null;
  });
});
field.addEventListener('input', () => void show());
list.addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('a') !== null) close();
});
search.hidden = false;
