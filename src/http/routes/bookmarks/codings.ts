/** Coding panels: bookmarks to choose from. Every change is on disk before the answer. */
import { CHOICES_MAX, type CodingChange } from '../../../bookmarks/codings/coding.ts';
import { pointInTime } from '../../../bookmarks/point-in-time.ts';
import { AppError } from '../../../shared/errors.ts';
import { BODY_BYTES_MAX, QUERY_BODY_BYTES_MAX } from '../../limits.ts';
import { route } from '../../route.ts';
import { bookmarkParameter, hintsSchema, z } from '../../schemas.ts';
import { type AtParameters, atParameters, changeFaults, pastErrors } from './bookmarks.ts';
import { type ItemsBody, itemsOfBody, itemsShape } from './changed-items.ts';

const nullableText = z.string().nullable();
const choiceShape = {
  bookmark: z.string(),
  key: nullableText.openapi({ description: 'One visible character, which no other choice of any coding has.' }),
  colour: nullableText.openapi({ description: '`#rrggbb`' }),
};
const choices = { minItems: 1, maxItems: CHOICES_MAX };

const codingSchema = z
  .strictObject({
    name: z.string(),
    choices: z.array(z.strictObject(choiceShape)),
    exclusive: z.boolean().openapi({ description: 'Whether an item has one choice at most.' }),
    required: z.boolean().openapi({ description: 'Whether a review requires a choice before the next item.' }),
  })
  .openapi('Coding');

const codingsSchema = z.strictObject({ codings: z.array(codingSchema) }).openapi('Codings');

const changeSchema = z
  .strictObject({
    choices: z
      .array(
        z.strictObject({
          bookmark: choiceShape.bookmark,
          key: choiceShape.key.default(null),
          colour: choiceShape.colour.default(null),
        }),
      )
      .openapi(choices),
    exclusive: z.boolean().default(false),
    required: z.boolean().default(false),
  })
  .openapi('CodingChange', {
    example: { choices: [{ bookmark: 'Relevant', key: 'r', colour: '#0d9488' }], exclusive: true, required: false },
  });

const codeSchema = z
  .strictObject({
    choice: nullableText.openapi({ description: 'A choice of the panel; null: no choice.' }),
    review: z.string().optional().openapi({ description: 'The review in which the items are decided.' }),
    ...itemsShape,
  })
  .openapi('Code', {
    anyOf: [{ required: ['docs'] }, { required: ['q'] }],
    example: { choice: 'Relevant', docs: [{ source: 'seized-laptop', id: 24 }] },
  });

const codedSchema = z
  .strictObject({
    name: z.string(),
    choice: nullableText,
    added: z.int().openapi({ description: 'Items that did not have the choice before.' }),
    removed: z.int().openapi({ description: 'Items removed from other choices, each counted once for each choice.' }),
    seqs: z.array(z.int()).openapi({ description: 'Records of the change, oldest first, for an undo.' }),
    hints: hintsSchema.optional(),
  })
  .openapi('Coded');

interface CodeBody extends ItemsBody {
  readonly choice: string | null;
  readonly review?: string | undefined;
}

interface CodingPath {
  readonly coding: string;
}

const params = z.strictObject({ coding: bookmarkParameter.openapi({ example: 'Responsiveness' }) });
const one = { 'application/json': codingSchema };
const badName = 'The name is empty, too long or has control characters.';
const unknown = 'There is no coding of that name.';

export const codingRoutes = [
  route({
    method: 'get',
    path: '/codings',
    role: 'reader',
    tag: 'Codings',
    summary: 'Lists the coding panels',
    ok: { description: 'The panels, sorted by name.', mediaTypes: { 'application/json': codingsSchema } },
    handle: (_request, { bookmarks }) => ({ codings: bookmarks.codings.all() }),
  }),
  route<CodingPath, AtParameters>({
    method: 'get',
    path: '/codings/{coding}',
    role: 'reader',
    tag: 'Codings',
    summary: 'Returns a coding panel, now or as of a time',
    params,
    query: atParameters,
    ok: { description: 'The panel.', mediaTypes: one },
    errors: { 400: `${badName} Or the time is malformed.`, 404: unknown, ...pastErrors },
    async handle({ params: { coding }, query: { at } }, { bookmarks }) {
      if (at === undefined) return bookmarks.codings.get(coding);
      const panels = await bookmarks.history.codingsAt(pointInTime('parameter "at"', at));
      const panel = panels.find(({ name }) => name === coding.normalize('NFC'));
      if (panel !== undefined) return panel;
      throw new AppError('NOT_FOUND', `There was no coding named ${JSON.stringify(coding)} then.`);
    },
  }),
  route<CodingPath, Record<string, never>, CodingChange>({
    method: 'put',
    path: '/codings/{coding}',
    role: 'annotator',
    tag: 'Codings',
    summary: 'Defines a coding panel',
    description: 'Replaces an existing panel. Missing bookmarks are created; items keep their bookmarks.',
    params,
    body: { kind: 'json', schema: changeSchema, bytesMax: QUERY_BODY_BYTES_MAX },
    ok: { description: 'The panel. It is on disk.', mediaTypes: one },
    errors: {
      400: `${badName} Or the body is malformed.`,
      409: 'A key is one of another coding.',
      413: 'The body is too large.',
      ...changeFaults,
    },
    handle: ({ params: { coding }, body, origin }, { bookmarks }) => bookmarks.codings.put(coding, body, origin),
  }),
  route<CodingPath>({
    method: 'delete',
    path: '/codings/{coding}',
    role: 'annotator',
    tag: 'Codings',
    summary: 'Deletes a coding panel; its bookmarks stay',
    params,
    ok: {
      description: 'Its name. The change is on disk.',
      mediaTypes: { 'application/json': z.strictObject({ name: z.string() }) },
    },
    errors: { 400: badName, 404: unknown, ...changeFaults },
    handle: ({ params: { coding }, origin }, { bookmarks }) => bookmarks.codings.delete(coding, origin),
  }),
  route<CodingPath, Record<string, never>, CodeBody>({
    method: 'put',
    path: '/codings/{coding}/code',
    role: 'annotator',
    tag: 'Codings',
    summary: 'Puts items into a choice of a panel',
    description:
      'An exclusive panel removes them from its other choices in the same transaction; null removes them from all, even if their source no longer has them.',
    params,
    body: { kind: 'json', schema: codeSchema, bytesMax: BODY_BYTES_MAX },
    ok: { description: 'The change. It is on disk.', mediaTypes: { 'application/json': codedSchema } },
    errors: {
      400: `${badName} Or the body is malformed, or the bookmark is not a choice of the panel.`,
      404: 'The panel, the review, a source or an item does not exist. Nothing was changed.',
      409: 'In a review: an item is in no batch of yours, or somebody else decided it. Nothing was changed.',
      413: 'The body is too large.',
      ...changeFaults,
    },
    handle: async ({ params: { coding }, body, signal, origin }, dependencies) => {
      const { choice, review, ...asked } = body;
      // Nobody can see an item that is gone, so it gets no new choice, but an earlier choice can be removed.
      const removedFrom = choice === null ? { removedFrom: { kind: 'coding', name: coding } as const } : {};
      const { items, facts } = await itemsOfBody(asked, { signal, ...removedFrom }, dependencies);
      const { reviews, codings } = dependencies.bookmarks;
      const coded =
        review === undefined
          ? await codings.code(coding, choice, items, origin)
          : await reviews.code(review, { coding, choice, refs: items }, origin);
      return { ...coded, ...facts };
    },
  }),
];
