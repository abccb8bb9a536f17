/** The member `docs` of a body: references to items, few enough to be looked at together. */
import { REFERENCES_MAX } from '../limits.ts';
import { documentReferenceSchema, z } from '../schemas.ts';

/** Before each of them is looked at. */
function refuseTooMany(docs: unknown, context: z.core.$RefinementCtx): unknown {
  if (!Array.isArray(docs) || docs.length <= REFERENCES_MAX) return docs;
  context.addIssue({ code: 'custom', message: `has more than ${REFERENCES_MAX} references` });
  return z.NEVER;
}

export const docsMember = z.preprocess(refuseTooMany, z.array(documentReferenceSchema).max(REFERENCES_MAX));
