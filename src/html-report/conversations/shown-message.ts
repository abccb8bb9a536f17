/** A message of a conversation in a report: sender, time, text and files. */
import type { ExportSet, ExportSource } from '../../export/export-set.ts';
import { openFile, unreadableFile } from '../../export/files/item-files.ts';
import { messageFactsOf } from '../../schema/conversations/message-facts.ts';
import { mailValuesOf } from '../../schema/threads/mail-facts.ts';
import { renderUtc } from '../../schema/utc-dates.ts';
import type { IndexedItem } from '../../search/item-store.ts';
import type { ReportFiles } from '../items/report-files.ts';
import { nameOf } from '../items/shown-properties.ts';
import { MESSAGE_PEOPLE_MAX, MESSAGE_TEXT_UNITS_MAX, SHORT_NAME_UNITS } from '../limits.ts';
import { evidence, evidenceLines, plainEvidence } from '../markup/evidence-text.ts';
import { addressOf, html, type Markup, type MarkupValue } from '../markup/markup.ts';
import type { PageFrame } from '../pages/page-frame.ts';
import type { ReportInput } from '../report-input.ts';
import { put } from '../template/words.ts';
import type { MetMessage } from './met-messages.ts';

interface MessageContext<T extends ExportSource> {
  readonly input: ReportInput<T>;
  readonly frame: PageFrame;
  readonly files: ReportFiles<T>;
  /** Path of the page that shows it. */
  readonly path: string;
}

interface Said {
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly date: string | null;
  readonly body: string | null;
  readonly side: 'own' | 'other' | null;
  readonly isDeleted: boolean;
}

function saidOf(item: IndexedItem): Said {
  const { from, to, date, body, side, isDeleted } = messageFactsOf(item);
  const mail = mailValuesOf(item);
  return {
    from: from?.values ?? mail.from ?? [],
    to: to?.values ?? mail.to ?? [],
    date: date ?? mail.date?.[0] ?? null,
    body,
    side,
    isDeleted,
  };
}

/** Returns the title of a thread: the subject of the mail, or else its name. */
export function messageTitle(item: IndexedItem): string {
  return mailValuesOf(item).subject?.[0] ?? nameOf(item);
}

/** Returns the time, in UTC if it is a date. Null if there is none. */
export function messageTime(item: IndexedItem): string | null {
  const { date } = saidOf(item);
  return date === null ? null : plainEvidence(renderUtc(date), SHORT_NAME_UNITS);
}

export async function shownMessage<T extends ExportSource>(
  { source, page, anchor }: MetMessage<T>,
  item: IndexedItem,
  { input, frame, files, path }: MessageContext<T>,
): Promise<Markup> {
  const { words, cut } = frame;
  const { from, to, body, side, isDeleted } = saidOf(item);
  const name = nameOf(item);
  const { thumbnail, view, content } = files.known(source, item, name);
  const isFile = from.length === 0 && body === null;
  const text = isFile && item.content !== null ? null : await textOf(input.whole, source, item, body, frame, files);
  const card = html`<a href="${addressOf(page, path)}#${anchor}">${evidence(source.id, { cut, unitsMax: SHORT_NAME_UNITS })}, ${words.item} ${item.id}</a>`;
  const alt = put(words.thumbnailOf, { name: plainEvidence(name, SHORT_NAME_UNITS) });
  return html`<li${side === 'own' ? html` class="own"` : null}>
<p class="faint">${messageTime(item)} ${people(from, frame)}${to.length === 0 ? null : [' → ', people(to, frame)]} · ${card}${view === null ? null : [' · ', frame.link(path, view, words.view)]}</p>
${isDeleted ? html`<p class="warn">${words.deleted}</p>\n` : null}${thumbnail === null ? null : html`<img loading="lazy" src="${addressOf(thumbnail, path)}" alt="${alt}">\n`}${isFile ? html`<p>${content === null ? evidence(name, { cut }) : frame.link(path, content, evidence(name, { cut }))}</p>\n` : null}${text}</li>
`;
}

function people(values: readonly string[], { cut, number, words }: PageFrame): MarkupValue {
  const rest = values.length - MESSAGE_PEOPLE_MAX;
  return [
    values
      .slice(0, MESSAGE_PEOPLE_MAX)
      .map((value, i) => [i === 0 ? null : ', ', html`<b>${evidence(value, { cut, unitsMax: SHORT_NAME_UNITS })}</b>`]),
    rest > 0 ? ` ${put(words.more, { n: number(rest) })}` : null,
  ];
}

/** Returns the property with the text, or else the item's text unless that consists of property values. */
async function textOf<T extends ExportSource>(
  set: ExportSet<T>,
  source: T,
  item: IndexedItem,
  body: string | null,
  { words }: PageFrame,
  files: ReportFiles<T>,
): Promise<Markup | null> {
  if (body !== null) return lines(body, words.textGoesOn);
  if (item.isRowText === true) return null;
  try {
    const file = await openFile(set, source, item, 'text');
    if (file === null) return null;
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    let text = '';
    for await (const piece of file.pieces) {
      text += decoder.decode(piece, { stream: true });
      if (text.length > MESSAGE_TEXT_UNITS_MAX) break;
    }
    return text === '' ? null : lines(text, words.textGoesOn);
  } catch (fault) {
    const reason = unreadableFile(fault);
    await files.addProblems(source, item, nameOf(item), [reason]);
    return html`<p class="warn">${plainEvidence(reason)}</p>\n`;
  }
}

function lines(text: string, goesOn: string): Markup {
  const shown = text.slice(0, MESSAGE_TEXT_UNITS_MAX).toWellFormed();
  return html`${evidenceLines(shown.trimEnd())}\n${shown.length < text.length ? html`<p class="cut">${goesOn}</p>\n` : null}`;
}
