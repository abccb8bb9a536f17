/**
 * Lists the distinct texts that the query matched, with matches, items and their first and last day. A click on one searches
 * for it.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../language/words.ts';
import { closeDialog, Dialog } from '../shell/dialog.tsx';
import { useScaledScroll } from '../shell/scaled-scroll.ts';
import { Evidence } from '../shell/visible-text.tsx';
import { address, go } from '../state/address.ts';
import { literalExpression } from './literal-expression.ts';
import { MATCHED_TEXTS_MAX, MatchedList, type MatchedText } from './matched-list.ts';

const ROW_HEIGHT = 28;
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
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useScaledScroll(scroller, { count: texts.length, rowHeight: ROW_HEIGHT, head: ROW_HEIGHT });
  const { text, findings, items, first, last } = t().matchedColumns;
  return (
    <div
      ref={scroller}
      class="keyword-report matched-texts"
      role="grid"
      aria-label={t().matchedTexts}
      aria-rowcount={texts.length + 1}
      tabIndex={0}
    >
      <div role="row" class="keyword-row keyword-head" aria-rowindex={1}>
        {[text, findings, items, first, last].map((name) => (
          <span key={name} role="columnheader">
            {name}
          </span>
        ))}
      </div>
      <div role="rowgroup" class="table-rows" style={{ height: `${rows.height}px` }}>
        {texts.slice(rows.first, rows.end).map((one, i) => (
          <Row key={one.text} of={one} index={rows.first + i} top={rows.topOf(rows.first + i)} />
        ))}
      </div>
    </div>
  );
}

interface RowProps {
  readonly of: MatchedText;
  readonly index: number;
  readonly top: number;
}

function Row({ of: { text, findings, items, first, last, implausible }, index, top }: RowProps) {
  const doubt = implausible === 0 ? undefined : t().matchedImplausible(implausible);
  return (
    <div role="row" class="keyword-row row" aria-rowindex={index + 2} style={{ transform: `translateY(${top}px)` }}>
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
    </div>
  );
}
