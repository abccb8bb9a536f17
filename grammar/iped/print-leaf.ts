/** Prints a leaf of IPED's syntax as text that parses to it again in that syntax. */
import type { Bound, IpedLeaf, IpedQuery, Pattern } from '../ast.ts';

export function printIpedLeaf({ field, meant }: IpedQuery): string {
  const value = printMeant(meant);
  if (field !== null) return `${printName(field)}:${value}`;
  // At the start of a query, `* ` would mean all items, so a single `*` is in parentheses.
  return value === '*' ? '(*)' : value;
}

function printMeant(meant: IpedLeaf): string {
  switch (meant.kind) {
    case 'word':
      return printWord(meant.text);
    case 'phrase':
      return `"${meant.text.replace(/["\\]/g, '\\$&')}"${meant.slop === 0 ? '' : `~${meant.slop}`}`;
    case 'wildcard':
      return printPattern(meant.pattern);
    case 'fuzzy':
      return `${printWord(meant.text)}~${meant.similarity}`;
    case 'range': {
      const open = meant.lower?.isInclusive === false ? '{' : '[';
      const close = meant.upper?.isInclusive === false ? '}' : ']';
      return `${open}${printBound(meant.lower)} TO ${printBound(meant.upper)}${close}`;
    }
  }
}

const SPECIAL = /[ \t\n\r\u3000+\-!():^@<>=[\]"{}~\\*?]/g;

/** A slash stays unchanged, because reading the text escapes it. */
function printWord(text: string): string {
  const escaped = text.replace(SPECIAL, '\\$&');
  return /^(?:AND|OR|NOT|&&|\|\|)$/.test(escaped) ? `\\${escaped}` : escaped;
}

function printName(name: string): string {
  // Without the escape, such a name would be read as a number, or as the name of an interval function.
  return /^(?:\d+(?:\.\d+)?|fn)$/.test(name) ? `\\${name}` : printWord(name);
}

function printPattern(pattern: Pattern): string {
  const [first, second] = pattern;
  // The pattern of a prefix is taken literally.
  if (pattern.length === 2 && first?.kind === 'text' && second?.kind === 'anyRun' && !/[*?]/.test(first.text)) {
    return `${first.text.replace(SPECIAL, '\\$&')}*`;
  }
  return pattern
    .map((part) => {
      if (part.kind !== 'text') return part.kind === 'anyRun' ? '*' : '?';
      // The text is escaped for the pattern, and then for the query.
      return part.text.replace(/[*?\\]/g, '\\$&').replace(/[ \t\n\r\u3000+\-!():^@<>=[\]"{}~\\]/g, '\\$&');
    })
    .join('');
}

function printBound(bound: Bound | null): string {
  if (bound === null) return '*';
  const { text } = bound;
  if (text === '*') return '\\*';
  if (text !== 'TO' && !/[\s"\\\]}]/.test(text)) return text;
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
