/** The card of an item in a report. */
import type { ExportSource } from '../../export/export-set.ts';
import type { IndexedItem } from '../../search/item-store.ts';
import type { Snippet } from '../../search/text-matching.ts';
import { SHORT_NAME_UNITS, VALUES_MAX } from '../limits.ts';
import { evidence, plainEvidence, visible } from '../markup/evidence-text.ts';
import { addressOf, html, type Markup, type MarkupValue } from '../markup/markup.ts';
import type { PageFrame } from '../pages/page-frame.ts';
import type { ItemDecision, ItemReview, ReportNote } from '../report-input.ts';
import { put } from '../template/words.ts';
import type { ReportItemFiles } from './report-files.ts';
import { nameOf, type ShownItem } from './shown-properties.ts';

export interface ItemFacts {
  readonly source: ExportSource;
  readonly item: IndexedItem;
  readonly files: ReportItemFiles;
  readonly shown: ShownItem;
  readonly bookmarks: readonly string[];
  /** Names of the hash sets that contain the item. */
  readonly hashSets: readonly string[];
  readonly notes: readonly ReportNote[];
  readonly review: ItemReview;
  readonly snippets: readonly Snippet[];
  /** The enclosing item; null if there is none. */
  readonly parent: { readonly id: number; readonly name: string | null } | null;
}

/** `number`: the item's position in the list. */
export function itemCard(facts: ItemFacts, number: number, path: string, frame: PageFrame): Markup {
  const { source, item, files } = facts;
  const { words, cut } = frame;
  const name = nameOf(item);
  const short = plainEvidence(name, SHORT_NAME_UNITS);
  const alt = put(words.thumbnailOf, { name: short });
  const picture =
    files.thumbnail === null ? null : html`<img loading="lazy" src="${addressOf(files.thumbnail, path)}" alt="${alt}">`;
  return html`<article class="card" id="${number}">
<div class="thumb">${picture}</div>
<div>
<h2>${frame.number(number)}. ${evidence(name, { cut })}</h2>
<table class="facts"><tbody>
${row(words.source, html`${evidence(source.id, { cut })}, ${words.item} ${item.id}`)}${propertyRows(facts, frame)}${fileRows(files, path, frame)}${beside(facts, frame)}${reviewRows(facts.review, frame)}</tbody></table>
${noteList(facts.notes, frame)}${snippetList(facts.snippets, frame)}</div>
</article>
`;
}

function row(title: MarkupValue, value: MarkupValue): Markup {
  return html`<tr><th scope="row">${title}</th><td>${value}</td></tr>\n`;
}

function propertyRows({ shown: { properties, more } }: ItemFacts, frame: PageFrame): MarkupValue {
  const { cut, template } = frame;
  const rows = properties.map(({ name, values, isHash }) => {
    const title = Object.hasOwn(template.properties, name) ? template.properties[name]! : name;
    const some = values.slice(0, VALUES_MAX).map((value, i) => [i === 0 ? null : html`<br>`, evidence(value, { cut })]);
    const rest = values.length - VALUES_MAX;
    const shown = [some, rest > 0 ? moreOf(rest, frame) : null];
    return row(evidence(title, { cut }), isHash ? html`<span class="hash">${shown}</span>` : shown);
  });
  return more === 0 ? rows : [rows, row('', moreOf(more, frame))];
}

function moreOf(count: number, frame: PageFrame): Markup {
  return html` <span class="cut">${put(frame.words.more, { n: frame.number(count) })}</span>`;
}

function fileRows({ content, sha256, view, problems }: ReportItemFiles, path: string, frame: PageFrame): MarkupValue {
  const { words, cut } = frame;
  const fileName = content?.slice(content.lastIndexOf('/') + 1) ?? '';
  return [
    view === null ? null : row(words.view, frame.link(path, view, words.view)),
    content === null ? null : row(words.file, frame.link(path, content, evidence(fileName, { cut }))),
    content === null
      ? null
      : row(words.fileHash, sha256 === null ? words.fileListed : html`<span class="hash">${sha256}</span>`),
    problems.map((problem) => row(words.problem, html`<span class="warn">${evidence(problem, { cut })}</span>`)),
  ];
}

function beside({ bookmarks, hashSets, parent }: ItemFacts, frame: PageFrame): MarkupValue {
  const { words, cut } = frame;
  return [
    bookmarks.length === 0 ? null : row(words.bookmarks, namesOf(bookmarks, frame)),
    hashSets.length === 0 ? null : row(words.hashSets, namesOf(hashSets, frame)),
    parent === null
      ? null
      : row(
          words.partOf,
          html`${words.item} ${parent.id}${parent.name === null ? null : html`: ${evidence(parent.name, { cut })}`}`,
        ),
  ];
}

function namesOf(names: readonly string[], frame: PageFrame): MarkupValue {
  const { cut } = frame;
  const some = names.slice(0, VALUES_MAX).map((name, i) => [i === 0 ? null : ', ', evidence(name, { cut })]);
  const rest = names.length - VALUES_MAX;
  return rest > 0 ? [some, moreOf(rest, frame)] : some;
}

function reviewRows({ reviewers, decisions }: ItemReview, frame: PageFrame): MarkupValue {
  const { words, cut } = frame;
  const names = reviewers.map((name, i) => [i === 0 ? null : ', ', evidence(name, { cut })]);
  return [
    names.length === 0 ? null : row(words.reviewed, names),
    decisions.map((one) => row(words.decision, decided(one, frame))),
  ];
}

function decided({ review, coding, choice, who }: ItemDecision, { words, cut }: PageFrame): Markup {
  const chosen = choice === null ? words.undecided : evidence(choice, { cut });
  const person = who === null ? null : [', ', evidence(who, { cut })];
  return html`${evidence(coding, { cut })}: ${chosen} <span class="faint">${evidence(review, { cut })}${person}</span>`;
}

function noteList(notes: readonly ReportNote[], frame: PageFrame): MarkupValue {
  const { words, cut } = frame;
  if (notes.length === 0) return null;
  const all = notes.map(
    ({ text, who, time }) =>
      html`<div class="note">${evidence(text, { cut, unitsMax: Number.POSITIVE_INFINITY })} <span class="faint">${who === null ? null : [evidence(who, { cut }), ', ']}${time}</span></div>\n`,
  );
  return html`<h3>${words.notes}</h3>\n${all}`;
}

function snippetList(snippets: readonly Snippet[], frame: PageFrame): MarkupValue {
  if (snippets.length === 0) return null;
  const all = snippets.map(
    ({ field, text, marks }) =>
      html`<p class="snippet"><bdi dir="auto">${marked(text, marks)}</bdi> <span class="faint">${evidence(field, frame)}</span></p>\n`,
  );
  return html`<h3>${frame.words.matches}</h3>\n${all}`;
}

function marked(text: string, marks: Snippet['marks']): MarkupValue {
  const pieces: MarkupValue[] = [];
  let from = 0;
  for (const [start, end] of marks) {
    if (start < from) continue;
    pieces.push(visible(text.slice(from, start)), html`<mark>${visible(text.slice(start, end))}</mark>`);
    from = end;
  }
  return [...pieces, visible(text.slice(from))];
}
