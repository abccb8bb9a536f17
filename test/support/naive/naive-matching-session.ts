/** Matching inside items behind the interface of engines, with the text in memory. Snippets are the matches themselves. */
import { parseQuery } from '../../../grammar/parse.ts';
import type {
  Finding,
  Found,
  Match,
  MatchingRequest,
  MatchingSession,
  TextPart,
} from '../../../src/search/text-matching.ts';
import { AppError } from '../../../src/shared/errors.ts';
import type { NaiveCase, NaiveItem } from './naive-case.ts';
import { answerOf } from './naive-evaluator.ts';
import { foldWhole } from './naive-folding.ts';
import { clausesOf, matchesOf, ownValues } from './naive-matching.ts';

export function beginNaive(request: MatchingRequest, source: NaiveCase): MatchingSession {
  const { query: asked, defaultFields = ['content'], areHits, want } = request;
  const query = asked.kind === 'unparsed' ? parseQuery(asked.text, asked) : asked;
  answerOf(query, source, defaultFields);
  const given = new Map<number, Uint8Array[]>();
  return {
    clauses: clausesOf(query),
    readsTexts: true,
    async scan(parts: readonly TextPart[]) {
      const found: Found[] = [];
      for (const { id, text, isLast } of parts) {
        const pieces = given.get(id) ?? [];
        given.set(id, pieces);
        const own = source.items.find((item) => item.id === id);
        if (own === undefined) throw new AppError('NOT_FOUND', `no item ${id}`);
        if (text !== null) pieces.push(text === 'stored' ? Buffer.from(own.text ?? '') : text);
        if (!isLast) continue;
        given.delete(id);
        const item = { ...own, text: own.text === null ? null : Buffer.concat(pieces).toString() };
        const matches = matchesOf(query, item, source, defaultFields, areHits);
        const one = foundOf(want, item, matches, clausesOf(query), source);
        if (one !== null) found.push(one);
      }
      return { found, isDone: true };
    },
    end: () => undefined,
  };
}

function foundOf(
  want: MatchingRequest['want'],
  item: NaiveItem,
  matches: readonly Match[],
  clauses: readonly string[],
  source: NaiveCase,
): Found | null {
  const { id } = item;
  const textOf = ({ field, value }: Match): string => ownValues(item, field, source)[value]!.toWellFormed();
  switch (want.kind) {
    case 'matches': {
      const counts = clauses.map((_, clause) => matches.filter((match) => match.clause === clause).length);
      return {
        kind: 'matches',
        id,
        total: matches.length,
        counts,
        matches: matches.slice(want.from, want.from + want.most),
      };
    }
    case 'snippets':
      return { kind: 'snippets', id, snippets: [] };
    case 'findings': {
      const findings = findingsOf(matches, textOf, want.context);
      return findings.length === 0 ? null : { kind: 'findings', id, findings };
    }
    case 'texts': {
      const counts = new Map<string, number>();
      for (const { field, text } of findingsOf(matches, textOf, 0)) {
        const key = (want.withFields === true ? `${field}\0` : '') + foldWhole(text);
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      const texts = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, want.most);
      if (want.most === undefined || counts.size <= want.most)
        return counts.size === 0 ? null : { kind: 'texts', id, texts: [...counts] };
      return { kind: 'texts', id, texts };
    }
  }
}

function findingsOf(matches: readonly Match[], textOf: (match: Match) => string, context: number): Finding[] {
  const findings = matches.map(({ field, value, start, end, clause }) => {
    const text = textOf({ field, value, start, end, clause });
    return {
      ...{ field, value, start, end },
      text: text.slice(start, end),
      before: text.slice(wholeAt(text, Math.max(0, start - context)), start),
      after: text.slice(end, Math.max(end, wholeAt(text, end + context))),
    };
  });
  return findings.filter((one, i) => i === 0 || extentOf(one) !== extentOf(findings[i - 1]!));
}

const extentOf = ({ field, value, start, end }: Finding): string => `${field} ${value} ${start} ${end}`;

/** A surrogate pair is not divided. */
function wholeAt(text: string, offset: number): number {
  return (text.codePointAt(offset - 1) ?? 0) > 0xffff ? offset - 1 : offset;
}
