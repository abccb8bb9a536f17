/** Shows two texts side by side, with the differences marked. */
import { diffWordsWithSpace } from 'diff';
import type { Ref } from '../api/answers.ts';
import { client, itemOf } from '../api/client.ts';
import { useAnswer } from '../api/use-answer.ts';
import { t } from '../language/words.ts';

/** Length of the compared beginning of each text, in UTF-16 units. */
const UNITS_MAX = 100_000;
/** Time limit in milliseconds. Texts that take longer have almost nothing in common. */
const TIME_MAX = 2000;

export function Differences({ one, other }: { readonly one: Ref; readonly other: Ref }) {
  const { answer: compared, fault } = useAnswer(async (signal) => {
    const [a, b] = await Promise.all([beginningOf(one, signal), beginningOf(other, signal)]);
    const pieces = diffWordsWithSpace(a.text, b.text, { timeout: TIME_MAX }) ?? null;
    return { pieces, isCut: a.isCut || b.isCut };
  });
  if (fault.value !== '') return <p class="warn">{fault.value}</p>;
  if (compared.value === null) return null;
  const { pieces, isCut } = compared.value;
  if (pieces === null) return <p class="warn">{t().tooDifferent}</p>;
  return (
    <div class="differences">
      {isCut && <p class="warn">{t().comparedBeginning(UNITS_MAX)}</p>}
      <section aria-label={t().textOfThis} tabIndex={0}>
        <h4>{t().textOfThis}</h4>
        <pre dir="auto">
          {pieces.map(({ value, added, removed }, i) =>
            added ? null : removed ? <del key={i}>{value}</del> : <span key={i}>{value}</span>,
          )}
        </pre>
      </section>
      <section aria-label={t().textOfOther} tabIndex={0}>
        <h4>{t().textOfOther}</h4>
        <pre dir="auto">
          {pieces.map(({ value, added, removed }, i) =>
            removed ? null : added ? <ins key={i}>{value}</ins> : <span key={i}>{value}</span>,
          )}
        </pre>
      </section>
    </div>
  );
}

async function beginningOf(ref: Ref, signal: AbortSignal): Promise<{ readonly text: string; readonly isCut: boolean }> {
  const slice = { ...itemOf(ref), start: 0, end: UNITS_MAX };
  const answer = await client.open('getText', slice, undefined, { signal });
  const text = await answer.text();
  return { text, isCut: Number(answer.headers.get('X-Text-Units') ?? text.length) > text.length };
}
