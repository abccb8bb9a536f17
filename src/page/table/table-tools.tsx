/** Above the column heads: the order of the hits, and the switch for snippets. */
import { t } from '../language/words.ts';
import { Choice } from '../shell/choice.tsx';
import { Sign } from '../shell/sign.tsx';
import { visibleName } from '../shell/visible-text.tsx';
import { askedSet, go, sortText } from '../state/address.ts';
import { splitList } from '../state/list-text.ts';
import { withSnippets } from '../state/settings.ts';

const RELEVANCE = 'relevance';

export function TableTools() {
  const hasQuery = askedSet.value.q !== undefined;
  return (
    <div class="table-tools">
      <Choice label={t().order} value={sortText.value} options={orders(hasQuery)} choose={order} />
      {hasQuery && (
        <button
          type="button"
          class="quiet labelled"
          aria-label={t().snippets}
          title={t().snippets}
          aria-pressed={withSnippets.value}
          onClick={() => {
            withSnippets.value = !withSnippets.value;
          }}
        >
          <Sign name="snippets" /> <span>{t().snippets}</span>
        </button>
      )}
    </div>
  );
}

function orders(hasQuery: boolean): readonly (readonly [string, string])[] {
  const sort = sortText.value;
  const colon = sort.lastIndexOf(':');
  const byField = sort !== '' && sort !== RELEVANCE;
  const field = splitList(colon < 0 ? sort : sort.slice(0, colon)).join(', ');
  return [
    ['', t().orderOfCase],
    ...(hasQuery || sort === RELEVANCE ? [[RELEVANCE, t().orderByRelevance] as const] : []),
    ...(byField ? [[sort, t().orderBy(visibleName(field), sort.endsWith('desc'))] as const] : []),
  ];
}

function order(sort: string): void {
  go({ sort: splitList(sort) });
}
