/** The letters that every match of an expression has, beside each other and in one word. */
import type { CodePointSet } from '../code-point-set.ts';
import type { ExpressionNode } from './expression-node.ts';

/** Sequences of ASCII letters and digits that every match has, in lower case, each once; the longest first. */
export function requiredLiterals(node: ExpressionNode): readonly string[] {
  const reading = new Reading();
  reading.take(node);
  return reading.found();
}

class Reading {
  #current = '';
  readonly #found = new Set<string>();

  take(node: ExpressionNode): void {
    switch (node.kind) {
      case 'set': {
        const letter = onlyLetter(node.set);
        if (letter === null) this.#end();
        else this.#current += letter;
        return;
      }
      case 'edge':
        return;
      case 'sequence':
        for (const part of node.parts) this.take(part);
        return;
      case 'choice':
        this.#end();
        return;
      case 'repeat':
        if (node.min === 1 && node.max === 1) {
          this.take(node.part);
          return;
        }
        this.#end();
        if (node.min === 0) return;
        this.take(node.part);
        this.#end();
    }
  }

  found(): readonly string[] {
    this.#end();
    return [...this.#found].sort((a, b) => b.length - a.length);
  }

  #end(): void {
    if (this.#current !== '') this.#found.add(this.#current);
    this.#current = '';
  }
}

/** Letters that fold to k and s as these do themselves. */
const KELVIN = 0x212a;
const LONG_S = 0x17f;

/** The ASCII letter or digit that a character of the set folds to, whichever it is; null: there are several, or another. */
function onlyLetter(set: CodePointSet): string | null {
  let only: string | null = null;
  for (let i = 0; i < set.length; i += 2) {
    if (set[i + 1]! - set[i]! > 1) return null;
    for (let codePoint = set[i]!; codePoint <= set[i + 1]!; codePoint++) {
      const letter =
        codePoint === KELVIN ? 'k' : codePoint === LONG_S ? 's' : String.fromCodePoint(codePoint).toLowerCase();
      if (!/^[0-9a-z]$/.test(letter) || (only !== null && only !== letter)) return null;
      only = letter;
    }
  }
  return only;
}
