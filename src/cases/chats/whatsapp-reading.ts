/** Reads the chats of a WhatsApp export. Each file is read once to decide the order of dates, and once for its messages. */
import { AppError } from '../../shared/errors.ts';
import type { Bundle } from '../bundles/bundle.ts';
import type { BundleFile } from '../bundles/bundle-source.ts';
import type { CaseItem, ItemPart, ReadObserver } from '../case-reader.ts';
import { shown } from '../files/safe-path.ts';
import { FirstProblems } from '../first-problems.ts';
import { ReadProgress } from '../read-progress.ts';
import { attachedFile } from './attached-file.ts';
import { linesOf } from './bundle-lines.ts';
import type { ChatReading } from './chat-case.ts';
import { ChatItems, type ChatProperties } from './chat-items.ts';
import { type DateOrder, DateOrders, type DecidedOrder, dateOfMessage } from './date-order.ts';
import { IDS_MAX, MESSAGE_UNITS_MAX } from './limits.ts';
import { type MessageLine, messageLine, resemblesMessage } from './message-line.ts';

export interface ChatFile {
  readonly file: BundleFile;
  /** The name of the other person or group. */
  readonly title: string;
}

interface ChatFacts {
  readonly decided: DecidedOrder;
  readonly messages: number;
}

/** A message that may continue. */
interface OpenMessage {
  readonly begun: MessageLine;
  readonly line: number;
  readonly lines: string[];
  units: number;
  leftOut: number;
}

export class WhatsAppReading implements ChatReading {
  readonly bytes: number;
  readonly settings: string;
  readonly #bundle: Bundle;
  readonly #chats: readonly ChatFile[];
  readonly #given: DateOrder | null;
  readonly #ownsBundle: boolean;
  readonly #sizes: ReadonlyMap<string, number>;
  readonly #facts = new Map<string, ChatFacts>();

  /** `ownsBundle`: whether all files of the bundle belong to the export. */
  constructor(bundle: Bundle, chats: readonly ChatFile[], given: DateOrder | null, ownsBundle: boolean) {
    this.bytes = chats.reduce((sum, { file }) => sum + file.bytes, 0);
    this.settings = JSON.stringify(given);
    this.#bundle = bundle;
    this.#chats = chats;
    this.#given = given;
    this.#ownsBundle = ownsBundle;
    this.#sizes = new Map(bundle.files.map(({ name, bytes }) => [name, bytes]));
  }

  async understood(): Promise<readonly string[]> {
    const lines: string[] = [];
    for (const chat of this.#chats) {
      const facts = await this.#survey(chat, () => undefined).catch(() => null);
      if (facts === null) continue;
      const { decided, messages } = facts;
      const count = `${messages.toLocaleString('en-US')} ${messages === 1 ? 'message' : 'messages'}`;
      lines.push(`WhatsApp chat ${shown(chat.title)}: ${count}, dates ${orderNote(decided)}`);
    }
    return lines;
  }

  /** Chats whose dates have different orders must be separate sources. */
  async asMapping(): Promise<{ readonly dates?: DateOrder } | null> {
    const orders = new Set<DateOrder>();
    for (const chat of this.#chats) {
      const facts = await this.#survey(chat, () => undefined).catch(() => null);
      if (facts !== null && facts.decided.order !== null) orders.add(facts.decided.order);
    }
    const [dates, ...others] = orders;
    return others.length > 0 ? null : dates === undefined ? {} : { dates };
  }

