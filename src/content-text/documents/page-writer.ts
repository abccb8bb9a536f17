/**
 * Writes the page of a document: closes all elements, escapes all text, and stops after a maximum number of units. The page is
 * sanitized afterwards like any other.
 */
import { escaped } from '../escaped-text.ts';
import { PAGE_DEPTH_MAX, PAGE_UNITS_MAX } from './limits.ts';

/** Elements around characters, outermost first: `<b>`, `<span title="…">`. Made by `element`. */
export type Inline = readonly string[];

type Attributes = Readonly<Record<string, string>>;

/** A picture that is inserted when the page is complete. */
interface AwaitedPicture {
  readonly picture: string;
}

export class PageWriter {
  readonly #pieces: (string | AwaitedPicture)[] = [];
  readonly #open: string[] = [];
  readonly #notices = new Set<string>();
  #inline: Inline = [];
  #units = 0;
  #tooDeep = 0;
  #isFull = false;

  /** Whether nothing more is accepted, so that the caller can stop reading. */
  get isFull(): boolean {
    return this.#isFull;
  }

  get isEmpty(): boolean {
    return this.#units === 0;
  }

  /** Adds a sentence about the page, shown above it, without repeats. It is not text of the document. */
  notice(sentence: string): void {
    this.#notices.add(sentence);
  }

  get notices(): readonly string[] {
    return [...this.#notices];
  }

  open(name: string, attributes: Attributes = {}): void {
    if (this.#open.length >= PAGE_DEPTH_MAX) {
      this.#tooDeep++;
      return;
    }
    this.#closeInline(0);
    this.#open.push(name);
    this.#push(element(name, attributes));
  }

  /** Closes the element that was opened last. */
  close(): void {
    if (this.#tooDeep > 0) {
      this.#tooDeep--;
      return;
    }
    this.#closeInline(0);
    const name = this.#open.pop();
    // Closes a full page, too.
    if (name !== undefined) this.#pieces.push(`</${name}>`);
  }

  void(name: 'br' | 'hr'): void {
    this.#push(`<${name}>`);
  }

  text(text: string, inline: Inline = []): void {
    if (text === '' || this.#isFull) return;
    let same = 0;
    while (same < inline.length && inline[same] === this.#inline[same]) same++;
    this.#closeInline(same);
    for (const opening of inline.slice(same)) this.#push(opening);
    if (this.#isFull) return;
    this.#inline = inline;
    this.#push(escaped(text.slice(0, PAGE_UNITS_MAX - this.#units)));
  }

  /** Adds an element that contains only text. */
  line(name: string, text: string, attributes: Attributes = {}): void {
    this.open(name, attributes);
    this.text(text);
    this.close();
  }

  picture(name: string): void {
    if (this.#isFull) return;
    this.#pieces.push({ picture: name });
  }

  /** `pictureOf` returns the element of a picture. Closes all open elements. */
  async finish(pictureOf: (name: string) => Promise<string>): Promise<string> {
    this.#tooDeep = 0;
    while (this.#open.length > 0) this.close();
    this.#closeInline(0);
    const pieces: string[] = [];
    for (const piece of this.#pieces) pieces.push(typeof piece === 'string' ? piece : await pictureOf(piece.picture));
    return pieces.join('');
  }

  #closeInline(from: number): void {
    for (const opening of this.#inline.slice(from).reverse()) this.#pieces.push(closing(opening));
    this.#inline = this.#inline.slice(0, from);
  }

  #push(piece: string): void {
    if (this.#isFull) return;
    this.#pieces.push(piece);
    this.#units += piece.length;
    if (this.#units < PAGE_UNITS_MAX) return;
    this.#isFull = true;
    this.notice(`Only the first ${PAGE_UNITS_MAX} characters of this page are shown.`);
  }
}

export function element(name: string, attributes: Attributes): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${name}${written.join('')}>`;
}

function closing(opening: string): string {
  return `</${/^<(\w+)/.exec(opening)![1]}>`;
}

/** Whether the page shows anything. It may consist of a picture only. */
export function showsSomething(html: string): boolean {
  return html.includes('<img') || /\S/.test(html.replace(/<[^>]*>/g, ''));
}
