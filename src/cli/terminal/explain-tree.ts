/** The output of `search --explain`: a plan as a tree for people. */
import type { Expansion, Explanation, PlanNode } from '../../search/explanation.ts';
import { formatCount } from './quantities.ts';
import { printable } from './terminal.ts';

export function explanationLines(explanation: Explanation): string[] {
  return [
    `${formatCount(explanation.count, 'item')} in ${formatMicroseconds(explanation.microseconds)}`,
    ...planLines(explanation.plan, '', ''),
    ...explanation.expansions.map(expansionLine),
    ...explanation.hints.map((hint) => `hint: ${printable(hint)}`),
  ];
}

function planLines(node: PlanNode, head: string, tail: string): string[] {
  const detail = node.detail === '' ? '' : ` ${printable(node.detail)}`;
  const counts = `${formatCount(node.count, 'item')}, estimate ${node.estimate.toLocaleString('en-US')}`;
  const own = `${head}${node.operator}${detail}  (${counts}, ${formatMicroseconds(node.microseconds)})`;
  const last = node.children.length - 1;
  return [
    own,
    ...node.children.flatMap((child, at) =>
      planLines(child, `${tail}${at === last ? '└─ ' : '├─ '}`, `${tail}${at === last ? '   ' : '│  '}`),
    ),
  ];
}

function expansionLine({ field, source, termCount, terms }: Expansion): string {
  const more = termCount > terms.length ? ', …' : '';
  return `expanded ${printable(`${field}:${source}`)} to ${formatCount(termCount, 'term')}: ${terms.map(printable).join(', ')}${more}`;
}

function formatMicroseconds(microseconds: number): string {
  return microseconds < 1000 ? `${Math.round(microseconds)} µs` : `${(microseconds / 1000).toFixed(1)} ms`;
}
