/**
 * Prints a query tree like Lucene's `toString`, folded to lower case, so that the two compare as text. The default field of
 * Lucene's tests is `field`, which is not printed.
 */
export function printAsLucene(query) {
  return (query.kind === 'boolean' ? clauses(query) : operand(query)).toLowerCase();
}

const SIGN = { must: '+', should: '', mustNot: '-' };

function clauses({ clauses: list }) {
  return list.map(({ occur, query }) => SIGN[occur] + operand(query)).join(' ');
}

function operand(query) {
  switch (query.kind) {
    case 'all':
      return '*:*';
    case 'boolean':
      return `(${clauses(query)})`;
    case 'boost': {
      const inner = operand(query.query);
      const factor = Number.isInteger(query.factor) ? query.factor.toFixed(1) : String(query.factor);
      return `${query.query.kind === 'boolean' ? inner : `(${inner})`}^${factor}`;
    }
    default: {
      const prefix = query.field === null || query.field === 'field' ? '' : `${query.field}:`;
      return prefix + leaf(query);
    }
  }
}

function leaf(query) {
  switch (query.kind) {
    case 'term':
      return query.text;
    case 'fuzzy':
      return `${query.text}~${query.distance}`;
    case 'regexp':
      return `/${query.pattern}/`;
    case 'exists':
      return '*';
    case 'wildcard':
      return pattern(query.pattern);
    case 'phrase': {
      const text = pattern(query.pattern);
      return /\s/u.test(text) ? `"${text}"${query.slop === 0 ? '' : `~${query.slop}`}` : text;
    }
    case 'range': {
      const open = query.lower?.isInclusive === false ? '{' : '[';
      const close = query.upper?.isInclusive === false ? '}' : ']';
      return `${open}${query.lower?.text ?? '*'} TO ${query.upper?.text ?? '*'}${close}`;
    }
    default:
      throw new Error(`No print for ${query.kind}`);
  }
}

function pattern(parts) {
  return parts.map((part) => (part.kind === 'text' ? part.text : part.kind === 'anyRun' ? '*' : '?')).join('');
}
