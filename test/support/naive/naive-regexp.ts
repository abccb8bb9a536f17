/**
 * Regular expressions of the language over one term, anchored at both ends. Parses the pattern by recursive descent. Then
 * computes for every node the set of possible ends from the set of possible beginnings, without an automaton.
 */
import { isInTerms, isTermCharacter } from './naive-characters.ts';
import { foldText } from './naive-folding.ts';

/** The query is invalid in any context. */
export class NaiveQueryError extends Error {
  override readonly name = 'NaiveQueryError';
}

type Node =
  | { readonly kind: 'one'; readonly test: (character: string) => boolean }
  | { readonly kind: 'sequence' | 'choice'; readonly nodes: readonly Node[] }
  | { readonly kind: 'repeat'; readonly node: Node; readonly min: number; readonly max: number };

/**
 * Returns whether a folded term matches. A literal separator could never match in an analyzed field and is an error, unless
 * `isWhole` says that the field keeps separators.
 */
export function compileRegexp(pattern: string, isWhole: boolean): (term: string) => boolean {
  const node = new RegexpParser(Array.from(pattern.normalize('NFC')), isWhole).parse();
  return (term) => {
    const characters = Array.from(term);
    return endsOf(node, characters, new Set([0])).has(characters.length);
  };
}

function endsOf(node: Node, characters: readonly string[], begins: ReadonlySet<number>): Set<number> {
  switch (node.kind) {
    case 'one': {
      const passed = Array.from(begins).filter((at) => at < characters.length && node.test(characters[at]!));
      return new Set(passed.map((at) => at + 1));
    }
    case 'sequence': {
      let ends = new Set(begins);
      for (const part of node.nodes) ends = endsOf(part, characters, ends);
      return ends;
    }
    case 'choice':
      return new Set(node.nodes.flatMap((part) => Array.from(endsOf(part, characters, begins))));
    case 'repeat':
      return endsOfRepeat(node, characters, begins);
  }
}

function endsOfRepeat(
  node: Node & { kind: 'repeat' },
  characters: readonly string[],
  begins: ReadonlySet<number>,
): Set<number> {
  let ends = new Set(begins);
  for (let i = 0; i < node.min; i++) ends = endsOf(node.node, characters, ends);
  const all = new Set(ends);
  for (let i = node.min; i < node.max && ends.size > 0; i++) {
    ends = new Set(Array.from(endsOf(node.node, characters, ends)).filter((end) => !all.has(end)));
    for (const end of ends) all.add(end);
  }
  return all;
}

class RegexpParser {
  readonly #characters: readonly string[];
  readonly #isWhole: boolean;
  #at = 0;

  constructor(characters: readonly string[], isWhole: boolean) {
    this.#characters = characters;
    this.#isWhole = isWhole;
  }

