/** Schemas of requests and answers. They check input, describe both sides in the OpenAPI document, and define the types. */
import { extendZodWithOpenApi } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { sourceShape } from '../sources/source-definition.ts';
import { BODY_PARTS_MAX, SET_PARTS_MAX } from './limits.ts';

extendZodWithOpenApi(z);

export { z };

export const sourceSchema = z
  .strictObject(sourceShape.shape)
  .openapi('Source', { example: { id: 'seized-laptop', path: '/cases/seized-laptop' } });

export const documentReferenceSchema = z
  .strictObject({
    source: z
      .string()
      .openapi({ description: 'Identifier of the source that holds the item.', example: 'seized-laptop' }),
    id: z.int().openapi({ description: 'Item ID within that source.', example: 24 }),
  })
  .openapi('DocumentReference');

export const documentReferencesSchema = z.array(documentReferenceSchema).openapi('DocumentReferences');

export const incompleteSchema = z
  .array(z.strictObject({ source: z.string(), reason: z.string() }))
  .openapi('Incomplete', { description: 'Sources that did not open; the answer has nothing from them.' });

export const hintsSchema = z.array(z.string()).openapi('Hints', {
  description: 'Parts of the query that were not searched as its author may expect, and alternatives.',
});

export const documentsSchema = z
  .strictObject({
    docs: z.array(documentReferenceSchema),
    hints: hintsSchema.optional(),
    incomplete: incompleteSchema.optional(),
  })
  .openapi('Documents');

export const goneSchema = z.int().nullable().optional().openapi({
  description:
    'Items among them that their source no longer has. Absent: none. Null: unknown, because a source is not ready.',
});

export const membersSchema = z
  .strictObject({ docs: z.array(documentReferenceSchema), gone: goneSchema })
  .openapi('Members');

/** The parts of an item besides its record. */
export const ITEM_PARTS = ['content', 'text', 'thumb', 'view'] as const;
export type ShownPart = (typeof ITEM_PARTS)[number];

const reviewed = z
  .array(z.string())
  .optional()
  .openapi({ description: 'Viewers who marked the item as reviewed; absent if nobody did.' });
const hashsets = z
  .array(z.string())
  .optional()
  .openapi({ description: 'Hash sets that have a hash of the item; absent if none has.' });

export const rangeSchema = z
  .union([
    z.strictObject({ start: z.int().min(0), end: z.int().min(1) }),
    z.strictObject({ property: z.string(), value: z.string().optional() }),
  ])
  .openapi('NoteRange', {
    description: 'UTF-16 offsets in the text of the item, or a property, perhaps one of its values.',
  });

export const noteShape = {
  n: z.int().openapi({ description: 'Its number; no other note ever has it.' }),
  text: z.string(),
  range: rangeSchema.optional(),
  author: z.string(),
  created: z.string().openapi({ description: 'ISO 8601, in UTC.' }),
  changedBy: z.string().openapi({ description: 'Author of the current text.' }),
  changed: z.string(),
};

export const noteSchema = z.strictObject(noteShape).openapi('Note');

const notes = z.array(noteSchema).optional().openapi({
  description: 'Notes on the item, if `properties` are all or have `notes`; absent if there are none.',
});

const parentId = z.int().optional().openapi({ description: 'The enclosing item, if any.' });

export const recordShape = {
  source: z.string(),
  id: z.int(),
  parentId,
  properties: z.record(z.string(), z.array(z.string())),
  bookmarks: z.array(z.string()),
  selected: z.boolean(),
  reviewed,
  hashsets,
  notes,
  parts: z.array(z.enum(ITEM_PARTS)).openapi({ description: 'Its parts besides the record.' }),
};

export const recordSchema = z.strictObject(recordShape).openapi('ItemRecord');

export const documentSchema = z
  .strictObject({
    source: z.string(),
    id: z.int(),
    luceneId: z.int().openapi({
      description: 'Document number in the index. It can change when the case is indexed again; use `source` and `id`.',
    }),
    parentId,
    properties: z.record(z.string(), z.array(z.string())).openapi({
      description: 'Property names and their values, all of them strings. Dates are ISO 8601 in UTC.',
    }),
    bookmarks: z.array(z.string()).openapi({ description: 'Names of the bookmarks that the item belongs to.' }),
    selected: z.boolean().openapi({ description: 'Whether the item is selected (checked).' }),
    reviewed,
    hashsets,
    notes: z.array(noteSchema).optional().openapi({ description: 'Notes on the item; absent if there are none.' }),
  })
  .openapi('Document');

interface CountedCategory {
  readonly name: string;
  readonly items: number;
  readonly children: readonly CountedCategory[];
}

const categorySchema: z.ZodType<CountedCategory> = z
  .lazy(() => z.strictObject({ name: z.string(), items: z.int(), children: z.array(categorySchema) }))
  .openapi('Category', {
    description: '`items` counts the items of the category and of all categories below it, each once.',
  });

