/** A log record in the form of answers. */
import type { HashedRecord } from '../../bookmarks/change-log.ts';
import { shownSet } from '../../bookmarks/kinds/shown-set.ts';
import { z } from '../schemas.ts';

const nullableText = z.string().nullable();

export const logChangeSchema = z
  .strictObject({
    seq: z.int().openapi({ description: 'Number of the record, for an undo.' }),
    time: z.string().openapi({ description: 'ISO 8601, in UTC.' }),
    what: z.enum(['create', 'add', 'remove', 'rename', 'delete', 'describe', 'import', 'select', 'unselect', 'undo']),
    bookmark: nullableText.openapi({ description: 'Its name before the change; null for another set.' }),
    coding: z.string().optional().openapi({ description: 'The panel that changed; `bookmark` is null then.' }),
    search: z.string().optional().openapi({ description: 'The saved search that changed; `bookmark` is null then.' }),
    reviewed: z
      .string()
      .optional()
      .openapi({ description: 'The viewer whose marks changed; `bookmark` is null then.' }),
    review: z.string().optional().openapi({ description: 'The review that changed, or a part of it.' }),
    note: z.string().optional().openapi({ description: 'Number of the note that changed; `bookmark` is null then.' }),
    decided: z.string().optional().openapi({ description: 'The panel in which `who` chose; `bookmark` is null then.' }),
    newName: z.string().optional().openapi({ description: 'Its name after the change, if different.' }),
    undoes: z.int().optional().openapi({ description: 'For an undo: the record that was undone.' }),
    items: z.int().openapi({ description: 'Associations that the change added or removed.' }),
    who: nullableText,
    remote: nullableText.openapi({ description: 'Address that the request came from.' }),
    requestId: nullableText,
  })
  .openapi('LogChange');

export function shownChange(record: HashedRecord): object {
  const { sequence: seq, time, action: what, bookmark, newName, undoes, changed: items } = record;
  const { who = null, remoteAddress: remote, requestId } = record;
  return {
    seq,
    time,
    what,
    ...shownSet(bookmark),
    ...(newName !== undefined && { newName }),
    ...(undoes !== undefined && { undoes }),
    items,
    who,
    remote,
    requestId,
  };
}
