/** The lines of a list in another syntax, in our language, before the list runs. */
import { useRef } from 'preact/hooks';
import type { TranslatedLine } from '../../../grammar/texts/translated-line.ts';
import { t } from '../language/words.ts';
import { useScaledScroll } from '../shell/scaled-scroll.ts';
import { Evidence } from '../shell/visible-text.tsx';

const ROW_HEIGHT = 28;

export function KeywordTranslation({ lines }: { readonly lines: readonly TranslatedLine[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useScaledScroll(scroller, { count: lines.length, rowHeight: ROW_HEIGHT, head: ROW_HEIGHT });
  const names = t().translationColumns;
  const refused = lines.filter(({ query }) => query === null).length;
  const doubted = lines.filter(({ query, notes }) => query !== null && notes.length > 0).length;
  return (
    <>
      <p role="status" class={refused > 0 ? 'warn' : 'faint'}>
        {t().translationDone(lines.length, refused, doubted)}
      </p>
      <div
        ref={scroller}
        class="keyword-report keyword-translation"
        role="grid"
        aria-label={t().translation}
        aria-rowcount={lines.length + 1}
        tabIndex={0}
      >
        <div role="row" class="keyword-row keyword-head" aria-rowindex={1}>
          {[names.written, names.meant, names.notes].map((name) => (
            <span key={name} role="columnheader">
              {name}
            </span>
          ))}
        </div>
        <div role="rowgroup" class="table-rows" style={{ height: `${rows.height}px` }}>
          {lines.slice(rows.first, rows.end).map((line, i) => (
            <Row key={rows.first + i} line={line} index={rows.first + i} top={rows.topOf(rows.first + i)} />
          ))}
        </div>
      </div>
    </>
  );
}

interface RowProps {
  readonly line: TranslatedLine;
  readonly index: number;
  readonly top: number;
}

function Row({ line: { written, query, notes }, index, top }: RowProps) {
  return (
    <div role="row" class="keyword-row row" aria-rowindex={index + 2} style={{ transform: `translateY(${top}px)` }}>
      <span role="gridcell" class="mono" title={written}>
        <Evidence text={written} />
      </span>
      <span role="gridcell" class={query === null ? 'warn' : 'mono'} title={query ?? undefined}>
        {query === null ? t().translationRefused : <Evidence text={query} />}
      </span>
      <span role="gridcell" class="warn" title={notes.join('\n')}>
        <Evidence text={notes.join('; ')} />
      </span>
    </div>
  );
}
