/**
 * The queries of the benchmark as plain trees over analyzed terms. They are written as text for engines with the query
 * language, sent as JSON to those that build queries by calls, and converted to SQL.
 */
export type Tree =
  | { readonly kind: 'all' }
  | { readonly kind: 'term'; readonly term: string }
  | { readonly kind: 'phrase'; readonly terms: readonly string[]; readonly slop: number }
  | { readonly kind: 'wildcard'; readonly pattern: string }
  | { readonly kind: 'fuzzy'; readonly term: string; readonly distance: 1 | 2 }
  | { readonly kind: 'regexp'; readonly pattern: string }
  | { readonly kind: 'terms'; readonly lower: string; readonly upper: string }
  | { readonly kind: 'number'; readonly field: 'length' | 'modified'; readonly lower: number; readonly upper: number }
  | { readonly kind: 'category'; readonly value: string }
  | NearTree
  | BooleanTree;

export interface BooleanTree {
  readonly kind: 'boolean';
  readonly must: readonly Tree[];
  readonly should: readonly Tree[];
  readonly mustNot: readonly Tree[];
}

/** Words near each other. Neighbours have distance 1. */
export interface NearTree {
  readonly kind: 'near';
  readonly left: NearOperand;
  readonly right: NearOperand;
  readonly distance: number;
  /** `not`: an occurrence of `left` with none of `right` within the distance. */
  readonly how: 'any' | 'ordered' | 'not';
}

export interface NearOperand {
  readonly words: readonly string[];
  /** Whether all words are required. Otherwise any of them is enough. */
  readonly isPhrase: boolean;
}

export interface BenchQuery {
  readonly class: string;
  readonly text: string;
  readonly tree: Tree;
}

export function boolean(parts: Partial<Omit<BooleanTree, 'kind'>>): BooleanTree {
  return { kind: 'boolean', must: [], should: [], mustNot: [], ...parts };
}

/** Returns the tree in the query language. Ranges of dates are whole days, with an exclusive upper day. */
export function queryText(tree: Tree, isInner = false): string {
  switch (tree.kind) {
    case 'all':
      return '*:*';
    case 'term':
      return tree.term;
    case 'phrase':
      return `"${tree.terms.join(' ')}"${tree.slop > 0 ? `~${tree.slop}` : ''}`;
    case 'wildcard':
      return tree.pattern;
    case 'fuzzy':
      return `${tree.term}~${tree.distance}`;
    case 'regexp':
      return `/${tree.pattern}/`;
    case 'terms':
      return `[${tree.lower} TO ${tree.upper}]`;
    case 'number':
      return tree.field === 'length'
        ? `length:[${tree.lower} TO ${tree.upper}]`
        : `modified:[${day(tree.lower)} TO ${day(tree.upper + 1)}}`;
    case 'category':
      return `category:"${tree.value}"`;
    case 'near':
      return `${operandText(tree.left)} ${OPERATORS[tree.how]}/${tree.distance} ${operandText(tree.right)}`;
    case 'boolean': {
      const text = [
        ...tree.must.map((clause) => `+${queryText(clause, true)}`),
        ...tree.should.map((clause) => queryText(clause, true)),
        ...tree.mustNot.map((clause) => `-${queryText(clause, true)}`),
      ].join(' ');
      return isInner ? `(${text})` : text;
    }
  }
}

const OPERATORS = { any: 'NEAR', ordered: 'BEFORE', not: 'NOT NEAR' } as const;

function operandText({ words, isPhrase }: NearOperand): string {
  if (isPhrase) return `"${words.join(' ')}"`;
  return words.length === 1 ? words[0]! : `(${words.join(' OR ')})`;
}

/** Returns the query for Lucene. Words near each other are intervals; all others are written alike. */
export function luceneText({ text, tree }: BenchQuery): string {
  if (tree.kind !== 'near') return text;
  const [left, right] = [intervals(tree.left), intervals(tree.right)];
  if (tree.how === 'not') return `fn:notWithin(${left} ${tree.distance} ${right})`;
  return `fn:maxgaps(${tree.distance - 1} fn:${tree.how === 'any' ? 'unordered' : 'ordered'}(${left} ${right}))`;
}

function intervals({ words, isPhrase }: NearOperand): string {
  return words.length === 1 ? words[0]! : `fn:${isPhrase ? 'phrase' : 'or'}(${words.join(' ')})`;
}

function day(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

/** Returns the tree as a SELECT of ids over the tables of bench/peers/sqlite/peer.py, or the reason why there is none. */
export function querySql(tree: Tree): string | { readonly unsupported: string } {
  const match = fts5(tree);
  if (match !== null) return `SELECT rowid FROM texts WHERE texts MATCH '${match.replaceAll("'", "''")}'`;
  switch (tree.kind) {
    case 'all':
      return 'SELECT id FROM items';
    case 'number':
      return `SELECT id FROM items WHERE ${tree.field} BETWEEN ${tree.lower} AND ${tree.upper}`;
    case 'category':
      return `SELECT id FROM categories WHERE category = '${tree.value}'`;
    case 'boolean': {
      if (tree.must.length === 0 || tree.should.length + tree.mustNot.length > 0) break;
      const [first, ...rest] = tree.must.map(querySql);
      if (typeof first !== 'string') return first!;
      const other = rest.find((sql) => typeof sql !== 'string');
      if (other !== undefined) return other;
      return [first, ...rest.map((sql) => `SELECT * FROM (${sql as string})`)].join(' INTERSECT ');
    }
    default:
      break;
  }
  return { unsupported: `FTS5 has no ${tree.kind} query` };
}

/** Returns a MATCH expression, or null if FTS5 has none. */
function fts5(tree: Tree): string | null {
  if (tree.kind === 'term') return fts5String(tree.term);
  if (tree.kind === 'phrase') return tree.slop === 0 ? fts5String(tree.terms.join(' ')) : null;
  if (tree.kind === 'wildcard')
    return /^[^*?]+\*$/u.test(tree.pattern) ? `${fts5String(tree.pattern.slice(0, -1))}*` : null;
  if (tree.kind !== 'boolean') return null;
  const positive = tree.must.length > 0 ? tree.must : tree.should;
  const operands = positive.map(fts5);
  const excluded = tree.mustNot.map(fts5);
  if (operands.length === 0 || [...operands, ...excluded].includes(null)) return null;
  const joined = `(${operands.join(tree.must.length > 0 ? ' AND ' : ' OR ')})`;
  return excluded.length === 0 ? joined : `(${joined} NOT (${excluded.join(' OR ')}))`;
}

/** Capitals are encoded as private-use characters, which FTS5 does not fold: see bench/peers/sqlite/peer.py. */
function fts5String(text: string): string {
  return `"${text.replace(/[A-Z]/g, (capital) => String.fromCharCode(0xe000 + capital.charCodeAt(0)))}"`;
}
