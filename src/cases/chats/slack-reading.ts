/**
 * Reads the conversations of a Slack export: for each a node, then its messages day by day. Replies are children of the message
 * that they answer.
 */
import { AppError } from '../../shared/errors.ts';
import type { Bundle } from '../bundles/bundle.ts';
import type { BundleFile } from '../bundles/bundle-source.ts';
import type { CaseItem, ItemPart, ReadObserver } from '../case-reader.ts';
import { shown } from '../files/safe-path.ts';
import { FirstProblems } from '../first-problems.ts';
import { ReadProgress } from '../read-progress.ts';
import type { ChatReading } from './chat-case.ts';
import { ChatItems, type ChatProperties } from './chat-items.ts';
import { IDS_MAX, JSON_FILE_BYTES_MAX } from './limits.ts';
import { isObject, listIn, objectIn, type SlackObject, textIn } from './slack-json.ts';
import { slackMessage } from './slack-message.ts';

interface Conversation {
  readonly folder: string;
  readonly title: string;
  readonly kind: string;
  /** The recipients of messages without a channel. */
  readonly members: readonly string[];
  readonly days: readonly BundleFile[];
}

interface Directory {
  readonly users: ReadonlyMap<string, string>;
  readonly channels: ReadonlyMap<string, string>;
  readonly conversations: readonly Conversation[];
  readonly others: readonly string[];
}

const LISTS = [
  ['channels.json', 'channel'],
  ['groups.json', 'private channel'],
  ['mpims.json', 'group message'],
  ['dms.json', 'direct message'],
] as const;
/** Matches other parts of an export, which this program does not read. */
const PASSED_OVER =
  /^(?:users|org_users|channels|groups|mpims|dms|integration_logs|canvases|lists|file_conversations|huddle_transcripts)\.json$|(?:^|\/)(?:\.DS_Store|Thumbs\.db|canvas_in_the_conversation\.json)$|^__MACOSX\//;

export class SlackReading implements ChatReading {
  readonly bytes: number;
  readonly settings = 'slack';
  readonly #bundle: Bundle;
  /** The folder that contains the lists: empty, or with a trailing slash. */
  readonly #folder: string;

  constructor(bundle: Bundle, folder: string) {
    this.bytes = bundle.files.reduce((sum, { bytes }) => sum + bytes, 0);
    this.#bundle = bundle;
    this.#folder = folder;
  }

  async understood(): Promise<readonly string[]> {
    const { users, conversations } = await this.#directory(() => undefined);
    const days = conversations.reduce((sum, conversation) => sum + conversation.days.length, 0);
    const count = (value: number, one: string, many: string): string =>
      `${value.toLocaleString('en-US')} ${value === 1 ? one : many}`;
    return [
      `Slack export: ${count(conversations.length, 'conversation', 'conversations')}, ${count(days, 'day', 'days')}, ${count(users.size, 'user', 'users')}`,
    ];
  }

  async *items(part: ItemPart, observer: ReadObserver): AsyncGenerator<readonly CaseItem[]> {
    const progress = new ReadProgress(part.bytes, observer);
    const items = new ChatItems();
    const directory = await this.#directory((file, reason) =>
      observer.problem({ file, line: null, id: null, kind: 'case', reason }),
    );
    let bytes = 0;
    for (const conversation of directory.conversations) {
      const problems = new FirstProblems(conversation.folder, observer);
      const node = items.node(conversation.title, conversation.folder, null, [['subtype', [conversation.kind]]]);
      /** Messages with replies, keyed by their time. */
      const starts = new Map<string, number>();
      for (const day of conversation.days) {
        if (items.isFull) break;
        await this.#day(day, conversation, node, starts, directory, items, problems);
        bytes += day.bytes;
        progress.reportBytes(bytes);
        const batch = items.take(false);
        if (batch !== null) yield batch;
      }
      problems.finish();
    }
    const last = items.take(true);
    if (last !== null) yield last;
    progress.report(1);
    const report = (kind: 'case' | 'limit', reason: string): void =>
      observer.problem({ file: part.file, line: null, id: null, kind, reason });
    if (items.isFull) report('limit', `reading stopped at item number ${IDS_MAX}`);
    if (this.#bundle.leftOut > 0)
      report('limit', `${this.#bundle.leftOut} files or folders exceed a limit or cannot be listed`);
    const { others } = directory;
    if (others.length === 0) return;
    report(
      'case',
      `${others.length} files are not days of conversations and are not read (${others.slice(0, 3).map(shown).join(', ')}${others.length > 3 ? ', …' : ''})`,
    );
  }

