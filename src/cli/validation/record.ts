/** The validation record of an office, as a page of Markdown. Results are filled in; the office adds the facts about itself. */
import { arch, cpus, release, type } from 'node:os';
import { versionLine } from '../version.ts';
import type { ValidatedSearch } from './run-set.ts';

/** `at`: when the searches were run. */
export function validationRecord(results: readonly ValidatedSearch[], at: Date): string {
  const failed = results.filter(({ isAsExpected }) => !isAsExpected).length;
  return [
    '# Validation record',
    '',
    table(
      ['', ''],
      [
        ['Organization', BLANK],
        ['Examiner', BLANK],
        ['Reviewer', BLANK],
        ['Purpose and scope', BLANK],
        ['Program', versionLine()],
        [
          'Runtime',
          `Node ${process.versions.node} (V8 ${process.versions.v8}, ICU ${process.versions.icu ?? '–'}, Unicode ${process.versions.unicode ?? '–'})`,
        ],
        ['System', `${type()} ${release()}, ${arch()}, ${cpus()[0]?.model ?? '–'}`],
        ['Run at', at.toISOString()],
      ],
    ),
    '',
    '## Searches',
    '',
    'Method: a synthetic case is written and indexed, each query is run, and the items are compared with a list that was written in advance.',
    'Requirements have the names of the public test of string-search tools by NIST (CFTT).',
    '',
    table(
      ['requirement', 'aim', 'query', 'expected items', 'found items', 'result'],
      results.map(({ requirement, aim, query, finds, found, isAsExpected }) => [
        requirement,
        aim,
        `\`${query.replaceAll('|', '\\|')}\``,
        finds.join(', ') || 'none',
        found.join(', ') || 'none',
        isAsExpected ? 'as expected' : '**differs**',
      ]),
    ),
    '',
    `${results.length} searches, ${failed === 0 ? 'all' : `**${failed} not**`} as expected.`,
    '',
    '## Limits and decision',
    '',
    `Known limits that matter for this use: ${BLANK}`,
    '',
    `Decision, date and signature: ${BLANK}`,
    '',
  ].join('\n');
}

const BLANK = '…';

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}
