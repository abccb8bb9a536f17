/** The reviews: progress by person, second looks with their agreement, and forms to create either. */
import { useEffect } from 'preact/hooks';
import type { ReviewEntry } from '../api/answers.ts';
import { t } from '../language/words.ts';
import { closeDialog, Dialog, showDialog } from '../shell/dialog.tsx';
import { Evidence, visibleName } from '../shell/visible-text.tsx';
import { go } from '../state/address.ts';
import { isReader } from '../state/viewer.ts';
import { AgreementTables } from './agreement-table.tsx';
import {
  deleteReview,
  followOthers,
  isChanging,
  isOwn,
  openReviews,
  outcome,
  reviews,
  reviewsFault,
  undoOutcome,
} from './all-reviews.ts';
import { NewReview } from './new-review.tsx';
import { DrawSecondLook, JudgeSecondLook } from './second-look.tsx';
import '../styles/review.css';

export function ReviewsDialog() {
  useEffect(openReviews, []);
  useEffect(followOthers, []);
  return (
    <Dialog title={t().reviews} class="wide-dialog reviews">
      {reviewsFault.value !== '' && (
        <p class="warn" role="alert">
          {reviewsFault.value}
        </p>
      )}
      <LastOutcome />
      <div class="scrolled" tabIndex={0} role="group" aria-label={t().reviews}>
        {reviews.value.length === 0 && <p class="faint">{t().noReviews}</p>}
        {reviews.value.map((one) => (
          <Entry key={one.name} entry={one} />
        ))}
        {!isReader.value && <NewReview />}
      </div>
      <footer>
        <button type="button" onClick={() => showDialog('codings')}>
          {t().codings}…
        </button>
        <button type="button" onClick={() => showDialog('compare')}>
          {t().comparePeople}…
        </button>
      </footer>
    </Dialog>
  );
}

function LastOutcome() {
  const { text = '', seqs = [] } = outcome.value ?? {};
  return (
    <p role="status" class="review-outcome">
      {isChanging.value ? t().saving : text}{' '}
      {seqs.length > 0 && !isChanging.value && (
        <button type="button" class="link" onClick={() => void undoOutcome(seqs)}>
          {t().undo}
        </button>
      )}
    </p>
  );
}

function Entry({ entry }: { readonly entry: ReviewEntry }) {
  const { name, decided, total, gone, secondLook, secondLooks } = entry;
  const start = (): void => {
    closeDialog();
    go({ review: name, item: null, tab: null });
  };
  const isOpen = secondLook?.accepted == null;
  return (
    <section class="review-entry" aria-label={visibleName(name)}>
      <h3>
        <Evidence text={name} />
      </h3>
      <p>
        {t().reviewProgress(decided, total)}
        {gone != null && gone.undecided > 0 && <span class="warn"> · {t().reviewGone(gone.undecided)}</span>}
        {secondLook !== null && <span class="faint"> · {t().lookOf(secondLook.of, secondLook.percent)}</span>}
      </p>
      <div class="review-actions">
        {!isReader.value && (
          <button type="button" disabled={!isOpen} onClick={start}>
            {t().startReview}
          </button>
        )}
        {isOwn(entry) && secondLook !== null && <JudgeSecondLook entry={entry} />}
        {isOwn(entry) && secondLook === null && (
          <button
            type="button"
            class="danger"
            title={t().deleteReviewHint}
            disabled={isChanging.value || secondLooks.length > 0}
            onClick={() => void deleteReview(entry)}
          >
            {t().deleteReview}
          </button>
        )}
      </div>
      <People entry={entry} />
      {secondLook !== null && <AgreementTables name={name} decided={decided} />}
      {isOwn(entry) && secondLook === null && <DrawSecondLook entry={entry} />}
    </section>
  );
}

function People({ entry: { people } }: { readonly entry: ReviewEntry }) {
  if (people.length === 0) return null;
  return (
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
            <td class="number">{t().number(one.decided)}</td>
            <td class="number">{one.rate === null ? '–' : t().number(Math.round(one.rate))}</td>
            <td class="number">{t().number(one.overturned)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
