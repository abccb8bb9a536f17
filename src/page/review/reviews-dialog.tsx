/** The reviews: how far each person is, how far second looks agree, and a form that makes one of the set that is shown. */
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { ReviewAgreement, ReviewEntry } from '../api/answers.ts';
import { client, messageOf } from '../api/client.ts';
import { t } from '../language/words.ts';
import { closeDialog, Dialog } from '../shell/dialog.tsx';
import { Evidence, visibleName } from '../shell/visible-text.tsx';
import { address, askedSet, go } from '../state/address.ts';
import { codings, loadCodings } from '../state/coding-panels.ts';
import '../styles/review.css';

const reviews = signal<readonly ReviewEntry[]>([]);
const fault = signal('');

async function load(): Promise<void> {
  fault.value = '';
  try {
    await loadCodings();
    reviews.value = (await client.ask('listReviews', {})).reviews;
  } catch (refusal) {
    fault.value = messageOf(refusal);
  }
}

export function ReviewsDialog() {
  useEffect(() => void load(), []);
  return (
    <Dialog title={t().reviews} class="wide-dialog reviews">
      {fault.value !== '' && (
        <p class="warn" role="alert">
          {fault.value}
        </p>
      )}
      <div class="scrolled" tabIndex={0} role="group" aria-label={t().reviews}>
        {reviews.value.length === 0 && <p class="faint">{t().noReviews}</p>}
        {reviews.value.map((one) => (
          <Entry key={one.name} entry={one} />
        ))}
      </div>
      <NewReview />
    </Dialog>
  );
}

function Entry({ entry }: { readonly entry: ReviewEntry }) {
  const { name, decided, total, people, secondLook } = entry;
  const start = (): void => {
    closeDialog();
    go({ review: name, item: null, tab: null });
  };
  return (
    <section class="review-entry" aria-label={visibleName(name)}>
      <h3>
        <Evidence text={name} />
      </h3>
      <p>{t().reviewProgress(decided, total)}</p>
      <button type="button" disabled={secondLook?.accepted != null} onClick={start}>
        {t().startReview}
      </button>
      {people.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t().person}</th>
              <th scope="col">{t().decidedItems}</th>
              <th scope="col">{t().perHour}</th>
              <th scope="col">{t().overturned}</th>
            </tr>
          </thead>
          <tbody>
            {people.map((one) => (
              <tr key={one.who}>
                <th scope="row">{one.who === null ? t().somebody : <Evidence text={one.who} />}</th>
                <td>{t().number(one.decided)}</td>
                <td>{one.rate === null ? '–' : t().number(Math.round(one.rate))}</td>
                <td>{t().number(one.overturned)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {secondLook !== null && <AgreementTable name={name} />}
    </section>
  );
}

function AgreementTable({ name }: { readonly name: string }) {
  const [tables, setTables] = useState<ReviewAgreement['codings']>([]);
  useEffect(() => {
    client.ask('getAgreement', { review: name }).then(
      (answer) => setTables(answer.codings),
      (refusal) => {
        fault.value = messageOf(refusal);
      },
    );
  }, [name]);
  const shown = (choices: readonly string[]): string => choices.map(visibleName).join(', ') || t().noChoice;
  return (
    <>
      {tables.map(({ coding, items, agreed, kappa, cells }) => (
        <table key={coding}>
          <caption>{t().agreement(visibleName(coding), agreed, items, kappa)}</caption>
          <thead>
            <tr>
              <th scope="col">{t().firstLook}</th>
              <th scope="col">{t().secondLook}</th>
              <th scope="col">{t().decidedItems}</th>
            </tr>
          </thead>
          <tbody>
            {cells.map((cell) => (
              <tr key={JSON.stringify([cell.first, cell.second])}>
                <td>{shown(cell.first)}</td>
                <td>{shown(cell.second)}</td>
                <td>{t().number(cell.items)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </>
  );
}

/** Of the set and the order of the page. */
function NewReview() {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const make = async (): Promise<void> => {
    try {
      const { sort } = address.peek();
      const order = sort.length === 0 || sort.includes('relevance') ? {} : { order: sort };
      await client.ask('createReview', {}, { q: '', ...askedSet.peek(), ...order, name, codings: chosen });
      setName('');
      await load();
    } catch (refusal) {
      fault.value = messageOf(refusal);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <h3>{t().newReview}</h3>
      <p class="faint">{codings.value.length === 0 ? t().noCodings : t().newReviewHint}</p>
      <label>
        {t().reviewName} <input value={name} required onInput={({ currentTarget }) => setName(currentTarget.value)} />
      </label>
      {codings.value.map((panel) => (
        <label key={panel.name}>
          <input
            type="checkbox"
            checked={chosen.includes(panel.name)}
            onChange={({ currentTarget: { checked } }) =>
              setChosen(checked ? [...chosen, panel.name] : chosen.filter((one) => one !== panel.name))
            }
          />{' '}
          {visibleName(panel.name)}
        </label>
      ))}
      <button type="submit" disabled={name.trim() === '' || chosen.length === 0}>
        {t().makeReview}
      </button>
    </form>
  );
}
