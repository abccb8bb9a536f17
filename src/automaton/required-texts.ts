/** Texts that every accepted term of a pattern must contain. A dictionary skips buckets without them. */
import { foldCodePoint } from '../analysis/own-folding.ts';
import type { RegexpNode } from './regexp-syntax.ts';

export interface RequiredTexts {
  /** Folded texts that occur somewhere in every accepted term. */
  readonly required: readonly string[];
  /** A folded text that ends every accepted term; may be empty. */
  readonly ending: string;
  /**
   * Whether `required` is a single text that suffices: every term that contains it (at its end, if that is required) is
   * accepted.
   */
  readonly isSufficient: boolean;
  /** Whether every term that contains the texts of `required` one after the other is accepted. */
  readonly isInOrder: boolean;
}

export const NOTHING_REQUIRED: RequiredTexts = { required: [], ending: '', isSufficient: false, isInOrder: false };

/** Returns the texts that a regular expression requires: its adjacent literals outside all alternatives. */
export function requiredBy(node: RegexpNode, fold: (codePoint: number) => string = foldCodePoint): RequiredTexts {
  const texts: string[] = [];
  let text = '';
  const endText = (): void => {
    if (text !== '') texts.push(text);
    text = '';
  };
  const visit = (part: RegexpNode): void => {
    if (part.kind === 'literal') text += fold(part.codePoint);
    else if (part.kind === 'sequence') for (const inner of part.parts) visit(inner);
    else {
      endText();
      if (part.kind !== 'repeat' || part.min === 0) return;
      visit(part.part);
      endText();
    }
  };
  visit(node);
  const ending = text;
  endText();
  return {
    required: texts,
    ending,
    isSufficient: texts.length === 1 && isTextAfterAnything(node),
    isInOrder: texts.length > 0 && areTextsInAnything(node),
  };
}

/** Whether an expression is `.*text.*`, `.*text.*text.*` and so on. */
function areTextsInAnything(node: RegexpNode): boolean {
  if (node.kind !== 'sequence' || !isAnything(node.parts[0]) || !isAnything(node.parts.at(-1))) return false;
  return node.parts.every((part) => part.kind === 'literal' || isAnything(part));
}

/** Whether an expression is `.*text` or `.*text.*`. */
function isTextAfterAnything(node: RegexpNode): boolean {
  if (node.kind !== 'sequence' || !isAnything(node.parts[0])) return false;
  const rest = node.parts.slice(1);
  if (isAnything(rest.at(-1))) rest.pop();
  return rest.every((part) => part.kind === 'literal');
}

function isAnything(part: RegexpNode | undefined): boolean {
  if (part?.kind !== 'repeat' || part.part.kind !== 'any') return false;
  return part.min === 0 && part.max === Number.POSITIVE_INFINITY;
}
