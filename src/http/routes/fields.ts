/** `GET /fields`: the fields of the sources, with the operations that each supports. */
import { aliasesOf } from '../../schema/field-aliases.ts';
import type { FieldSummary } from '../../search/search-engine.ts';
import { AppError } from '../../shared/errors.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import { NO_SUCH_SOURCE } from '../fault-texts.ts';
import { type ChosenProperties, chosenProperties, isNoList } from '../output/hit-records.ts';
import { turn } from '../output/turns.ts';
import { route } from '../route.ts';
import { incompleteSchema, z } from '../schemas.ts';
import { chooseSources } from '../searches.ts';

/** Fields processed between two pauses: a case may have hundreds of thousands. */
const FIELDS_PER_SLICE = 4096;

const fieldsSchema = z
  .strictObject({
    fields: z.array(
      z.strictObject({
        name: z.string(),
        types: z.record(z.string(), z.enum(['text', 'number', 'date', 'whole'])).openapi({ description: 'By source.' }),
        items: z.int(),
        sorts: z.boolean().openapi({ description: 'Whether items can be ordered by it.' }),
        counts: z.boolean().openapi({ description: 'Whether items can be counted by its values.' }),
      }),
    ),
    usual: z
      .array(
        z.strictObject({
          name: z.string(),
          fields: z.record(z.string(), z.string()).openapi({ description: 'The field that it means, by source.' }),
          items: z.int(),
          sorts: z.boolean(),
          counts: z.boolean(),
        }),
      )
      .openapi({ description: 'Names such as `from` that mean fields of other names, wherever a field can be named.' }),
    incomplete: incompleteSchema.optional(),
  })
  .openapi('Fields');

interface FieldsParameters {
  readonly sourceID?: readonly string[] | undefined;
}

export const fieldRoutes = [
  route<Record<string, never>, FieldsParameters>({
    method: 'get',
    path: '/fields',
    role: 'reader',
    tag: 'Search',
    summary: 'Lists the fields of the sources',
    description: 'By name. A field sorts and counts if it does in every source that has it.',
    query: z.strictObject({
      sourceID: z.array(z.string()).optional().openapi({ description: 'Only from this source; may be repeated.' }),
    }),
    repeated: ['sourceID'],
    ok: { description: 'The fields.', mediaTypes: { 'application/json': fieldsSchema } },
    errors: { 404: NO_SUCH_SOURCE, 503: 'A source is still being built.' },
    async handle({ query: { sourceID }, signal }, dependencies) {
      const { ready, missing } = chooseSources(dependencies, sourceID);
      const { found, damaged } = await dependencies.coordinator.fields(ready, signal);
      const fields = await merged(found);
      const usual = await usualNames(found);
      const lost = damaged.map(({ target, fault }) => ({ source: target.id, reason: fault.message }));
      const incomplete = [...missing, ...lost];
      return { fields, usual, ...(incomplete.length === 0 ? {} : { incomplete }) };
    },
  }),
];

interface Field {
  readonly name: string;
  readonly types: Record<string, FieldSummary['type']>;
  items: number;
  sorts: boolean;
  counts: boolean;
}