  async *items(part: ItemPart, observer: ReadObserver): AsyncGenerator<readonly CaseItem[]> {
    const progress = new ReadProgress(part.bytes, observer);
    const items = new ChatItems();
    const used = new Set(this.#chats.map(({ file }) => file.name));
    let before = 0;
    for (const chat of this.#chats) {
      const problems = new FirstProblems(chat.file.name, observer);
      let bytes = 0;
      const add = (count: number): void => {
        bytes += count / 2;
        progress.reportBytes(before + Math.min(bytes, chat.file.bytes));
      };
      try {
        const { decided } = await this.#survey(chat, add);
        yield* this.#messages(chat, decided, items, problems, used, add);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
        problems.report('record', null, null, `it cannot be read to its end: ${error.message}`);
      }
      problems.finish();
      before += chat.file.bytes;
    }
    const last = items.take(true);
    if (last !== null) yield last;
    progress.report(1);
    if (items.isFull)
      observer.problem({
        file: part.file,
        line: null,
        id: null,
        kind: 'limit',
        reason: `reading stopped at item number ${IDS_MAX}`,
      });
    this.#reportOthers(part, observer, used);
  }

  async #survey({ file }: ChatFile, progress: (bytes: number) => void): Promise<ChatFacts> {
    const known = this.#facts.get(file.name);
    if (known !== undefined) return known;
    const orders = new DateOrders();
    let messages = 0;
    await this.#eachLine(file, progress, (text) => {
      const begun = messageLine(text);
      if (begun === null) return;
      messages++;
      orders.add(begun.date);
    });
    const facts = { decided: orders.decide(this.#given), messages };
    this.#facts.set(file.name, facts);
    return facts;
  }

  async #eachLine(file: BundleFile, progress: (bytes: number) => void, take: (text: string) => void): Promise<void> {
    const input = await this.#bundle.open(file.name);
    try {
      for await (const lines of linesOf(input, progress)) for (const { text } of lines) take(text);
    } finally {
      await input.close();
    }
  }

  async *#messages(
    chat: ChatFile,
    decided: DecidedOrder,
    items: ChatItems,
    problems: FirstProblems,
    used: Set<string>,
    progress: (bytes: number) => void,
  ): AsyncGenerator<readonly CaseItem[]> {
    const chatId = items.node(chat.title, chat.file.name, null);
    const counts = { before: 0, damaged: 0, ambiguous: 0, missing: 0, alike: 0 };
    let open: OpenMessage | null = null;
    const close = (): void => {
      if (open !== null) this.#add(chat, chatId, open, decided, items, problems, used, counts);
      open = null;
    };
    const input = await this.#bundle.open(chat.file.name);
    try {
      for await (const lines of linesOf(input, progress)) {
        for (const line of lines) {
          if (line.isDamaged) counts.damaged++;
          if (line.cutBytes > 0)
            problems.report('limit', line.number, null, `${line.cutBytes} bytes of the line are skipped`);
          const begun = messageLine(line.text);
          if (begun !== null) {
            close();
            if (items.isFull) return;
            open = { begun, line: line.number, lines: [begun.text], units: begun.text.length, leftOut: 0 };
          } else if (open !== null) {
            if (resemblesMessage(line.text)) counts.alike++;
            continueMessage(open, line.text);
          } else if (line.text.replace(/\ufeff/g, '').trim() !== '') counts.before++;
          const batch = items.take(false);
          if (batch !== null) yield batch;
        }
      }
    } finally {
      // If reading fails, the last message before the error is still complete.
      close();
      await input.close();
    }
    if (counts.before > 0)
      problems.report('record', null, null, `${counts.before} lines before its first message belong to no message`);
    if (counts.damaged > 0)
      problems.report('value', null, null, `${counts.damaged} lines have bytes that are not UTF-8`);
    if (counts.missing > 0)
      problems.report('part', null, null, `content: ${counts.missing} attached files are missing beside the chat`);
    if (counts.alike > 0) {
      const reason = `${counts.alike} lines look like messages in another format, or quote messages: they are part of the message before`;
      problems.report('type', null, null, reason);
    }
    if (counts.ambiguous > 0) {
      const reason = `${counts.ambiguous} dates can be read in two ways and stay as written: choose in a mapping {"dates": "day first"}, "month first" or "year first"`;
      problems.report('type', null, null, reason);
    }
  }

  #add(
    chat: ChatFile,
    chatId: number,
    { begun, line, lines, leftOut }: OpenMessage,
    { order, mayBeYearFirst }: DecidedOrder,
    items: ChatItems,
    problems: FirstProblems,
    used: Set<string>,
    counts: { ambiguous: number; missing: number },
  ): void {
    const folder = chat.file.name.slice(0, chat.file.name.lastIndexOf('/') + 1);
    // Removes trailing empty lines, with which a file may end.
    const text = lines.join('\n').trimEnd();
    const attached = attachedFile(text, (name) => this.#bundle.has(`${folder}${name}`));
    const date = dateOfMessage(begun.date, order, mayBeYearFirst);
    const properties: ChatProperties = [['chat', [chat.title]]];
    if (begun.sender !== null) properties.push(['Communication:From', [begun.sender]]);
    properties.push(['Communication:Date', [date === null ? begun.written : `${date}T${begun.time}`]]);
    if (begun.sender === null) properties.push(['system', ['true']]);
    const message = { parentId: chatId, text: attached?.caption ?? text, properties, line: null };
    const id = items.message(message, attached === null ? [] : [attached.name]);
    if (leftOut > 0) problems.report('limit', line, id, `${leftOut} characters of the message are skipped`);
    if (date === null && order === null) counts.ambiguous++;
    else if (date === null) problems.report('type', line, id, `date ${shown(begun.written)} is not a date`);
    if (attached === null) return;
    const file = `${folder}${attached.name}`;
    const bytes = this.#sizes.get(file);
    if (bytes === undefined) {
      counts.missing++;
      return;
    }
    used.add(file);
    items.file(id, file, bytes, null);
  }

  #reportOthers({ file }: ItemPart, observer: ReadObserver, used: ReadonlySet<string>): void {
    const { files, leftOut } = this.#bundle;
    const report = (kind: 'case' | 'limit', reason: string): void =>
      observer.problem({ file, line: null, id: null, kind, reason });
    if (leftOut > 0) report('limit', `${leftOut} files or folders exceed a limit or cannot be listed`);
    if (!this.#ownsBundle) return;
    const others = files.filter(
      ({ name }) =>
        !used.has(name) && !/(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*)$|^__MACOSX\//i.test(name),
    );
    if (others.length === 0) return;
    const few = others
      .slice(0, 3)
      .map(({ name }) => shown(name))
      .join(', ');
    report(
      'case',
      `${others.length} files are mentioned in no message and are not read (${few}${others.length > 3 ? ', …' : ''})`,
    );
  }
}

function continueMessage(open: OpenMessage, text: string): void {
  const room = MESSAGE_UNITS_MAX - open.units;
  if (text.length + 1 > room) {
    open.leftOut += text.length + 1;
    return;
  }
  open.units += text.length + 1;
  open.lines.push(text);
}

function orderNote({ order, by }: DecidedOrder): string {
  if (order === null) return 'that can be read in two ways: choose in a mapping';
  const because = {
    mapping: 'by the mapping',
    spelling: 'by their spelling',
    values: 'by their values',
    sequence: 'by their sequence',
  };
  return by === 'nothing' ? order : `${order} (${because[by]})`;
}
