/** Notes on items: texts with an author, times, and a range in the item. On disk before the answer. */
import { NOTE_UNITS_MAX, type NoteChange, type NoteRange } from '../../../bookmarks/notes/note.ts';
import type { NotedItem } from '../../../bookmarks/notes/notes.ts';
import { pointInTime } from '../../../bookmarks/point-in-time.ts';
import { aliasesOf } from '../../../schema/field-aliases.ts';
import type { IndexedItem } from '../../../search/item-store.ts';
import { AppError } from '../../../shared/errors.ts';
import type { ReadySource } from '../../../sources/source.ts';
import type { Dependencies } from '../../dependencies.ts';
import { QUERY_BODY_BYTES_MAX } from '../../limits.ts';
import { findItem, isItemId } from '../../output/item-record.ts';
import { SearchedText } from '../../output/searched-text.ts';
import { route } from '../../route.ts';
import { type ItemPath, itemPath, noteSchema, noteShape, rangeSchema, z } from '../../schemas.ts';
import { type AtParameters, atParameters, changeFaults, pastErrors } from './bookmarks.ts';

const notesSchema = z
  .strictObject({
    notes: z.array(noteSchema),
    isGone: z.literal(true).optional().openapi({ description: 'The source no longer has the item.' }),
  })
  .openapi('Notes');

const versionsSchema = z
  .strictObject({
    ...noteShape,
    versions: z.array(
      z.strictObject({
        seq: z.int().openapi({ description: 'The log record; undo it to restore the previous version.' }),
        time: z.string(),
        who: z.string().nullable(),
        text: z.string(),
        range: rangeSchema.optional(),
      }),
    ),
  })
  .openapi('NoteVersions');

const changeSchema = z
  .strictObject({
    text: z.string().openapi({ minLength: 1, maxLength: NOTE_UNITS_MAX }),
    range: rangeSchema
      .nullable()
      .optional()
      .openapi({ description: 'The part of the item that it is about; null: all of it.' }),
  })
  .openapi('NoteChange', { example: { text: 'The same account as in the mail.', range: { start: 4, end: 11 } } });

interface NotePath extends ItemPath {
  readonly n: number;
}

const noteParams = z.strictObject({
  ...itemPath.shape,
  n: z
    .string()
    .regex(/^\d{1,10}$/, 'is not the number of a note')
    .transform(Number)
    .openapi({ type: 'integer', example: 7 }),
});
const body = { kind: 'json', schema: changeSchema, bytesMax: QUERY_BODY_BYTES_MAX } as const;
const one = { description: 'The note. It is on disk.', mediaTypes: { 'application/json': noteSchema } };
const unknown = 'There is no such source, item or note.';
const changeErrors = {
  400: 'The note has no text, is too long, is one too many, or its range is not in the item.',
  404: unknown,
  413: 'The body is too large.',
  ...changeFaults,
};

