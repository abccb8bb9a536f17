/** Creates a review of the current hits: order, panels, people, and batch size. */
import { useRef, useState } from 'preact/hooks';
import { client } from '../api/client.ts';
import { t } from '../language/words.ts';
import { Choice } from '../shell/choice.tsx';
import { visibleName } from '../shell/visible-text.tsx';
import { address, askedSet } from '../state/address.ts';
import { codings } from '../state/coding-panels.ts';
import { joinedList, splitList } from '../state/list-text.ts';
import { summary } from '../state/results.ts';
import { changeReviews, isChanging } from './all-reviews.ts';
import { Assignees, assigneesOf } from './assignees.tsx';

const BATCH_ITEMS_MAX = 1000;
const DEFAULT_BATCH = '200';
/** Orders that every case supports, in addition to that of the table. */
const ORDERS: readonly string[] = ['id', 'path:asc', 'name:asc', 'modified:asc', 'modified:desc'];

/** The groups that stay in one batch. */
type Together = '' | 'family' | 'thread' | 'both';

export function NewReview() {
  const [name, setName] = useState('');
  const [picked, setChosen] = useState<readonly string[] | null>(null);
  const [order, setOrder] = useState<string | null>(null);
  const [batch, setBatch] = useState(DEFAULT_BATCH);
  const [people, setPeople] = useState('');
  const [together, setTogether] = useState<Together>('');
  const form = useRef<HTMLDetailsElement>(null);
  // The only panel needs no choice.
  const chosen = picked ?? (codings.value.length === 1 ? codings.value.map((panel) => panel.name) : []);
  const orders = offeredOrders();
  const sort = orders.find((one) => one === order) ?? orders[0]!;
  const make = async (): Promise<void> => {
    const isMade = await changeReviews(async () => {
      const {
        review,
        seqs,
        hints = [],
      } = await client.ask(
        'createReview',
        {},
        {
          q: '',
          ...askedSet.peek(),
          name,
          order: splitList(sort),
          codings: chosen,
          batch: Number(batch),
          assignees: assigneesOf(people),
          ...(together !== '' && { together }),
        },
      );
      const text = t().reviewMade(review.name, review.total, review.batches.total);
      return { text: [text, ...hints].join(' '), seqs };
    });
    if (!isMade) return;
    setName('');
    // The new review appears in the list above.
    form.current?.removeAttribute('open');
  };
  const choosePanel = (panel: string, isChosen: boolean): void =>
    setChosen(isChosen ? [...chosen, panel] : chosen.filter((one) => one !== panel));
  return (
    <details ref={form} class="review-form">
      <summary>{t().newReview}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <p class="faint">{codings.value.length === 0 ? t().noCodings : t().newReviewHint(summary.value?.total ?? 0)}</p>
        <label>
          {t().reviewName}
          <input value={name} required onInput={({ currentTarget }) => setName(currentTarget.value)} />
        </label>
        <fieldset>
          <legend>{t().codings}</legend>
          {codings.value.map((panel) => (
            <label key={panel.name} class="inline">
              <input
                type="checkbox"
                checked={chosen.includes(panel.name)}
                onChange={({ currentTarget: { checked } }) => choosePanel(panel.name, checked)}
              />
              {visibleName(panel.name)}
            </label>
          ))}
        </fieldset>
        <Choice
          label={t().order}
          value={sort}
          options={orders.map((one) => [one, t().reviewOrder(splitList(one).map(visibleName))])}
          choose={setOrder}
        />
        <label>
          {t().batchItems}
          <input
            type="number"
            required
            min={1}
            max={BATCH_ITEMS_MAX}
            value={batch}
            onInput={({ currentTarget }) => setBatch(currentTarget.value)}
          />
        </label>
        <Choice
          label={t().together}
          value={together}
          options={[
            ['', t().nothingTogether],
            ['family', t().familiesTogether],
            ['thread', t().threadsTogether],
            ['both', t().bothTogether],
          ]}
          choose={(value) => setTogether(value as Together)}
        />
        <Assignees value={people} choose={setPeople} hint={t().assigneesHint} />
        <button type="submit" disabled={isChanging.value || name.trim() === '' || chosen.length === 0}>
          {t().makeReview}
        </button>
      </form>
    </details>
  );
}

/** Returns the orders, that of the table first. Relevance is not offered, because ranked lists are limited. */
function offeredOrders(): readonly string[] {
  const { sort } = address.value;
  const own = sort.length === 0 || sort.includes('relevance') ? 'id' : joinedList(sort);
  return [own, ...ORDERS.filter((one) => one !== own)];
}
