/**
 * Converts a message of Slack to its text and properties, with names instead of ids, and links and formatting as users see
 * them.
 */
import type { ChatProperties } from './chat-items.ts';
import { listIn, objectIn, objectsIn, type SlackObject, textIn } from './slack-json.ts';

/** Names, keyed by the ids of users and channels. */
export type Names = ReadonlyMap<string, string>;

export interface SlackMessage {
  readonly text: string;
  readonly properties: ChatProperties;
  readonly files: readonly string[];
  readonly ts: string;
  /** The `ts` of the message that it answers, or null. */
  readonly thread: string | null;
  readonly hasDate: boolean;
}

/** Maximum nesting depth of texts of bots. Deeper texts are left out. */
const LAYOUT_DEPTH_MAX = 20;

export function slackMessage(
  message: SlackObject,
  users: Names,
  channels: Names,
  members: readonly string[],
): SlackMessage {
  const shown = (text: string): string => shownText(text, users, channels);
  const ts = textIn(message, 'ts');
  const date = dateOf(ts);
  const sender = senderOf(message, users);
  const parts = [shown(textIn(message, 'text'))];
  if (parts[0] === '') parts.push(...layoutTexts(listIn(message, 'blocks'), 0).map(shown));
  for (const attachment of objectsIn(message, 'attachments')) {
    const own = ['pretext', 'title', 'text'].map((name) => shown(textIn(attachment, name)));
    const texts = own.filter((text) => text !== '');
    parts.push(...(texts.length > 0 ? texts : [shown(textIn(attachment, 'fallback'))]));
  }
  const properties: ChatProperties = [];
  const add = (name: string, values: readonly string[]): void => {
    const given = values.filter((value) => value !== '');
    if (given.length > 0) properties.push([name, given]);
  };
  add('Communication:From', [sender]);
  const others = members.filter((id) => id !== textIn(message, 'user'));
  add(
    'Communication:To',
    others.map((id) => users.get(id) ?? id),
  );
  add('Communication:Date', [date ?? ts]);
  const thread = textIn(message, 'thread_ts');
  add('thread', [thread]);
  add('subtype', [textIn(message, 'subtype')]);
  add('edited', [dateOf(textIn(objectIn(message, 'edited'), 'ts')) ?? '']);
  const files = objectsIn(message, 'files');
  add(
    'fileUrl',
    files.map((file) => textIn(file, 'url_private')),
  );
  const reactions = objectsIn(message, 'reactions').map((reaction) => {
    const from = listIn(reaction, 'users').map((id) => users.get(String(id)) ?? String(id));
    return `${textIn(reaction, 'name')}: ${from.join(', ')}`;
  });
  add('reactions', reactions);
  return {
    text: parts.filter((part) => part !== '').join('\n'),
    properties,
    files: files.map((file) => textIn(file, 'name') || textIn(file, 'title')).filter((name) => name !== ''),
    ts,
    thread: thread === '' || thread === ts ? null : thread,
    hasDate: date !== null,
  };
}

/** Returns the writer's name in the export: a user, an application, or the name in the message. */
function senderOf(message: SlackObject, users: Names): string {
  const user = textIn(message, 'user');
  const profile = objectIn(message, 'user_profile');
  const own = textIn(profile, 'real_name') || textIn(profile, 'name') || textIn(message, 'username');
  return (
    users.get(user) ?? (own || textIn(objectIn(message, 'bot_profile'), 'name') || user || textIn(message, 'bot_id'))
  );
}

/**
 * Resolves `<@U1>`, `<#C1|general>`, `<https://…|label>`, `<!here>`, and the three escaped characters (`&amp;`, `&lt;`,
 * `&gt;`).
 */
function shownText(text: string, users: Names, channels: Names): string {
  if (!/[<&]/.test(text)) return text;
  return text
    .replace(/<([^<>]{1,4000})>/g, (whole, inside: string) => {
      const bar = inside.indexOf('|');
      const target = bar < 0 ? inside : inside.slice(0, bar);
      const label = bar < 0 ? '' : inside.slice(bar + 1);
      if (target.startsWith('@')) return `@${users.get(target.slice(1)) ?? (label || target.slice(1))}`;
      if (target.startsWith('#')) return `#${label || (channels.get(target.slice(1)) ?? target.slice(1))}`;
      if (target.startsWith('!')) return label || `@${target.slice(1).split('^', 1)[0]!}`;
      if (!/^[a-z][a-z0-9+.-]{1,20}:/i.test(target)) return whole;
      return label === '' || label === target ? target : `${label} (${target})`;
    })
    .replace(/&(lt|gt|amp);/g, (_, name: string) => (name === 'lt' ? '<' : name === 'gt' ? '>' : '&'));
}

function layoutTexts(layout: readonly unknown[], depth: number): readonly string[] {
  if (depth > LAYOUT_DEPTH_MAX) return [];
  return layout.flatMap((element) => {
    if (typeof element !== 'object' || element === null) return [];
    const object = element as SlackObject;
    const own = textIn(object, 'text');
    const inner = [objectIn(object, 'text'), ...listIn(object, 'elements'), ...listIn(object, 'fields')];
    return [...(own === '' ? [] : [own]), ...layoutTexts(inner, depth + 1)];
  });
}

/** `1614853230.000200` → `2021-03-04T10:20:30.000Z`. */
function dateOf(ts: string): string | null {
  if (!/^\d{9,10}(?:\.\d{1,6})?$/.test(ts)) return null;
  return new Date(Math.floor(Number(ts) * 1000)).toISOString();
}
