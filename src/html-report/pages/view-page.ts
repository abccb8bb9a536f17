/** A readable page or mail from evidence: its sanitized parts within a page of the report. */
import { SHORT_NAME_UNITS } from '../limits.ts';
import { evidence, evidenceLines, plainEvidence } from '../markup/evidence-text.ts';
import { html, Markup, type MarkupValue } from '../markup/markup.ts';
import type { ItemView } from '../report-input.ts';
import type { PageFrame, ReportPage } from './page-frame.ts';

export interface ViewContext {
  readonly frame: PageFrame;
  readonly path: string;
  /** Name of the item. */
  readonly name: string;
}

export function viewPage(view: ItemView, { frame, path, name }: ViewContext): ReportPage {
  const title = plainEvidence(name, SHORT_NAME_UNITS);
  return {
    path,
    title,
    body: view.kind === 'page' ? framed(new Markup(view.body)) : mail(view, frame),
    isEvidence: true,
  };
}

function mail(
  { mail: { headers, text, html: page, attachments } }: ItemView & { kind: 'mail' },
  frame: PageFrame,
): MarkupValue {
  const { words, cut } = frame;
  const lines = headers.map(([name, value]) => [
    html`<tr><th scope="row">${evidence(name, { cut })}</th><td>${evidence(value, { cut })}</td></tr>\n`,
  ]);
  const files = attachments.map(
    ({ name, contentType, size }) =>
      html`<li>${evidence(name ?? '', { cut })} <span class="faint">${evidence(contentType, { cut })}, ${frame.number(size)} B</span></li>\n`,
  );
  return [
    html`<table class="facts"><tbody>\n${lines}</tbody></table>\n`,
    files.length === 0 ? null : html`<h2>${words.attachments}</h2>\n<ul>${files}</ul>\n`,
    framed(page === null ? evidenceLines(text ?? '') : new Markup(page)),
  ];
}

function framed(body: Markup): Markup {
  return html`<div class="evidence">${body}</div>`;
}
