/**
 * What every engine guarantees about hints, on the sources of search-engine.ts. test/property/hints.test.ts tests the embedded
 * one at random.
 */
import { expect, test } from '@jest/globals';
import { parseQuery } from '../../grammar/parse.ts';
import { answered } from '../support/asked-source.ts';
import type { Asked } from './subject.ts';

export function describeHints(get: () => Asked): void {
  test('returns hints about ignored parts of a query, if they are requested', async () => {
    const query = parseQuery('heron AND ...');
    const hints = ['"..." has no searchable character: the clause is ignored'];
    const answers = await get().answers({ query, want: ['count', 'hints'] });
    expect(answers.map((one) => [one.count, one.hints])).toEqual([
      [21, hints],
      [2, hints],
      [0, hints],
    ]);
    for (const isKept of [true, true, false]) {
      const [again] = await get().answers({ query, want: ['ids', 'hints'], isKept });
      expect(again?.hints).toEqual(hints);
    }
    const { engine } = get().subject;
    const explained = await engine.explain(get().request({ query, want: [] }));
    expect(explained.map((one) => answered(one).hints)).toEqual([hints, hints, hints]);
    const texts = ['heron', 'heron AND ...', '(', '...'];
    let end = 0;
    const ends = Uint32Array.from(texts, ({ length }) => (end += length));
    const queries = { bytes: Buffer.from(texts.join('')), ends, trees: [] };
    const sources = [{ source: 'usb' }];
    const [report] = await engine.keywords({ queries, sources, defaultOperator: 'OR', left: null });
    const nothing = ['"..." has no searchable character: the query matches nothing'];
    expect(answered(report).hints).toEqual([
      [1, hints],
      [3, nothing],
    ]);
  });
}