export const noteRoutes = [
  route<ItemPath, AtParameters>({
    method: 'get',
    path: '/sources/{sourceID}/docs/{id}/notes',
    role: 'reader',
    tag: 'Notes',
    summary: 'Lists the notes on an item, now or as of a time',
    description: 'Also on an item that the source no longer has, while it has notes.',
    params: itemPath,
    query: atParameters,
    ok: { description: 'The notes, oldest first.', mediaTypes: { 'application/json': notesSchema } },
    errors: {
      400: 'The id is not an integer, or the time is malformed.',
      404: unknown,
      503: 'The source is still being built.',
      ...pastErrors,
    },
    async handle({ params: path, query: { at }, signal }, dependencies) {
      const { ref, isGone } = await notedBefore(path, dependencies, signal);
      const { notes, history } = dependencies.bookmarks;
      return {
        notes: at === undefined ? notes.of(ref) : await history.notesAt(ref, pointInTime('parameter "at"', at)),
        ...(isGone && { isGone }),
      };
    },
  }),
  route<ItemPath, Record<string, never>, NoteChange>({
    method: 'post',
    path: '/sources/{sourceID}/docs/{id}/notes',
    role: 'annotator',
    tag: 'Notes',
    summary: 'Adds a note to an item',
    params: itemPath,
    body,
    ok: one,
    errors: changeErrors,
    async handle({ params: path, body: change, signal, origin }, dependencies) {
      const { ref, ...found } = await noted(path, dependencies, signal);
      await requireInItem(change.range ?? null, found, dependencies, signal);
      return dependencies.bookmarks.notes.add(ref, change, origin);
    },
  }),
  route<NotePath>({
    method: 'get',
    path: '/sources/{sourceID}/docs/{id}/notes/{n}',
    role: 'reader',
    tag: 'Notes',
    summary: 'Returns a note with all its versions',
    params: noteParams,
    ok: { description: 'The note, with its earlier versions.', mediaTypes: { 'application/json': versionsSchema } },
    errors: { 400: 'An id or the number is not an integer.', 404: unknown, 503: 'The source is still being built.' },
    async handle({ params: path, signal }, dependencies) {
      const { ref } = await notedBefore(path, dependencies, signal);
      const { notes } = dependencies.bookmarks;
      return { ...notes.get(ref, path.n), versions: await notes.versions(ref, path.n) };
    },
  }),
  route<NotePath, Record<string, never>, NoteChange>({
    method: 'put',
    path: '/sources/{sourceID}/docs/{id}/notes/{n}',
    role: 'annotator',
    tag: 'Notes',
    summary: 'Changes a note',
    description:
      'The author stays the same, `changedBy` is the caller. An absent range stays as it is, null removes it.',
    params: noteParams,
    body,
    ok: one,
    errors: changeErrors,
    async handle({ params: path, body: change, signal, origin }, dependencies) {
      const { ref, ...found } = await noted(path, dependencies, signal);
      await requireInItem(change.range ?? null, found, dependencies, signal);
      return dependencies.bookmarks.notes.change(ref, path.n, change, origin);
    },
  }),
  route<NotePath>({
    method: 'delete',
    path: '/sources/{sourceID}/docs/{id}/notes/{n}',
    role: 'annotator',
    tag: 'Notes',
    summary: 'Deletes a note',
    description: 'Also on an item that the source no longer has.',
    params: noteParams,
    ok: {
      description: 'Its number. The change is on disk.',
      mediaTypes: { 'application/json': z.strictObject({ n: z.int() }) },
    },
    errors: { 400: 'An id or the number is not an integer.', 404: unknown, ...changeFaults },
    async handle({ params: path, signal, origin }, dependencies) {
      const { ref } = await notedBefore(path, dependencies, signal);
      return dependencies.bookmarks.notes.delete(ref, path.n, origin);
    },
  }),
];

interface FoundItem {
  readonly source: ReadySource;
  readonly item: IndexedItem;
}

/** Throws NOT_FOUND for an unknown item, or one in a hidden source. */
async function noted(
  { sourceID, id }: ItemPath,
  dependencies: Dependencies,
  signal: AbortSignal,
): Promise<FoundItem & { readonly ref: NotedItem }> {
  const source = dependencies.sources.getReady(sourceID);
  const item = await findItem(dependencies, source, id, signal);
  return { ref: { source: source.id, id: item.id }, source, item };
}

/** As `noted`, also for an item that the source no longer has: its notes can be read and deleted. */
async function notedBefore(
  path: ItemPath,
  dependencies: Dependencies,
  signal: AbortSignal,
): Promise<{ readonly ref: NotedItem; readonly isGone: boolean }> {
  const { sourceID, id } = path;
  const { id: source } = dependencies.sources.getReady(sourceID);
  try {
    return { ref: (await noted(path, dependencies, signal)).ref, isGone: false };
  } catch (fault) {
    if (!(fault instanceof AppError && fault.code === 'NOT_FOUND') || !isItemId(id)) throw fault;
    if (dependencies.bookmarks.notes.of({ source, id }).length === 0) throw fault;
    return { ref: { source, id }, isGone: true };
  }
}

/** Throws INVALID_REQUEST. Reads a text once to measure it. */
async function requireInItem(
  range: NoteRange | null,
  { source, item }: FoundItem,
  dependencies: Dependencies,
  signal: AbortSignal,
): Promise<void> {
  if (range === null) return;
  const { id, text, properties } = item;
  if (!('property' in range)) {
    if (text === null) throw new AppError('INVALID_REQUEST', `Item ${id} has no text that a range could be in.`);
    const { units } = await new SearchedText(source, item, dependencies, signal).measure();
    if (range.end <= units) return;
    const finding = `The range ends at ${range.end}, and the text of item ${id} has ${units} characters`;
    throw new AppError('INVALID_REQUEST', `${finding}, in UTF-16 units: end the range there or earlier.`);
  }
  const names = aliasesOf(range.property);
  const values = properties.flatMap(([name, own]) => (names.includes(name) ? own : []));
  if (values.length > 0 && (range.value === undefined || values.includes(range.value))) return;
  const what = range.value === undefined ? 'property' : 'value of the property';
  throw new AppError('INVALID_REQUEST', `Item ${id} has no such ${what} ${JSON.stringify(range.property)}.`);
}
