/** Finds the literals that every match of an expression contains within one word. */
import type { CodePointSet } from '../code-point-set.ts';
import type { ExpressionNode } from './expression-node.ts';

/** Returns the distinct lower-case sequences of ASCII letters and digits that every match contains, the longest first. */
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

/** Non-ASCII letters that fold to k and s. */
const KELVIN = 0x212a;
const LONG_S = 0x17f;

/** Returns the one ASCII letter or digit that all characters of the set fold to; null if there is none. */
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
