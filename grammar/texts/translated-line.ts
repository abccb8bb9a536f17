/** A query of another tool in our language, with its doubts, or the reason why it has no exact meaning here. */
import { translateDtsearch } from '../dtsearch/parse.ts';
import { QuerySyntaxError } from '../errors.ts';
import { translateNuix } from '../nuix/parse.ts';
import { printQuery } from '../print.ts';
import type { RequestSyntax } from './syntaxes.ts';

export type TranslatedSyntax = RequestSyntax | 'nuix';

export interface TranslatedLine {
  readonly written: string;
  /** In our language; null if it has no exact meaning. */
  readonly query: string | null;
  /** Doubts, or the reason. */
  readonly notes: readonly string[];
}

export function translatedLine(written: string, syntax: TranslatedSyntax): TranslatedLine {
  try {
    const { query, doubts } = syntax === 'nuix' ? translateNuix(written) : translateDtsearch(written, syntax);
    return { written, query: printQuery(query), notes: doubts };
  } catch (fault) {
    if (!(fault instanceof QuerySyntaxError)) throw fault;
    return { written, query: null, notes: [fault.message] };
  }
}