async function merged(
  found: readonly { readonly target: ReadySource; readonly value: readonly FieldSummary[] }[],
): Promise<readonly Field[]> {
  const fields = new Map<string, Field>();
  let seen = 0;
  for (const { target, value } of found) {
    for (const { name, type, items, sorts, counts } of value) {
      const field = fields.get(name) ?? { name, types: Object.create(null), items: 0, sorts: true, counts: true };
      fields.set(name, field);
      field.types[target.id] = type;
      field.items += items;
      field.sorts &&= sorts;
      field.counts &&= counts;
      if (++seen % FIELDS_PER_SLICE === 0) await turn();
    }
  }
  return [...fields.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

interface UsualName {
  readonly name: string;
  readonly fields: Record<string, string>;
  items: number;
  sorts: boolean;
  counts: boolean;
}

/** Keyed by name. If a source has a field of that name, the name means this field. */
async function usualNames(
  found: readonly { readonly target: ReadySource; readonly value: readonly FieldSummary[] }[],
): Promise<readonly UsualName[]> {
  const names = new Map<string, UsualName>();
  let seen = 0;
  for (const { target, value } of found) {
    for (const field of value) {
      for (const name of field.usualNames ?? []) {
        const usual = names.get(name) ?? { name, fields: Object.create(null), items: 0, sorts: true, counts: true };
        names.set(name, usual);
        usual.fields[target.id] = field.name;
        usual.items += field.items;
        usual.sorts &&= field.sorts;
        usual.counts &&= field.counts;
      }
      if (++seen % FIELDS_PER_SLICE === 0) await turn();
    }
  }
  return [...names.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The fields of a source by name and by usual name. If several fields have one usual name, the first counts. */
interface SourceFields {
  readonly byName: ReadonlyMap<string, FieldSummary>;
  readonly usual: ReadonlyMap<string, string>;
}

/** Cached fields of sources: an index never changes. */
const knownFields = new WeakMap<object, Promise<SourceFields | null>>();

/**
 * The field's type in each source that has it. Throws AppError INVALID_REQUEST if none has it, unless a source is unreachable,
 * which may have it.
 */
export async function typesBySource(
  dependencies: Pick<Dependencies, 'coordinator'>,
  sources: readonly ReadySource[],
  field: string,
): Promise<ReadonlyMap<string, FieldSummary['type']>> {
  const types = new Map<string, FieldSummary['type']>();
  let isKnown = sources.length > 0;
  for (const source of sources) {
    const fields = await fieldsOf(dependencies, source);
    if (fields === null) isKnown = false;
    const own = fields === null ? field : ownNameIn(fields, field);
    const found = aliasesOf(own).flatMap((name) => fields?.byName.get(name)?.type ?? []);
    // All names are compared with one type.
    const type = found.find((one) => one === 'number' || one === 'date') ?? found[0];
    if (type !== undefined) types.set(source.id, type);
  }
  if (types.size > 0 || !isKnown) return types;
  const shown = JSON.stringify(field.slice(0, SHOWN_UNITS));
  throw new AppError('INVALID_REQUEST', `No source has the field ${shown}. GET /fields lists all fields.`);
}

/** Resolves a name to the source's own field name. */
function ownNameIn({ byName, usual }: SourceFields, name: string): string {
  return aliasesOf(name).some((alias) => byName.has(alias)) ? name : (usual.get(name) ?? name);
}

/** Resolves names to properties, for each source. */
export async function propertiesBySource(
  dependencies: Pick<Dependencies, 'coordinator'>,
  sources: Iterable<ReadySource>,
  names: readonly string[] | undefined,
): Promise<ChosenProperties> {
  const chosen = new Map<ReadySource, ReadonlySet<string> | null>();
  for (const source of new Set(sources)) {
    const fields = names === undefined || isNoList(names) ? null : await fieldsOf(dependencies, source);
    const own = fields === null ? names : names!.map((name) => ownNameIn(fields, name));
    chosen.set(source, chosenProperties(own));
  }
  return chosen;
}

const SHOWN_UNITS = 200;

/** Null if the index turns out to be damaged. */
function fieldsOf(
  { coordinator }: Pick<Dependencies, 'coordinator'>,
  source: ReadySource,
): Promise<SourceFields | null> {
  const key = source.summary;
  const known = knownFields.get(key);
  if (known !== undefined) return known;
  const asked = coordinator.fields([source]).then(({ found }) => {
    const [only] = found;
    return only === undefined ? null : sourceFields(only.value);
  });
  knownFields.set(key, asked);
  const forget = (): boolean => knownFields.delete(key);
  asked.then((fields) => fields === null && forget(), forget);
  return asked;
}

function sourceFields(all: readonly FieldSummary[]): SourceFields {
  const usual = new Map<string, string>();
  for (const { name, usualNames = [] } of all) for (const one of usualNames) if (!usual.has(one)) usual.set(one, name);
  return { byName: new Map(all.map((one) => [one.name, one])), usual };
}
