/** The thread of a mail, from its root, over all sources. */
import { mailValuesOf } from '../../../schema/threads/mail-facts.ts';
import type { MailRole } from '../../../schema/threads/mail-roles.ts';
import { renderUtc } from '../../../schema/utc-dates.ts';
import { type ThreadRow, threadRows } from '../../../search/threads/thread-tree.ts';
import { AppError } from '../../../shared/errors.ts';
import { runInSlices } from '../../../shared/slices.ts';
import type { ReadySource } from '../../../sources/source.ts';
import type { Dependencies } from '../../dependencies.ts';
import {
  THREAD_COPIES_SHOWN_MAX,
  THREAD_MAILS_MAX,
  THREAD_PEOPLE_SHOWN_MAX,
  THREAD_ROWS_MAX,
  THREAD_VALUE_UNITS_MAX,
} from '../../limits.ts';
import { findItem } from '../../output/item-record.ts';
import { type RouteRequest, route } from '../../route.ts';
import { type AskedId, documentReferenceSchema, type ItemPath, incompleteSchema, itemPath, z } from '../../schemas.ts';
import { runSearch, sourceAmong } from '../../searches.ts';
import { countParameter } from '../set-parameters.ts';
import { inclusiveRows } from './inclusive-rows.ts';
import { type GatheredMail, gatherThread, mailOf, withAttachments } from './thread-mails.ts';

const DEFAULT_LIMIT = 200;

const threadQuery = z.strictObject({
  offset: countParameter({ description: 'Rows to skip at the beginning.' }),
  limit: countParameter({ most: THREAD_ROWS_MAX, otherwise: DEFAULT_LIMIT, description: 'Maximum number of rows.' }),
});

type ThreadQuery = z.infer<typeof threadQuery>;

const people = z.strictObject({
  total: z.int(),
  values: z
    .array(z.string())
    .openapi({ description: `As the case writes them; the first ${THREAD_PEOPLE_SHOWN_MAX}.` }),
});

const threadMailSchema = z
  .strictObject({
    source: z.string(),
    id: z.int(),
    subject: z.string().nullable(),
    date: z.string().nullable(),
    from: people,
    to: people,
    cc: people,
    bcc: people,
    isGuess: z.boolean().openapi({
      description: 'Assigned to the thread, and to this place, by subject and people only.',
    }),
    isInclusive: z.boolean().nullable().openapi({
      description:
        'Whether its text is in no mail below it, or something is attached to it. Null: unknown because of a limit; read the mail.',
    }),
    copies: z.strictObject({ total: z.int(), docs: z.array(documentReferenceSchema) }).openapi({
      description: `Other items with the same Message-ID, subject and sender; the first ${THREAD_COPIES_SHOWN_MAX} are listed.`,
    }),
  })
  .openapi('ThreadMail');

const threadSchema = z
  .strictObject({
    rows: z.array(
      z.strictObject({
        messageId: z.string().nullable().openapi({ description: 'Null: the mail has none.' }),
        parent: z.int().nullable().openapi({ description: 'Number of the row above it, from 0; null: none.' }),
        depth: z.int(),
        mail: threadMailSchema.nullable().openapi({
          description: 'Null: others name it, and no source has it.',
        }),
      }),
    ),
    total: z.int().openapi({ description: 'Number of all rows.' }),
    row: z.int().openapi({ description: 'Row number of the requested item.' }),
    mails: z.int().openapi({ description: 'Mails, without copies.' }),
    missing: z.int().openapi({ description: 'Mails that others name and no source has.' }),
    next: z.int().nullable().openapi({ description: '`offset` of the next page; null if this is the last one.' }),
    isComplete: z.boolean().openapi({
      description: `False: the thread has more than ${THREAD_MAILS_MAX} mails, and the others are not listed.`,
    }),
    incomplete: incompleteSchema.optional(),
  })
  .openapi('Thread');

