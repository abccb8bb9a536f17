/** The documents of a field and their tokens, from properties and from terms, compared with a map. */
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addLengths, PresentDocs } from '../../../src/engine/analyzed/field-counts.ts';
import { FieldFiles, HOLD_LIMITS } from '../../../src/engine/columns/field-files.ts';
import { FieldState } from '../../../src/engine/inversion/field-state.ts';
import { TokenCounts } from '../../../src/engine/inversion/token-counts.ts';
import { PagedBytes, PageFile, PageReader } from '../../../src/engine/store/page-file.ts';
import { fieldSpec } from '../../../src/schema/field-types.ts';
import { temporaryDir } from '../../support/endings.ts';

const DOCUMENTS = 12;

function documentsAndLengths(field: FieldState): (readonly [doc: number, length: number])[] {
  const { exists, lengths, docCount, isUnitLength } = field.fieldLengths();
  const gaps = new PageReader(exists);
  const tokens = new PageReader(lengths);
  let doc = -1;
  const found = Array.from({ length: docCount }, () => {
    doc += gaps.varint() + 1;
    return [doc, isUnitLength ? 1 : tokens.varint()] as const;
  });
  gaps.close();
  tokens.close();
  return found;
}

test('a field has the documents of its properties and of its terms, in order, with the tokens of each', async () => {
  const directory = temporaryDir();
  const files = new FieldFiles(join(directory, 'fields'), HOLD_LIMITS);
  const pages = new PageFile(join(directory, 'presence'), 4);
  const doc = fc.nat({ max: DOCUMENTS - 1 });
  const counted = fc.record({ doc, tokens: fc.integer({ min: 1, max: 3 }) });
  const counts = new TokenCounts(DOCUMENTS);
  fc.assert(
    fc.property(fc.array(doc), fc.array(counted), fc.boolean(), (properties, terms, inOrder) => {
      const presence = new PresentDocs(new PagedBytes(pages));
      for (const present of properties.toSorted((a, b) => a - b)) presence.add(present);
      counts.clear();
      const arriving = inOrder ? terms.toSorted((a, b) => a.doc - b.doc) : terms;
      const expected = new Map(properties.map((present) => [present, 0]));
      for (const term of arriving) {
        counts.add(term.doc, term.tokens);
        expected.set(term.doc, (expected.get(term.doc) ?? 0) + term.tokens);
      }
      const field = new FieldState(0, fieldSpec('some'), files);
      addLengths(field, presence.documents(), { ...counts.counted(), marked: [] });
      expect(documentsAndLengths(field)).toEqual([...expected].sort(([a], [b]) => a - b));
    }),
  );
  pages.close();
  files.close();
});
