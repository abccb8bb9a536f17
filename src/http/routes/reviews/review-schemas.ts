/** Schemas of reviews in requests and answers. */
import {
  ASSIGNEES_MAX,
  BATCH_ITEMS_MAX,
  DEFAULT_BATCH_ITEMS,
  DEFAULT_GIVE_BACK_SECONDS,
  GIVE_BACK_SECONDS_MAX,
  REVIEW_CODINGS_MAX,
  TOGETHER,
} from '../../../bookmarks/reviews/review.ts';
import { goneSchema, hintsSchema, z } from '../../schemas.ts';
import { itemsShape } from '../bookmarks/changed-items.ts';

const nullableText = z.string().nullable();
/** An inline shape, because a nullable reference to the named schema would describe objects only. */
const nullableReference = z.strictObject({ source: z.string(), id: z.int() }).nullable();
const size = z.int().min(1).max(BATCH_ITEMS_MAX);
const assignees = z.array(z.string()).openapi({
  maxItems: ASSIGNEES_MAX,
  description: 'Names of the reviewers; empty: everyone with the permission to code.',
});
const seed = z.int().min(0).max(0xffffffff);
const seqs = z.array(z.int()).openapi({ description: 'Records of the change, oldest first, for an undo.' });

const choiceCount = z.strictObject({
  coding: z.string(),
  choice: nullableText.openapi({ description: 'Null: none of the choices.' }),
  items: z.int(),
});

const accepted = z.strictObject({ who: nullableText, time: z.string() }).nullable();

export const reviewSchema = z
  .strictObject({
    name: z.string(),
    order: z.array(z.string()).nullable().openapi({ description: 'Null: the order in which the items were named.' }),
    codings: z.array(z.string()),
    assignees: z.array(z.string()),
    batch: z.int(),
    together: z.enum(TOGETHER).nullable().openapi({ description: 'The groups of items that stay in one batch.' }),
    giveBackSeconds: z.int(),
    creator: nullableText,
    created: z.string(),
    asked: nullableText.openapi({ description: 'The request for the set, as JSON; null if items were named.' }),
    total: z.int(),
    decided: z.int(),
    left: z.int().openapi({ description: 'Undecided, and not gone: `total` less `decided` and `gone.undecided`.' }),
    gone: z.strictObject({ decided: z.int(), undecided: z.int() }).nullable().optional().openapi({
      description:
        'Items that their source no longer has. The undecided ones need no decision. Absent: none. Null: unknown, because a source is not ready.',
    }),
    overturned: z.int().openapi({ description: 'Items whose decision an accepted second look changed.' }),
    choices: z.array(choiceCount),
    people: z.array(
      z.strictObject({
        who: nullableText,
        decided: z.int(),
        choices: z.array(choiceCount),
        overturned: z.int(),
        rate: z.number().nullable().openapi({ description: 'Decisions an hour, without breaks.' }),
      }),
    ),
    batches: z.strictObject({ total: z.int(), held: z.int() }),
    secondLook: z
      .strictObject({
        of: nullableText.openapi({ description: 'The review of which this is a second look.' }),
        percent: z.number(),
        seed: z.int(),
        accepted,
      })
      .nullable(),
    secondLooks: z.array(z.string()).openapi({ description: 'Names of the second looks at it.' }),
  })
  .openapi('Review');

export const reviewsSchema = z.strictObject({ reviews: z.array(reviewSchema) }).openapi('Reviews');

export const createdSchema = z
  .strictObject({ review: reviewSchema, seqs, hints: hintsSchema.optional() })
  .openapi('CreatedReview');

export const createSchema = z
  .strictObject({
    name: z.string(),
    order: z.array(z.string()).optional().openapi({ description: 'As `sort` for `/hits`, without `relevance`.' }),
    codings: z.array(z.string()).openapi({ minItems: 1, maxItems: REVIEW_CODINGS_MAX }),
    assignees: assignees.default([]),
    batch: size.default(DEFAULT_BATCH_ITEMS).openapi({ description: 'Items of a batch.' }),
    together: z.enum(TOGETHER, 'is not family, thread or both').optional().openapi({
      description:
        'The items that stay in one batch: families, threads of mails with their attachments, or `both`: families and threads that share an item of the review.',
    }),
    giveBackSeconds: z
      .int()
      .min(1)
      .max(GIVE_BACK_SECONDS_MAX)
      .default(DEFAULT_GIVE_BACK_SECONDS)
      .openapi({ description: 'Inactivity after which a batch is returned.' }),
    ...itemsShape,
  })
  .openapi('NewReview', {
    anyOf: [{ required: ['docs'] }, { required: ['q'] }],
    example: { name: 'First pass', q: 'heron', order: ['modified:asc'], codings: ['Responsiveness'] },
  });

export const sampleSchema = z
  .strictObject({
    percent: z.number().gt(0).max(100),
    name: z
      .string()
      .optional()
      .openapi({ description: 'The name of the second look; by default the name of the review with a number.' }),
    seed: seed.optional().openapi({ description: 'The same seed draws the same items from the same decisions.' }),
    assignees: assignees.optional(),
    batch: size.optional(),
  })
  .openapi('Sample', { example: { percent: 10, seed: 7 } });

export const giveBackSchema = z
  .strictObject({
    who: nullableText.optional().openapi({ description: 'The person whose batches are meant; by default you.' }),
  })
  .openapi('GiveBack', { example: { who: 'anna' } });

const decision = z.strictObject({ coding: z.string(), choice: nullableText, who: nullableText });

export const nextSchema = z
  .strictObject({
    item: nullableReference.openapi({ description: 'Null: nothing is left for you.' }),
    number: z.int().nullable().openapi({ description: 'Its number among the visible items of the batch, from 1.' }),
    batch: z.strictObject({ number: z.int(), items: z.int(), decided: z.int(), gone: goneSchema }).nullable(),
    decisions: z.array(decision).openapi({ description: 'Earlier decisions on it in this review.' }),
    before: nullableReference.openapi({ description: 'The item before it in the batch.' }),
    upcoming: nullableReference.openapi({ description: 'The next undecided one.' }),
  })
  .openapi('NextItem');

export const batchSchema = z
  .strictObject({
    number: z.int().nullable().openapi({ description: 'Null: you have no batch.' }),
    items: z.array(
      z.strictObject({
        source: z.string(),
        id: z.int(),
        isDecided: z.boolean(),
        isGone: z.literal(true).optional().openapi({ description: 'Its source no longer has it.' }),
        decisions: z.array(decision),
      }),
    ),
  })
  .openapi('Batch');

export const agreementSchema = z
  .strictObject({
    codings: z.array(
      z.strictObject({
        coding: z.string(),
        items: z.int(),
        agreed: z.int(),
        kappa: z.number().nullable().openapi({ description: "Cohen's kappa; null if undefined." }),
        cells: z
          .array(z.strictObject({ first: z.array(z.string()), second: z.array(z.string()), items: z.int() }))
          .openapi({ description: 'Items by the choices of the first and the second look; empty lists: none.' }),
      }),
    ),
  })
  .openapi('Agreement');

export const deletedSchema = z.strictObject({ name: z.string(), seqs });
export const acceptedSchema = z.strictObject({ name: z.string(), changed: z.int(), seqs }).openapi('AcceptedLook');
export const givenBackSchema = z.strictObject({ name: z.string(), batches: z.array(z.int()) });
