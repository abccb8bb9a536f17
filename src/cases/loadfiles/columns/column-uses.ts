/** What was understood of each column, for `case check`. */
import type { ColumnUse } from '../../case-reader.ts';
import type { ColumnFacts } from './column-facts.ts';

export function columnUses(columns: readonly ColumnFacts[]): readonly ColumnUse[] {
  return columns.map((facts) => {
    const { header, use, understoodBy, property, offset } = facts.column;
    const isInlineText = use === 'text' && !facts.isPath;
    return {
      column: header,
      property: isInlineText ? null : property,
      use: use === null ? null : use === 'text' ? (isInlineText ? 'text itself' : 'path of the text') : USE_WORDS[use],
      understoodBy,
      values: facts.filled,
      dates: facts.isDate && facts.filled > 0 ? (facts.isAmbiguous ? 'ambiguous' : (facts.order ?? 'one order')) : null,
      offset: facts.isDate && offset !== '' ? offset : null,
      separator: facts.separator,
      isList: facts.column.isList,
    };
  });
}

const USE_WORDS = {
  document: 'document id',
  parent: 'document id of the parent',
  family: 'first document of the family',
  children: 'document ids of the children',
  native: 'path of the content',
  thumb: 'path of the thumbnail',
} as const;
