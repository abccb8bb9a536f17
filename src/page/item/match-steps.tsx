/** Shows the terms of the query with their counts in this item, and buttons to step through the matches. */
import { t } from '../language/words.ts';
import { Sign } from '../shell/sign.tsx';
import { visible } from '../shell/visible-text.tsx';
import { current, matches, showClause, shownClause, step, stepCount, steps } from '../state/matches.ts';

export function TermChips() {
  const { clauses } = matches.value;
  if (clauses.length === 0) return <span class="spring" />;
  return (
    <div class="terms" role="group" aria-label={t().terms}>
      {clauses.map(({ q, count }, i) => (
        <button
          key={q}
          type="button"
          class={`term clause-${i % 6}`}
          aria-pressed={shownClause.value === i}
          disabled={count === 0}
          onClick={() => showClause(shownClause.value === i ? null : i)}
        >
          <bdi>{visible(q)}</bdi> <span class="count">{t().number(count)}</span>
        </button>
      ))}
    </div>
  );
}

export function MatchSteps() {
  const count = steps.value.length;
  if (matches.value.clauses.length === 0) return null;
  return (
    <div class="match-steps">
      <span class="faint small-text" aria-live="polite">
        {t().matchOf(current.value + 1, stepCount.value)}
      </span>
      <button
        type="button"
        class="quiet"
        aria-label={t().previousMatch}
        disabled={count === 0}
        onClick={() => step(-1)}
      >
        <Sign name="up" />
      </button>
      <button type="button" class="quiet" aria-label={t().nextMatch} disabled={count === 0} onClick={() => step(1)}>
        <Sign name="down" />
      </button>
    </div>
  );
}
