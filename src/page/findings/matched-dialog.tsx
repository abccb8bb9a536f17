/**
 * Lists the distinct texts that the query matched, with matches, items and their first and last day. A click on one searches
 * for it.
 */
import { useEffect, useState } from 'preact/hooks';
import { LineGrid } from '../keywords/line-grid.tsx';
import { t } from '../language/words.ts';
import { closeDialog, Dialog } from '../shell/dialog.tsx';
import { Evidence } from '../shell/visible-text.tsx';
import { address, go } from '../state/address.ts';
import { literalExpression } from './literal-expression.ts';
import { MATCHED_TEXTS_MAX, MatchedList, type MatchedText } from './matched-list.ts';

/** A match may be a complete text. */
const SHOWN_UNITS = 300;

export function MatchedDialog() {
  const [list] = useState(() => new MatchedList());
  const { q } = address.value;
  useEffect(() => {
    if (q === '') return;
    const controller = new AbortController();
    void list.load(controller.signal);
    return () => controller.abort();
  }, []);
  const { texts, end, fault, isCut, isRunning } = list;
  return (
    <Dialog title={t().matchedTexts} class="wide-dialog">
      <p class="faint">{t().matchedTextsHint}</p>
      {fault.value !== '' && (
        <p role="alert" class="warn">
          {fault.value}
        </p>
      )}
      {texts.value.length > 0 && <Texts texts={texts.value} />}
      <p role="status" class={end.value?.complete === false ? 'warn' : 'faint'}>
        {isRunning.value && t().searching}
        {q === '' && t().matchedNeedQuery}
        {isCut.value && t().matchedCut(MATCHED_TEXTS_MAX)}
        {end.value !== null && t().matchedDone(texts.value.length, end.value)}
      </p>
    </Dialog>
  );
}

function Texts({ texts }: { readonly texts: readonly MatchedText[] }) {
  const { text, findings, items, first, last } = t().matchedColumns;
  return (
    <LineGrid
      label={t().matchedTexts}
      class="matched-texts"
      heads={[text, findings, items, first, last]}
      lines={texts}
      cells={(line) => <Cells of={line} />}
    />
  );
}

function Cells({ of: { text, findings, items, first, last, implausible } }: { readonly of: MatchedText }) {
  const doubt = implausible === 0 ? undefined : t().matchedImplausible(implausible);
  return (
    <>
      <span role="gridcell">
        <button
          type="button"
          class="link"
          title={t().searchMatched}
          onClick={() => {
            closeDialog();
            go({ q: literalExpression(text), literal: false, item: null });
          }}
        >
          <Evidence text={text.slice(0, SHOWN_UNITS)} />
        </button>
      </span>
      {[findings, items].map((count, i) => (
        <span key={i} role="gridcell" class="number">
          {t().number(count)}
        </span>
      ))}
      {[first, last].map((day, i) => (
        <span key={i} role="gridcell" class="number" title={doubt}>
          {day ?? '–'}
          {doubt !== undefined && i === 1 && <span class="warn"> *</span>}
        </span>
      ))}
    </>
  );
}
