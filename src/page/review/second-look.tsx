/** Draws a second look of a review, and accepts or rejects it. */
import { useState } from 'preact/hooks';
import type { ReviewEntry } from '../api/answers.ts';
import { client } from '../api/client.ts';
import { t } from '../language/words.ts';
import { acceptLook, changeReviews, deleteReview, isChanging } from './all-reviews.ts';
import { Assignees, assigneesOf } from './assignees.tsx';

const DEFAULT_PERCENT = '10';

/** `entry` is a first look. */
export function DrawSecondLook({ entry: { name, decided } }: { readonly entry: ReviewEntry }) {
  const [percent, setPercent] = useState(DEFAULT_PERCENT);
  const [people, setPeople] = useState('');
  const draw = (): Promise<boolean> =>
    changeReviews(async () => {
      const assignees = assigneesOf(people);
      const { review, seqs } = await client.ask(
        'sampleReview',
        { review: name },
        { percent: Number(percent), ...(assignees.length > 0 && { assignees }) },
      );
      return { text: t().lookDrawn(review.name, review.total), seqs };
    });
  return (
    <details class="review-form">
      <summary>{t().drawSecondLook}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void draw();
        }}
      >
        <label>
          {t().percentOfDecided}
          <input
            type="number"
            required
            min={0.1}
            max={100}
            step={0.1}
            value={percent}
            onInput={({ currentTarget }) => setPercent(currentTarget.value)}
          />
        </label>
        <Assignees value={people} choose={setPeople} hint={t().lookAssigneesHint} />
        <button type="submit" disabled={isChanging.value || decided === 0}>
          {t().draw}
        </button>
      </form>
    </details>
  );
}

/** `entry` is a second look. */
export function JudgeSecondLook({ entry }: { readonly entry: ReviewEntry }) {
  const { secondLook, decided } = entry;
  const accepted = secondLook?.accepted ?? null;
  if (accepted !== null) return <p class="faint">{t().lookWasAccepted(accepted.who, accepted.time)}</p>;
  return (
    <>
      <button
        type="button"
        title={t().acceptLookHint}
        disabled={isChanging.value || decided === 0 || secondLook?.of == null}
        onClick={() => void acceptLook(entry)}
      >
        {t().acceptLook}
      </button>
      <button
        type="button"
        title={t().refuseLookHint}
        disabled={isChanging.value}
        onClick={() => void deleteReview(entry)}
      >
        {t().refuseLook}
      </button>
    </>
  );
}
