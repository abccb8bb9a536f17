/**
 * Writes the rules of the parser as EBNF, for the page of the language. They are derived from the running grammar, so the page
 * cannot become outdated.
 */
import type { QueryParser } from '../../grammar/parser.ts';

/** Returns one line per rule, in the order of use. Terminals are in capitals, named as in tokens.ts. */
export function printEbnf(parser: QueryParser): string {
  const rules = inOrderOfUse(parser.getSerializedGastProductions() as readonly Production[]);
  const width = Math.max(...rules.map((rule) => (rule.name ?? '').length));
  return rules
    .map((rule) => `${(rule.name ?? '').padEnd(width)} = ${printSequence(rule.definition ?? [])} ;`)
    .join('\n');
}

/** The members of a serialized production, by its type. */
interface Production {
  readonly type: string;
  readonly name?: string;
  readonly definition?: readonly Production[];
}

function inOrderOfUse(rules: readonly Production[]): readonly Production[] {
  const used = new Set(['query']);
  const ruleOf = (name: string): Production => rules.find((rule) => rule.name === name)!;
  for (const name of used) {
    for (const [, other] of JSON.stringify(ruleOf(name)).matchAll(/"NonTerminal","name":"(\w+)"/g)) used.add(other!);
  }
  return [...used].map(ruleOf);
}

function printSequence(productions: readonly Production[]): string {
  return productions.map(printProduction).join(', ');
}

function printProduction(production: Production): string {
  const { type, name = '', definition = [] } = production;
  switch (type) {
    case 'NonTerminal':
      return name;
    case 'Terminal':
      return name.replace(/(?<=[a-z])(?=[A-Z])/gu, '_').toUpperCase();
    case 'Option':
      return `[ ${printSequence(definition)} ]`;
    case 'Repetition':
      return `{ ${printSequence(definition)} }`;
    case 'Alternation': {
      const alternatives = definition.map((alternative) => printSequence(alternative.definition ?? []));
      return `( ${alternatives.join(' | ')} )`;
    }
    default:
      throw new Error(`The grammar has a production of type ${type}, which no rule of EBNF is written for`);
  }
}