export const threadRoutes = [
  route<ItemPath, ThreadQuery>({
    method: 'get',
    path: '/sources/{sourceID}/docs/{id}/thread',
    role: 'reader',
    tag: 'Documents',
    summary: 'Returns the thread of a mail: who answered whom, in all sources',
    description:
      'From the top down, each mail below the one that it answers, earlier ones first. Mails that others name and no source has are rows without a mail.',
    params: itemPath,
    query: threadQuery,
    ok: { description: 'A page of rows.', mediaTypes: { 'application/json': threadSchema } },
    errors: {
      400: 'The id is not an integer, or a malformed parameter.',
      404: 'There is no such source or item, or the item is not a mail.',
      503: 'The source is still being built, too many searches are waiting, or the search took too long.',
    },
    handle: (request, dependencies) => thread(request, dependencies),
  }),
];

async function thread(
  {
    params: { sourceID, id },
    query: { offset = 0, limit = DEFAULT_LIMIT },
    signal,
  }: RouteRequest<ItemPath, ThreadQuery, unknown>,
  dependencies: Dependencies,
): Promise<unknown> {
  // Fails early if the source is missing.
  dependencies.sources.getReady(sourceID);
  const { result, missing } = await runSearch(dependencies, {
    query: { kind: 'set', name: 'mails' },
    sourceId: undefined,
    clientSignal: signal,
    run: async (sources, searchSignal) => {
      const asked = sourceAmong(sources, sourceID);
      const start = mailOf(asked, await findItem(dependencies, asked, id, searchSignal));
      if (start === null) throw noMail(asked, id);
      const found = await gatherThread(dependencies, sources, start, searchSignal);
      const rows = await runInSlices(threadRows(found.mails), searchSignal);
      const attached = await withAttachments(dependencies, sources, found.mails, searchSignal);
      const inclusive = await inclusiveRows(dependencies, rows, found.mails, attached, searchSignal);
      return { ...found, rows, inclusive };
    },
  });
  const { rows, mails, inclusive, isWhole } = result;
  const isAsked = ({ source, item }: GatheredMail): boolean => source.id === sourceID && item.id === id;
  const shown = rows.slice(offset, offset + limit);
  const end = offset + shown.length;
  const gaps = rows.filter((row) => row.mails.length === 0).length;
  return {
    rows: shown.map((row, i) => ({
      messageId: row.messageId,
      parent: row.parent,
      depth: row.depth,
      mail: row.mails.length === 0 ? null : shownMail(row, mails, inclusive[offset + i]!),
    })),
    total: rows.length,
    row: Math.max(
      0,
      rows.findIndex((row) => row.mails.some((n) => isAsked(mails[n]!))),
    ),
    mails: rows.length - gaps,
    missing: gaps,
    next: end < rows.length && limit > 0 ? end : null,
    isComplete: isWhole,
    ...(missing.length === 0 ? {} : { incomplete: missing }),
  };
}

function shownMail(
  { mails: own, isGuess }: ThreadRow,
  mails: readonly GatheredMail[],
  isInclusive: boolean | null,
): unknown {
  const [first, ...others] = own.map((n) => mails[n]!);
  const values = mailValuesOf(first!.item);
  const cut = (text: string): string => text.slice(0, THREAD_VALUE_UNITS_MAX);
  const all = (role: MailRole) => {
    const written = values[role] ?? [];
    return { total: written.length, values: written.slice(0, THREAD_PEOPLE_SHOWN_MAX).map(cut) };
  };
  const one = (role: MailRole): string | null => {
    const [written] = values[role] ?? [];
    return written === undefined ? null : cut(written);
  };
  const date = one('date');
  return {
    source: first!.source.id,
    id: first!.item.id,
    subject: one('subject'),
    date: date === null ? null : renderUtc(date),
    from: all('from'),
    to: all('to'),
    cc: all('cc'),
    bcc: all('bcc'),
    isGuess,
    isInclusive,
    copies: {
      total: others.length,
      docs: others.slice(0, THREAD_COPIES_SHOWN_MAX).map(({ source, item }) => ({ source: source.id, id: item.id })),
    },
  };
}

function noMail(source: ReadySource, id: AskedId): AppError {
  return new AppError(
    'NOT_FOUND',
    `Item ${id} in source ${JSON.stringify(source.id)} is not a mail: it has no Message-ID, no references, and no subject with a sender.`,
  );
}
