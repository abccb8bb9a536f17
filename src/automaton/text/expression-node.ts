/** Syntax tree of an expression over the characters of a text. Flags are resolved, and sets are sets of code points. */
import type { CodePointSet } from '../code-point-set.ts';

export type ExpressionNode =
  | { readonly kind: 'set'; readonly set: CodePointSet }
  | { readonly kind: 'edge'; readonly edge: Edge }
  | { readonly kind: 'sequence'; readonly parts: readonly ExpressionNode[] }
  | { readonly kind: 'choice'; readonly options: readonly ExpressionNode[] }
  | {
      readonly kind: 'repeat';
      readonly part: ExpressionNode;
      readonly min: number;
      readonly max: number;
      /** Whether as few repetitions as possible are preferred. */
      readonly isLazy: boolean;
    };

/** A condition on the characters before and after a position. */
export type Edge = 'word' | 'noWord' | 'textStart' | 'textEnd' | 'lineStart' | 'lineEnd';

/** Whether a node can match no character. */
export function canBeEmpty(node: ExpressionNode): boolean {
  switch (node.kind) {
    case 'set':
      return false;
    case 'edge':
      return true;
    case 'sequence':
      return node.parts.every(canBeEmpty);
    case 'choice':
      return node.options.some(canBeEmpty);
    case 'repeat':
      return node.min === 0 || canBeEmpty(node.part);
  }
}