  async #day(
    day: BundleFile,
    { title, members }: Conversation,
    node: number,
    starts: Map<string, number>,
    { users, channels }: Directory,
    items: ChatItems,
    problems: FirstProblems,
  ): Promise<void> {
    const name = day.name.slice(day.name.lastIndexOf('/') + 1);
    const messages = await this.#list(day.name, (reason) =>
      problems.report('record', null, null, `${name}: ${reason}`),
    );
    for (const [n, value] of inOrder(messages)) {
      if (items.isFull) return;
      if (!isObject(value)) {
        problems.report('record', null, null, `${name}: element ${n + 1} is not a message`);
        continue;
      }
      const { text, properties, files, ts, thread, hasDate } = slackMessage(value, users, channels, members);
      const parentId = (thread === null ? undefined : starts.get(thread)) ?? node;
      const begins = textIn(value, 'thread_ts') === ts && ts !== '';
      const all: ChatProperties = [['chat', [title]], ...properties];
      if (begins) all.push(['childrenInOrder', ['true']]);
      const id = items.message({ parentId, text, properties: all, line: null }, files);
      if (!hasDate) problems.report('type', null, id, `${name}: ts ${shown(ts)} is not a moment`);
      if (begins) starts.set(ts, id);
    }
  }

  async #directory(report: (file: string, reason: string) => void): Promise<Directory> {
    const read = async (name: string): Promise<readonly SlackObject[]> => {
      const file = `${this.#folder}${name}`;
      if (!this.#bundle.has(file)) return [];
      return (await this.#list(file, (reason) => report(file, reason))).filter(isObject);
    };
    const users = new Map<string, string>();
    for (const user of [...(await read('org_users.json')), ...(await read('users.json'))]) {
      users.set(textIn(user, 'id'), userName(user));
    }
    const listed = new Map<string, Omit<Conversation, 'days' | 'folder'>>();
    const channels = new Map<string, string>();
    for (const [list, kind] of LISTS) {
      for (const entry of await read(list)) {
        const id = textIn(entry, 'id');
        const name = textIn(entry, 'name');
        const members = kind.endsWith('message') ? listIn(entry, 'members').map(String) : [];
        const title =
          kind === 'direct message' ? members.map((member) => users.get(member) ?? member).join(', ') : name;
        channels.set(id, name);
        // The folder has the conversation's name or, for direct messages, its id.
        for (const folder of new Set([name, id]))
          if (folder !== '') listed.set(folder, { title: title || folder, kind, members });
      }
    }
    const days = new Map<string, BundleFile[]>();
    const others: string[] = [];
    for (const file of this.#bundle.files) {
      if (!file.name.startsWith(this.#folder)) {
        others.push(file.name);
        continue;
      }
      const name = file.name.slice(this.#folder.length);
      const [folder, inside, ...more] = name.split('/');
      if (inside !== undefined && more.length === 0 && /^\d{4}-\d\d-\d\d\.json$/.test(inside)) {
        const known = days.get(folder!);
        if (known === undefined) days.set(folder!, [file]);
        else known.push(file);
      } else if (!PASSED_OVER.test(name)) others.push(file.name);
    }
    const conversations = [...days].map(([folder, files]) => {
      const known = listed.get(folder) ?? { title: folder, kind: 'conversation', members: [] };
      return { ...known, folder: `${this.#folder}${folder}`, days: files };
    });
    return { users, channels, conversations, others };
  }

  /** Returns the elements of a file that is an array. Empty if it is not an array, or cannot be read. */
  async #list(name: string, report: (reason: string) => void): Promise<readonly unknown[]> {
    try {
      const input = await this.#bundle.open(name);
      try {
        if (input.bytes > JSON_FILE_BYTES_MAX) {
          report(`it has more than ${JSON_FILE_BYTES_MAX} bytes: it is not read`);
          return [];
        }
        const pieces = (await input.stream().toArray()) as Buffer[];
        const value: unknown = JSON.parse(
          Buffer.concat(pieces)
            .toString('utf8')
            .replace(/^\ufeff/, ''),
        );
        if (Array.isArray(value)) return value;
        report('it is not a list');
      } finally {
        await input.close();
      }
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND') report(error.message);
      else if (error instanceof SyntaxError) report('it is not JSON');
      else throw error;
    }
    return [];
  }
}

/** Returns the messages of a day by time, with their indexes in its file. Messages without a time keep their position. */
function inOrder(messages: readonly unknown[]): readonly (readonly [n: number, message: unknown])[] {
  const timeOf = (message: unknown): number =>
    isObject(message) ? Number(textIn(message, 'ts') || Number.NaN) : Number.NaN;
  let last = Number.NEGATIVE_INFINITY;
  const timed = [...messages.entries()].map(([n, message]) => {
    const time = timeOf(message);
    if (!Number.isNaN(time)) last = time;
    return { n, message, time: Number.isNaN(time) ? last : time };
  });
  return timed.sort((a, b) => a.time - b.time || a.n - b.n).map(({ n, message }) => [n, message]);
}

function userName(user: SlackObject): string {
  const profile = objectIn(user, 'profile');
  const name =
    textIn(profile, 'real_name') ||
    textIn(user, 'real_name') ||
    textIn(profile, 'display_name') ||
    textIn(user, 'name');
  const email = textIn(profile, 'email');
  if (email === '') return name || textIn(user, 'id');
  return name === '' ? email : `${name} <${email}>`;
}