/** Absent if the values are complete. */
const completeSchema = z
  .literal(false)
  .openapi({ description: 'A source has more values than it keeps: some may be missing here.' });

export const categoriesSchema = z
  .strictObject({
    data: z.array(z.string()),
    tree: z.array(categorySchema).optional(),
    complete: completeSchema.optional(),
    incomplete: incompleteSchema.optional(),
  })
  .openapi('Categories');

export const sourcesSchema = z.strictObject({ data: z.array(sourceSchema) }).openapi('Sources');

/** Facts about the items of a change that were given by a set or by hashes. */
const factsOfItems = {
  hints: hintsSchema.optional(),
  found: z
    .int()
    .optional()
    .openapi({ description: 'For a change by hashes: the number of distinct hashes that an item has.' }),
  unknown: z.int().optional().openapi({ description: 'The number of distinct hashes that no item has.' }),
};

export const bookmarkChangeSchema = z
  .strictObject({
    name: z.string().openapi({ description: 'Name of the bookmark after the change.' }),
    changed: z.int().openapi({ description: 'Number of items added or removed.' }),
    size: z.int().openapi({ description: 'Number of members now.' }),
    ...factsOfItems,
  })
  .openapi('BookmarkChange');

export const selectionChangeSchema = z
  .strictObject({ changed: z.int(), size: z.int(), ...factsOfItems })
  .openapi('SelectionChange');

export const suggestionsSchema = z
  .strictObject({
    data: z.array(
      z.strictObject({
        value: z.string(),
        items: z.int(),
        usual: z.literal(true).optional().openapi({
          description:
            'True for a usual name: it stands for fields of other names, and no source has a field of this name.',
        }),
      }),
    ),
    complete: completeSchema.optional(),
    incomplete: incompleteSchema.optional(),
  })
  .openapi('Suggestions');

export const errorSchema = z
  .strictObject({
    error: z.string().openapi({ description: 'The reason.' }),
    status: z.int().openapi({ description: 'The HTTP status code.' }),
    position: z
      .int()
      .optional()
      .openapi({ description: 'For an invalid query: offset in `q` in UTF-16 units, from 0.' }),
    expected: z
      .array(z.string())
      .optional()
      .openapi({ description: 'For an invalid query: the tokens expected at that position.' }),
    suggestion: z.string().optional().openapi({ description: 'For an invalid query: the query probably intended.' }),
    field: z.string().optional().openapi({ description: 'For a value that a field cannot hold: the field.' }),
    type: z.enum(['number', 'date']).optional().openapi({ description: 'For such a value: the type of the field.' }),
    example: z.string().optional().openapi({ description: 'For such a value: one that the field could hold.' }),
  })
  .openapi('Error');

/** Path parameters, decoded from their segments before the check. */
export const sourceIdParameter = z
  .string()
  .openapi({ description: 'Identifier of a source.', example: 'seized-laptop' });
export const bookmarkParameter = z.string().openapi({
  minLength: 1,
  maxLength: 255,
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]+$',
  example: 'To review',
  description: 'Name of a bookmark: 1 to 255 bytes of UTF-8 without control characters. A slash is written `%2F`.',
});
/** Accepts any integer as an id. An impossible id is "not found", not "malformed". Its digits are kept. */
export const itemIdParameter = z
  .string()
  .regex(/^[+-]?\d{1,300}$/, 'is not an integer')
  .transform((text) => (Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text)))
  .openapi({ type: 'integer', description: 'Item ID.', example: 24 });

export type AskedId = z.infer<typeof itemIdParameter>;

/** The path of an item. */
export const itemPath = z.strictObject({ sourceID: sourceIdParameter, id: itemIdParameter });

export interface ItemPath {
  readonly sourceID: string;
  readonly id: AskedId;
}

/** A list in an address, separated by commas. Examines no more elements than are allowed. */
function listUpTo(count: number) {
  return z.string().transform((text, context): string[] => {
    const parts = text.split(',', count + 1);
    if (parts.length <= count) return parts;
    context.addIssue({ code: 'custom', message: `has more than ${count} elements` });
    return z.NEVER;
  });
}

export const listText = listUpTo(BODY_PARTS_MAX);

/** A boolean in an address. */
export const flagText = z
  .enum(['true', 'false'], 'is neither true nor false')
  .transform((text) => text === 'true')
  .optional();

/**
 * Like `listText`, for fields to sort by or search in: white space around a comma is removed. In a body, names are kept as they
 * are.
 */
export const fieldListText = listText.transform(trimmed);
export const sortText = listUpTo(SET_PARTS_MAX).transform(trimmed);

function trimmed(names: readonly string[]): string[] {
  return names.map((name) => name.trim());
}
