/** Exports of Slack as a case format; docs/chats.md describes the rules. */
import { AppError } from '../../shared/errors.ts';
import { openBundle } from '../bundles/bundle.ts';
import { peekNames } from '../bundles/peek-names.ts';
import type { CaseFormat } from '../case-format.ts';
import { unreadableCase } from '../unreadable-case.ts';
import { ChatCase } from './chat-case.ts';
import { SlackReading } from './slack-reading.ts';

/** Raised when part references change, or the rules by which messages become items. Indexes are then built again. */
const VERSION = 2;
const NONE = 'no Slack export (users.json, channels.json) is in it';

export const slackFormat: CaseFormat = {
  name: 'slack',
  version: VERSION,
  givesWay: true,

  async detect(location) {
    const names = await peekNames(location);
    if (names === null) return 'the file is not a Slack archive';
    if (typeof names === 'string') return `Slack export: ${names}`;
    return folderOf(names) === null ? NONE : null;
  },

  async open(location) {
    const bundle = await openBundle(location).catch((error: unknown) => {
      throw error instanceof AppError ? unreadableCase(location.path, error.message) : error;
    });
    const folder = folderOf(bundle.files.map(({ name }) => name));
    if (folder === null) {
      await bundle.close();
      throw unreadableCase(location.path, NONE);
    }
    return new ChatCase(location, slackFormat, bundle, new SlackReading(bundle, folder), () => openBundle(location));
  },
};

/** Returns the folder that contains `users.json` and a list of conversations: the top folder, or a subfolder. */
function folderOf(names: readonly string[]): string | null {
  const all = new Set(names);
  for (const name of names) {
    const folder = /^((?:[^/]+\/)?)users\.json$/.exec(name)?.[1];
    if (folder === undefined) continue;
    if (['channels', 'groups', 'dms', 'mpims'].some((list) => all.has(`${folder}${list}.json`))) return folder;
  }
  return null;
}
