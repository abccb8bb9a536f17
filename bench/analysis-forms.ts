/**
 * Writes the table of forms by script (test/golden/analysis-forms.tsv) with the tokens of the Lucene peer with ICU4J. Tests
 * compare
 * the other analyzers with it.
 *
 *   node dist/bench/analysis-forms.js [--out FILE]
 *
 * Columns: script, kind, the form as a JSON string in ASCII, and its tokens by position; `|` joins tokens that share a
 * position.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { forms } from './analysis/forms.ts';
import { luceneCommand } from './engines/engines.ts';
import { notInstalled } from './engines/installed.ts';
import { LineProcess } from './engines/line-process.ts';

const { values } = parseArgs({ options: { out: { type: 'string', default: 'test/golden/analysis-forms.tsv' } } });

const reason = notInstalled('lucene');
if (reason !== null) throw new Error(`the Lucene peer is missing: ${reason}`);
const peer = new LineProcess([...luceneCommand, 'tokens']);
const rows = ['script\tkind\tform\ttokens'];
for (const { script, kind, text } of forms()) {
  const tokens = byPosition(await peer.line(JSON.stringify(text)));
  rows.push(`${script}\t${kind}\t${inAscii(text)}\t${tokens}`);
}
await peer.end();
writeFileSync(values.out, `${rows.join('\n')}\n`);
console.log(`${values.out}: ${rows.length - 1} forms`);

/** Returns the term of each token `term position start end`. */
function byPosition(line: string): string {
  const positions: string[][] = [];
  for (const token of line.split('\t').filter((one) => one !== '')) {
    const [term, position] = token.split(' ');
    positions[Number(position)] = [...(positions[Number(position)] ?? []), term!];
  }
  return positions.map((terms) => terms.join('|')).join(' ');
}

function inAscii(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
