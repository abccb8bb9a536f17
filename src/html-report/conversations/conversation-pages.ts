/**
 * Writes the pages of conversations: messages in order of time, each with a link to its card, and a table of the conversations.
 */
import type { ExportSource } from '../../export/export-set.ts';
import type { IndexedItem } from '../../search/item-store.ts';
import type { ReportContext, ReportFiles } from '../items/report-files.ts';
import { CONVERSATION_PAGE_MESSAGES, SHORT_NAME_UNITS } from '../limits.ts';
import { evidence } from '../markup/evidence-text.ts';
import { html, type Markup } from '../markup/markup.ts';
import { pagedTable } from '../pages/long-table.ts';
import { PagedRows } from '../pages/paged-rows.ts';
import type { MetConversation, MetMessage, MetMessages } from './met-messages.ts';
import { messageTime, messageTitle, shownMessage } from './shown-message.ts';

/** Records read at once. */
const RECORDS_AT_ONCE = 50;

interface ListedConversation {
  readonly title: Markup;
  readonly path: string;
  readonly messages: number;
  readonly first: string;
  readonly last: string;
}

/** Writes the pages. Returns the link to the table; null if no two items are in one conversation. */
export async function* conversationPages<T extends ExportSource>(
  context: ReportContext<T>,
  files: ReportFiles<T>,
  met: MetMessages<T>,
): AsyncGenerator<Uint8Array, Markup | null, undefined> {
  const { archive, frame } = context;
  const { words } = frame;
  const list: ListedConversation[] = [];
  for await (const conversation of met.conversations()) {
    list.push(yield* onePages(context, files, conversation, list.length + 1));
  }
  if (list.length === 0) return null;
  const columns = [
    { title: words.conversation },
    { title: words.items, isNumber: true },
    { title: words.firstTime },
    { title: words.lastTime },
  ];
  const rows = list.map(({ title, path, messages, first, last }) => [
    frame.link(`${FOLDER}/1.html`, path, title),
    frame.number(messages),
    first,
    last,
  ]);
  const intro = html`<p>${words.onlyReported}</p>\n`;
  const link = yield* pagedTable(archive, frame, { title: words.conversations, folder: FOLDER, columns, rows, intro });
  return html`${link} (${frame.number(list.length)})`;
}

const FOLDER = 'conversations';

async function* onePages<T extends ExportSource>(
  { archive, frame, input }: ReportContext<T>,
  files: ReportFiles<T>,
  { name, messages }: MetConversation<T>,
  number: number,
): AsyncGenerator<Uint8Array, ListedConversation, undefined> {
  const { words, cut } = frame;
  const pathOf = (page: number): string => `${FOLDER}/${number}/${page}.html`;
  let shownName: string | null = name;
  let [first, last] = ['', ''];
  const pages = new PagedRows(archive, frame, {
    title: `${words.conversation} ${frame.number(number)}`,
    rowsMax: CONVERSATION_PAGE_MESSAGES,
    pathOf,
    body: (rows) => html`<h2>${evidence(shownName ?? '', { cut, unitsMax: SHORT_NAME_UNITS })}</h2>
<p class="faint">${words.onlyReported}</p>
<ol class="messages">\n${rows}</ol>\n`,
  });
  let count = 0;
  for await (const { message, item } of read(input.whole, messages)) {
    shownName ??= messageTitle(item);
    last = messageTime(item) ?? last;
    if (first === '') first = last;
    const path = pathOf(Math.floor(count++ / CONVERSATION_PAGE_MESSAGES) + 1);
    yield* pages.add(await shownMessage(message, item, { input, frame, files, path }));
  }
  yield* pages.end();
  return {
    title: evidence(shownName ?? '', { cut, unitsMax: SHORT_NAME_UNITS }),
    path: pathOf(1),
    messages: messages.length,
    first,
    last,
  };
}

async function* read<T extends ExportSource>(
  { items, signal }: ReportContext<T>['input']['whole'],
  messages: readonly MetMessage<T>[],
): AsyncGenerator<{ readonly message: MetMessage<T>; readonly item: IndexedItem }, void, undefined> {
  for (let from = 0; from < messages.length; from += RECORDS_AT_ONCE) {
    const some = messages.slice(from, from + RECORDS_AT_ONCE);
    const records = new Map<MetMessage<T>, IndexedItem>();
    for (const source of new Set(some.map((one) => one.source))) {
      const own = some.filter((one) => one.source === source);
      const found = await items.records(
        source,
        own.map(({ id }) => id),
        signal,
      );
      for (const [i, item] of found.entries()) if (item !== null) records.set(own[i]!, item);
    }
    for (const message of some) {
      const item = records.get(message);
      if (item !== undefined) yield { message, item };
    }
  }
}
