/**
 * Shows a failing query and its items, for debugging. Does not use the printer of the language, which is tested as well: a
 * query that the printer prints wrongly should still be shown correctly.
 */
import type { Bound, Pattern, Query, RangeQuery, SpanQuery } from '../../grammar/ast.ts';
import type { NaiveCase } from '../support/naive/naive-case.ts';

export function showQuery(query: Query): string {
  switch (query.kind) {
    case 'all':
      return '*:*';
    case 'exists':
      return `${escaped(query.field)}:*`;
    case 'whole':
      return `${escaped(query.field)}:=${JSON.stringify(query.text)}`;
    case 'term':
      return inField(query.field, escaped(query.text));
    case 'wildcard':
      return inField(query.field, showPattern(query.pattern, escaped));
    case 'phrase': {
      const text = showPattern(query.pattern, (part) => part.replace(/["\\*?]/g, '\\$&'));
      return inField(query.field, `"${text}"${query.slop === 0 ? '' : `~${query.slop}`}`);
    }
    case 'fuzzy':
      return inField(query.field, `${escaped(query.text)}~${query.distance}`);
    case 'regexp':
      return inField(query.field, `/${query.pattern}/`);
    case 'expression':
      return inField(query.field, `text:/${query.pattern}/`);
    case 'range':
      return inField(query.field, showRange(query));
    case 'iped':
      return inField(query.field, JSON.stringify(query.meant));
    case 'near':
      return inField(query.field, `(${showSpan(query)})`);
    case 'set':
      return `{set ${query.name}}`;
    case 'boost':
      return `(${showQuery(query.query)})^${query.factor}`;
    case 'boolean': {
      const signs = { must: '+', should: '', mustNot: '-' };
      const clauses = query.clauses.map((clause) => signs[clause.occur] + showQuery(clause.query));
      return `(${clauses.join(' ')})${query.minimumMatch === 0 ? '' : `@${query.minimumMatch}`}`;
    }
  }
}

function showSpan(span: SpanQuery): string {
  if (span.kind === 'alternatives') return `(${span.of.map(showSpan).join(' OR ')})`;
  if (span.kind !== 'near') return showQuery(span);
  if (span.right.kind === 'edge') {
    const name = span.right.isLast ? 'LAST' : 'FIRST';
    return `(${showSpan(span.left)} ${span.isNot ? 'NOT ' : ''}${name}/${span.distance})`;
  }
  const operator = `${span.isNot ? 'NOT ' : ''}${span.isOrdered ? 'BEFORE' : 'NEAR'}/${span.distance}`;
  return `(${showSpan(span.left)} ${operator} ${showSpan(span.right)})`;
}

/** Returns the fields that the query names, and their types, for every item of the case. */
export function showItems(query: Query, defaultFields: readonly string[], source: NaiveCase): string {
  const fields = Array.from(new Set(fieldsIn(query, defaultFields)));
  const types = fields.map((field) => `${field} is ${source.type(field)}`).join(', ');
  const lines = source.items.map((item) => {
    const values = fields.map((field) => `${field}=${JSON.stringify(source.values(item, field))}`);
    return `  ${item.id}${source.searchable.includes(item) ? '' : ' (tree node)'}: ${values.join(' ')}`;
  });
  return [`items (${types}):`, ...lines].join('\n');
}

function fieldsIn(query: Query, defaultFields: readonly string[]): readonly string[] {
  switch (query.kind) {
    case 'all':
    case 'set':
      return [];
    case 'boost':
      return fieldsIn(query.query, defaultFields);
    case 'boolean':
      return query.clauses.flatMap((clause) => fieldsIn(clause.query, defaultFields));
    default:
      return query.field === null ? defaultFields : [query.field];
  }
}

function inField(field: string | null, text: string): string {
  return field === null ? text : `${escaped(field)}:${text}`;
}

function escaped(text: string): string {
  return text.replace(/[\s\\+\-!():^[\]"{}~*?|&/<>=@]/g, '\\$&');
}

function showPattern(pattern: Pattern, show: (text: string) => string): string {
  const signs = { anyRun: '*', anyOne: '?' };
  return pattern.map((part) => (part.kind === 'text' ? show(part.text) : signs[part.kind])).join('');
}

function showRange({ lower, upper }: RangeQuery): string {
  const show = (bound: Bound | null) => (bound === null ? '*' : JSON.stringify(bound.text));
  const open = lower?.isInclusive === false ? '{' : '[';
  return `${open}${show(lower)} TO ${show(upper)}${upper?.isInclusive === false ? '}' : ']'}`;
}
