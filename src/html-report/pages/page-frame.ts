/** The frame of every page of a report: a policy that forbids scripts and requests, the style, and links to the other pages. */
import { createHash } from 'node:crypto';
import { plainEvidence } from '../markup/evidence-text.ts';
import { addressOf, html, Markup, type MarkupValue } from '../markup/markup.ts';
import type { Template } from '../template/template.ts';
import { put, type ReportWords } from '../template/words.ts';
import { styleOf } from './style.ts';

export const OVERVIEW = 'index.html';

export interface ReportPage {
  /** Path within the report. */
  readonly path: string;
  readonly title: string;
  readonly body: MarkupValue;
  /** Neighbours in a sequence of pages. */
  readonly previous?: string | null;
  readonly next?: string | null;
  /** Set for a sanitized page or mail from evidence, which has inline styles. Such a page shows no files. */
  readonly isEvidence?: boolean;
}

export class PageFrame {
  readonly template: Template;
  readonly #title: string;
  readonly #style: string;
  readonly #styleHash: string;
  readonly #numbers: Intl.NumberFormat;

  constructor(template: Template, title: string) {
    this.template = template;
    this.#title = plainEvidence(title);
    this.#style = styleOf(template.colour);
    this.#styleHash = createHash('sha256').update(this.#style).digest('base64');
    this.#numbers = new Intl.NumberFormat(template.language);
  }

  get words(): ReportWords {
    return this.template.words;
  }

  readonly number = (count: number): string => this.#numbers.format(count);

  /** Writes a page for evidence of any length. */
  readonly cut = (units: number): string => put(this.words.cut, { n: this.number(units) });

  link(from: string, to: string, text: MarkupValue): Markup {
    return html`<a href="${addressOf(to, from)}">${text}</a>`;
  }

  page({ path, title, body, previous = null, next = null, isEvidence = false }: ReportPage): string {
    const { words, template } = this;
    const steps = [
      path === OVERVIEW ? null : this.link(path, OVERVIEW, words.overview),
      previous === null ? null : this.link(path, previous, words.previous),
      next === null ? null : this.link(path, next, words.next),
    ];
    const full = title === this.#title ? title : `${title} – ${this.#title}`;
    return html`<!doctype html>
<html lang="${template.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${this.#policy(isEvidence)}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${full}</title>
<style>${new Markup(this.#style)}</style>
</head>
<body>
<header><p>${this.#title}</p>${path === OVERVIEW ? null : html`<nav aria-label="${words.page}">${steps}</nav>`}</header>
<main>
<h1>${title}</h1>
${body}
</main>
<footer>${previous === null && next === null ? null : html`<nav aria-label="${words.contents}">${steps}</nav>`}</footer>
</body>
</html>
`.text;
  }

  /** A page has one style, allowed by its hash. In some browsers, pages opened as files have no origin of their own. */
  #policy(isEvidence: boolean): string {
    const shared = "default-src 'none'; base-uri 'none'; form-action 'none'";
    return isEvidence
      ? `${shared}; img-src data:; style-src 'unsafe-inline'`
      : `${shared}; img-src 'self' file:; style-src 'sha256-${this.#styleHash}'`;
  }
}
