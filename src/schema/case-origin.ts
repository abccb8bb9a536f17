/**
 * Facts from a case that provides its own terms. The header of an index holds them, for queries and for the list of categories.
 */
import type { TextAnalysis } from '../shared/text-analysis.ts';

/** The type of a field's values in the tool that processed the case. Text fields have none. */
export type OriginType = 'integer' | 'long' | 'float' | 'double' | 'date';

export interface CategoryNode {
  readonly name: string;
  readonly children: readonly CategoryNode[];
}

/** Pairs of a name in the language of the case and the tool's own name. */
export interface LocalizedNames {
  readonly fields: readonly (readonly [shown: string, own: string])[];
  readonly categories: readonly (readonly [shown: string, own: string])[];
}

export interface CaseOrigin {
  readonly analysis: TextAnalysis;
  /** The locale in which the case writes numbers: a language and perhaps a country, such as `en` or `pt-BR`. */
  readonly locale: string;
  readonly types: Readonly<Record<string, OriginType>>;
  /** The top categories, or null if the case has no tree of them. */
  readonly categories: readonly CategoryNode[] | null;
  /** Present if the case has lists of names. */
  readonly names?: LocalizedNames;
}
