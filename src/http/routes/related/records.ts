/** `POST /records`: the records of items by reference, in the order of the references. */
import type { ReadySource } from '../../../sources/source.ts';
import type { Dependencies } from '../../dependencies.ts';
import { docsMember } from '../../input/docs-member.ts';
import { BODY_BYTES_MAX, REFERENCES_MAX } from '../../limits.ts';
import { eachOnce, recordsInOrder, recordsOf, shownOf } from '../../output/hit-records.ts';
import { ShownNotes } from '../../output/shown-notes.ts';
import { route } from '../../route.ts';
import { incompleteSchema, recordSchema, z } from '../../schemas.ts';
import type { MissingSource } from '../../searches.ts';
import { propertiesBySource } from '../fields.ts';
import { propertyNames } from '../set-parameters.ts';

const recordsBody = z
  .strictObject({
    docs: docsMember,
    properties: propertyNames
      .optional()
      .openapi({ description: 'As for `/hits`: names of properties to show; `*`: all; `none`; `notes`: the notes.' }),
  })
  .openapi('RecordsRequest', { example: { docs: [{ source: 'seized-laptop', id: 24 }], properties: ['name'] } });

type RecordsBody = z.infer<typeof recordsBody>;

const recordsSchema = z
  .strictObject({
    records: z
      .array(z.union([recordSchema, z.null()]))
      .openapi({ description: 'In the order of `docs`; null for an unknown item.' }),
    incomplete: incompleteSchema.optional(),
  })
  .openapi('Records');

export const recordRoutes = [
  route<Record<string, never>, Record<string, never>, RecordsBody>({
    method: 'post',
    path: '/records',
    role: 'reader',
    tag: 'Documents',
    summary: 'Returns the records of items by reference',
    description: `Up to ${REFERENCES_MAX} at once. An item or source that does not exist is null; those of an unavailable source are null, too, and \`incomplete\` names it.`,
    body: { kind: 'json', schema: recordsBody, bytesMax: BODY_BYTES_MAX },
    ok: { description: 'The records.', mediaTypes: { 'application/json': recordsSchema } },
    errors: {
      400: 'A malformed body, or too many references.',
      413: 'The body is too large.',
      503: 'A source is still being built.',
    },
    async handle({ body: { docs, properties }, signal }, dependencies) {
      const { sources, missing } = sourcesOf(dependencies, docs);
      const ready = [...sources.values()].filter((source) => source !== null);
      const chosen = await propertiesBySource(dependencies, ready, properties);
      const { hits, numberOf } = eachOnce(docs.map(({ source, id }) => ({ source: sources.get(source) ?? null, id })));
      const notes = new ShownNotes(dependencies, properties);
      const read = await recordsInOrder(dependencies, hits, signal, shownOf(chosen), (some, items, source) => {
        if (source === null) return items.map(() => null);
        const times = some.map((hit) => hit.times ?? 1);
        return recordsOf(dependencies, source, items, { chosen: chosen.get(source) ?? null, notes, times });
      });
      const records = numberOf.map((number) => read[number]!);
      return { records, ...(missing.length === 0 ? {} : { incomplete: missing }) };
    },
  }),
];

/** The existing sources of the references. Throws SOURCE_BUILDING. */
function sourcesOf(
  { sources }: Dependencies,
  docs: readonly { readonly source: string }[],
): { readonly sources: ReadonlyMap<string, ReadySource>; readonly missing: readonly MissingSource[] } {
  const named = new Set(docs.map(({ source }) => source));
  const ready = new Map<string, ReadySource>();
  const missing: MissingSource[] = [];
  for (const { id, state } of sources.list()) {
    if (!named.has(id)) continue;
    if (state.kind === 'failed') missing.push({ source: id, reason: state.reason });
    else ready.set(id, sources.getReady(id));
  }
  return { sources: ready, missing };
}