  parse(): Node {
    const node = this.#choice();
    if (this.#peek() !== undefined) throw new NaiveQueryError(`"${this.#peek()}" without its partner`);
    return node;
  }

  #choice(): Node {
    const nodes = [this.#sequence()];
    while (this.#takes('|')) nodes.push(this.#sequence());
    return { kind: 'choice', nodes };
  }

  #sequence(): Node {
    const nodes: Node[] = [];
    while (this.#peek() !== undefined && this.#peek() !== '|' && this.#peek() !== ')') nodes.push(this.#repeated());
    return { kind: 'sequence', nodes };
  }

  #repeated(): Node {
    let node = this.#atom();
    for (;;) {
      if (this.#takes('*')) node = { kind: 'repeat', node, min: 0, max: Number.POSITIVE_INFINITY };
      else if (this.#takes('+')) node = { kind: 'repeat', node, min: 1, max: Number.POSITIVE_INFINITY };
      else if (this.#takes('?')) node = { kind: 'repeat', node, min: 0, max: 1 };
      else if (this.#takes('{')) node = this.#counted(node);
      else return node;
    }
  }

  #counted(node: Node): Node {
    let inside = '';
    while (this.#peek() !== undefined && this.#peek() !== '}') inside += this.#next();
    const match = /^(\d+)(,(\d*))?$/.exec(inside);
    if (!this.#takes('}') || match === null) throw new NaiveQueryError('a count is {n}, {n,} or {n,m}');
    const min = Number(match[1]);
    const max = match[2] === undefined ? min : match[3] === '' ? Number.POSITIVE_INFINITY : Number(match[3]);
    if (max < min) throw new NaiveQueryError('a count ends before it begins');
    return { kind: 'repeat', node, min, max };
  }

  #atom(): Node {
    const character = this.#next();
    if (character === '(') {
      const node = this.#choice();
      if (!this.#takes(')')) throw new NaiveQueryError('"(" without its partner');
      return node;
    }
    if (character === '[') return this.#characterClass();
    if (character === '.') return { kind: 'one', test: () => true };
    if (['*', '+', '?', '{', '}', ']'].includes(character)) throw new NaiveQueryError(`nothing before "${character}"`);
    if (character !== '\\') return this.#literal(character);
    const escaped = this.#next();
    const test = escapeTest(escaped);
    return test === null ? this.#literal(escaped) : { kind: 'one', test };
  }

  #literal(character: string): Node {
    if (!this.#isWhole && !isInTerms(character)) {
      throw new NaiveQueryError(`"${character}" separates terms and cannot be inside one`);
    }
    return literalNode(character);
  }

  #characterClass(): Node {
    const isNegated = this.#takes('^');
    const members = new Set<string>();
    const tests: ((character: string) => boolean)[] = [];
    while (!this.#takes(']')) {
      const first = this.#classMember();
      if (typeof first !== 'string') {
        tests.push(first);
      } else if (this.#peek() === '-' && this.#characters[this.#at + 1] !== ']') {
        this.#next();
        const last = this.#classMember();
        if (typeof last !== 'string') throw new NaiveQueryError('a range ends in a character');
        for (const member of rangeOf(first, last)) members.add(member);
      } else members.add(first);
    }
    const folded = new Set(Array.from(members, foldText));
    const isIn = (character: string) => folded.has(character) || tests.some((test) => test(character));
    if (isNegated) return { kind: 'one', test: (character) => !isIn(character) };
    const longer = Array.from(folded).filter((text) => Array.from(text).length > 1);
    return { kind: 'choice', nodes: [{ kind: 'one', test: isIn }, ...longer.map(literalNode)] };
  }

  #classMember(): string | ((character: string) => boolean) {
    const character = this.#next();
    if (character !== '\\') return character;
    const escaped = this.#next();
    return escapeTest(escaped) ?? escaped;
  }

  #peek(): string | undefined {
    return this.#characters[this.#at];
  }

  #next(): string {
    const character = this.#characters[this.#at++];
    if (character === undefined) throw new NaiveQueryError('the expression ends too early');
    return character;
  }

  #takes(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at++;
    return true;
  }
}

function literalNode(text: string): Node {
  return {
    kind: 'sequence',
    nodes: Array.from(foldText(text), (wanted) => ({ kind: 'one', test: (character: string) => character === wanted })),
  };
}

function escapeTest(escaped: string): ((character: string) => boolean) | null {
  switch (escaped) {
    case 'd':
      return (character) => /^\p{Nd}$/u.test(character);
    case 'D':
      return (character) => !/^\p{Nd}$/u.test(character);
    case 'w':
      return (character) => character === '_' || isTermCharacter(character);
    case 'W':
      return (character) => character !== '_' && !isTermCharacter(character);
    case 's':
      return (character) => /^\s$/u.test(character);
    case 'S':
      return (character) => !/^\s$/u.test(character);
    default:
      return null;
  }
}

function* rangeOf(first: string, last: string): Generator<string> {
  const [from, to] = [first.codePointAt(0)!, last.codePointAt(0)!];
  if (to < from) throw new NaiveQueryError('a range ends before it begins');
  for (let codePoint = from; codePoint <= to; codePoint++) yield String.fromCodePoint(codePoint);
}
