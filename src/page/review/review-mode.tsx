/** Review mode of the page: one item, its choices, the progress, and the next step. */
import { useEffect } from 'preact/hooks';
import { ItemRegion } from '../item/item-region.tsx';
import { t } from '../language/words.ts';
import { openDialog, showDialog } from '../shell/dialog.tsx';
import { isTyping } from '../shell/keys.ts';
import { Evidence, visibleName } from '../shell/visible-text.tsx';
import { address, go } from '../state/address.ts';
import { colorOf, lookAgain } from '../state/bookmarks.ts';
import { choiceOfKey } from '../state/coding-panels.ts';
import {
  at,
  batch,
  chosenIn,
  decide,
  isFinished,
  isSaving,
  neighbour,
  openReview,
  panels,
  review,
  reviewFault,
  step,
  toUndecided,
} from './reviewing.ts';
import '../styles/review.css';

export function ReviewMode() {
  const { review: name } = address.value;
  useEffect(() => void openReview(name), [name]);
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      // The table has not followed the decisions.
      void lookAgain();
    };
  }, []);
  return (
    <main class="review" id="results" tabIndex={-1} aria-label={t().reviewCalled(visibleName(name))}>
      <div class="review-panel">
        <header>
          <h2>
            <Evidence text={name} />
          </h2>
          <button type="button" class="quiet" onClick={() => go({ review: '', item: null, tab: null })}>
            {t().leaveReview}
          </button>
        </header>
        {reviewFault.value !== '' && (
          <p class="warn" role="alert">
            {reviewFault.value}
          </p>
        )}
        <Progress />
        {panels.value.map((panel) => (
          <fieldset key={panel.name} class="review-choices">
            <legend>
              {visibleName(panel.name)} {panel.required && <span class="faint">({t().choiceRequired})</span>}
            </legend>
            {panel.choices.map(({ bookmark, key, colour }) => (
              <button
                key={bookmark}
                type="button"
                aria-pressed={chosenIn(panel.name).includes(bookmark)}
                aria-keyshortcuts={key ?? undefined}
                onClick={() => void decide(panel.name, bookmark)}
              >
                <span class="dot" style={{ background: colour ?? colorOf(bookmark) }} />
                <Evidence text={bookmark} />
                {key !== null && <kbd>{key}</kbd>}
              </button>
            ))}
            {!panel.required && (
              <button
                type="button"
                aria-pressed={chosenIn(panel.name).includes(null)}
                onClick={() => void decide(panel.name, null)}
              >
                {t().noChoice}
              </button>
            )}
          </fieldset>
        ))}
        <Moves />
      </div>
      <div class="review-item">
        <ItemRegion />
      </div>
    </main>
  );
}

function Progress() {
  const { items = [] } = batch.value ?? {};
  const decided = items.filter(({ isDecided }) => isDecided).length;
  const next = items.slice(at.value + 1).find(({ isDecided, isGone }) => !isDecided && isGone !== true);
  const gone = review.value?.gone?.undecided ?? 0;
  return (
    <div class="review-progress">
      <progress
        max={Math.max(items.length, 1)}
        value={decided}
        aria-label={t().reviewProgress(decided, items.length)}
      />
      <p>{t().reviewProgress(decided, items.length)}</p>
      {review.value !== null && <p class="faint">{t().reviewLeft(review.value.left)}</p>}
      {gone > 0 && <p class="warn">{t().reviewGone(gone)}</p>}
      {next !== undefined && <p class="faint">{t().reviewNext(`${next.source} · ${next.id}`)}</p>}
      <p role="status">{isSaving.value ? t().saving : isFinished.value ? t().reviewFinished : ''}</p>
    </div>
  );
}

function Moves() {
  return (
    <div class="review-moves">
      <button type="button" aria-keyshortcuts="k" disabled={neighbour(-1) === undefined} onClick={() => step(-1)}>
        {t().reviewBack} <kbd>k</kbd>
      </button>
      <button type="button" aria-keyshortcuts="j" disabled={neighbour(1) === undefined} onClick={() => step(1)}>
        {t().reviewOn} <kbd>j</kbd>
      </button>
      <button type="button" onClick={() => void toUndecided()}>
        {t().reviewUndecided}
      </button>
      <button type="button" class="quiet" onClick={() => showDialog('reviews')}>
        {t().reviews}
      </button>
    </div>
  );
}

/** Only the keys of this mode are active. The keys of the table are off. */
function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  if (event.repeat || openDialog.peek() !== null) return;
  if (isTyping(event)) return;
  const choice = choiceOfKey(event.key);
  const isHere = choice !== null && panels.peek().some(({ name }) => name === choice.coding.name);
  if (isHere) void decide(choice.coding.name, choice.bookmark);
  else if (event.key === 'j' || event.key === 'k') step(event.key === 'j' ? 1 : -1);
  else return;
  event.preventDefault();
}
