/** Tables of a report. */
import { html, type Markup, type MarkupValue } from '../markup/markup.ts';

export interface TableColumn {
  readonly title: string;
  readonly isNumber?: boolean;
}

export function tableRow(columns: readonly TableColumn[], cells: readonly MarkupValue[]): Markup {
  const all = cells.map((cell, i) =>
    columns[i]!.isNumber === true ? html`<td class="number">${cell}</td>` : html`<td>${cell}</td>`,
  );
  return html`<tr>${all}</tr>\n`;
}

export function table(columns: readonly TableColumn[], rows: readonly MarkupValue[]): Markup {
  const titles = columns.map(({ title, isNumber }) =>
    isNumber === true ? html`<th scope="col" class="number">${title}</th>` : html`<th scope="col">${title}</th>`,
  );
  return html`<table>\n<thead><tr>${titles}</tr></thead>\n<tbody>\n${rows}</tbody>\n</table>\n`;
}

/** Returns a table of names and values. */
export function factTable(facts: readonly (readonly [title: string, value: MarkupValue])[]): Markup {
  const rows = facts.map(([title, value]) => html`<tr><th scope="row">${title}</th><td>${value}</td></tr>\n`);
  return html`<table class="facts"><tbody>\n${rows}</tbody></table>\n`;
}
