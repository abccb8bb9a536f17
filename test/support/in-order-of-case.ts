/**
 * Portable cases that cannot return their items by id, like some other formats. Their documents are in the order of the case.
 */
import type { CaseFormat } from '../../src/cases/case-format.ts';
import type { CaseReader } from '../../src/cases/case-reader.ts';
import { portableFormat } from '../../src/cases/portable/portable-format.ts';

export const inOrderOfCase: CaseFormat = {
  ...portableFormat,
  open: async (...given) => {
    const reader: CaseReader = await portableFormat.open(...given);
    return Object.defineProperty(reader, 'readItemsById', { value: undefined });
  },
};
