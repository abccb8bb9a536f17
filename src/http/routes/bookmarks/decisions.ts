/** People's choices in a coding panel, and the comparison of two people. */
import type { Decisions } from '../../../bookmarks/codings/decisions.ts';
import { pointInTime } from '../../../bookmarks/point-in-time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { goneCount, goneMembers } from '../../gone/gone-members.ts';
import { cellsWithQueries, peopleWithQueries } from '../../output/compared-cells.ts';
import { route } from '../../route.ts';
import { bookmarkParameter, goneSchema, z } from '../../schemas.ts';
import { isListed } from '../listed-sources.ts';
import { type AtParameters, atParameters, pastErrors } from './bookmarks.ts';

const items = z.int().openapi({ description: 'Items in the sources that are listed.' });
const q = z.string().openapi({ description: 'A query for these items as they are now.' });

const decisionsSchema = z
  .strictObject({
    name: z.string(),
    people: z.array(
      z.strictObject({
        who: z.string(),
        items,
        choices: z.array(
          z.strictObject({
            choice: z.string().nullable().openapi({ description: 'Null: none of the choices.' }),
            items,
            q,
          }),
        ),
      }),
    ),
    gone: goneSchema,
  })
  .openapi('CodingDecisions');

const decided = z
  .array(z.string())
  .nullable()
  .openapi({ description: 'Choices of the person; empty: none of the choices; null: no decision.' });

const comparisonSchema = z
  .strictObject({
    name: z.string(),
    first: z.string(),
    second: z.string(),
    items: z.int().openapi({ description: 'Items that both decided.' }),
    agreed: z.int().openapi({ description: 'Items for which both chose the same.' }),
    kappa: z.number().nullable().openapi({ description: "Cohen's kappa of these items; null if undefined." }),
    cells: z.array(z.strictObject({ first: decided, second: decided, items, q })),
    gone: goneSchema,
  })
  .openapi('Comparison');

interface CodingPath {
  readonly coding: string;
}

interface Compared extends AtParameters {
  readonly first: string;
  readonly second: string;
}

const params = z.strictObject({ coding: bookmarkParameter.openapi({ example: 'Responsiveness' }) });
const person = (example: string) =>
  z.string().openapi({ description: 'Name of a viewer. A viewer without decisions is allowed.', example });
const badRequest = 'The name is empty, too long or has control characters. Or the time is malformed.';
const unknown = 'There is, or was, no coding of that name.';

function decisionsAt(at: string | undefined, { bookmarks }: Dependencies): Decisions | Promise<Decisions> {
  return at === undefined ? bookmarks.decisions : bookmarks.history.decisionsAt(pointInTime('parameter "at"', at));
}

export const decisionRoutes = [
  route<CodingPath, AtParameters>({
    method: 'get',
    path: '/codings/{coding}/decisions',
    role: 'reader',
    tag: 'Codings',
    summary: 'Lists who chose what in a panel, now or as of a time',
    description: 'The latest choice of each person, in any review or outside one.',
    params,
    query: atParameters,
    ok: { description: 'The people, sorted by name.', mediaTypes: { 'application/json': decisionsSchema } },
    errors: { 400: badRequest, 404: unknown, ...pastErrors },
    async handle({ params: { coding }, query: { at }, signal }, own) {
      const decisions = await decisionsAt(at, own);
      const isIn = isListed(own.sources);
      const packed = decisions.packed(coding, isIn);
      const people = await decisions.people(coding, isIn);
      const [gone] = await goneMembers([packed], own, signal);
      const name = coding.normalize('NFC');
      return { name, people: peopleWithQueries(name, people, own.printQuery), ...goneCount(gone!) };
    },
  }),
  route<CodingPath, Compared>({
    method: 'get',
    path: '/codings/{coding}/comparison',
    role: 'reader',
    tag: 'Codings',
    summary: 'Compares the choices of two people in a panel, now or as of a time',
    description: 'Items by the choices of both, each cell with a query for its items.',
    params,
    query: atParameters.extend({ first: person('anna'), second: person('ben') }),
    ok: { description: 'The comparison.', mediaTypes: { 'application/json': comparisonSchema } },
    errors: { 400: `${badRequest} Or there are too many combinations of choices.`, 404: unknown, ...pastErrors },
    async handle({ params: { coding }, query: { first, second, at }, signal }, own) {
      const decisions = await decisionsAt(at, own);
      const isIn = isListed(own.sources);
      const packed = decisions.packed(coding, isIn, [first, second]);
      const found = await decisions.compare(coding, first, second, isIn);
      const [gone] = await goneMembers([packed], own, signal);
      const compared = {
        coding: coding.normalize('NFC'),
        first: first.normalize('NFC'),
        second: second.normalize('NFC'),
      };
      const cells = cellsWithQueries(found, compared, own.printQuery);
      const { coding: name, ...people } = compared;
      return { name, ...people, ...found, cells, ...goneCount(gone!) };
    },
  }),
];
