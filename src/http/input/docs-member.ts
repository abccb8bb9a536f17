/** The member `docs` of a body: references to items, few enough to check at once. */
import { REFERENCES_MAX } from '../limits.ts';
import { documentReferenceSchema, z } from '../schemas.ts';

/** Runs before the references are checked one by one. */
function refuseTooMany(docs: unknown, context: z.core.$RefinementCtx): unknown {
  if (!Array.isArray(docs) || docs.length <= REFERENCES_MAX) return docs;
  context.addIssue({ code: 'custom', message: `has more than ${REFERENCES_MAX} references` });
  return z.NEVER;
}

export const docsMember = z.preprocess(refuseTooMany, z.array(documentReferenceSchema).max(REFERENCES_MAX));
