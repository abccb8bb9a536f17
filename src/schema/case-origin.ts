/** What a case that brings its terms says about them: an index keeps it in its header, for queries and for the list of categories. */
import type { TextAnalysis } from '../shared/text-analysis.ts';

/** The type of a field's values as the tool that processed the case knows it; fields of text have none. */
export type OriginType = 'integer' | 'long' | 'float' | 'double' | 'date';

export interface CategoryNode {
  readonly name: string;
  readonly children: readonly CategoryNode[];
}

/** Pairs of a name in the language of the case, and the tool's own name. */
export interface LocalizedNames {
  readonly fields: readonly (readonly [shown: string, own: string])[];
  readonly categories: readonly (readonly [shown: string, own: string])[];
}

export interface CaseOrigin {
  readonly analysis: TextAnalysis;
  /** How the case writes numbers: a language and perhaps a country, such as `en` or `pt-BR`. */
  readonly locale: string;
  readonly types: Readonly<Record<string, OriginType>>;
  /** The top categories, or null if the case has no tree of them. */
  readonly categories: readonly CategoryNode[] | null;
  /** Where the case has lists of them. */
  readonly names?: LocalizedNames;
}
