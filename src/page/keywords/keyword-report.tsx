/** Shows the counts of a list of queries. A click on one searches it. */
import { useRef } from 'preact/hooks';
import type { KeywordLine } from '../api/answers.ts';
import { t } from '../language/words.ts';
import { closeDialog } from '../shell/dialog.tsx';
import { useScaledScroll } from '../shell/scaled-scroll.ts';
import { Evidence } from '../shell/visible-text.tsx';
import { go } from '../state/address.ts';

const ROW_HEIGHT = 28;

type Counted = Exclude<KeywordLine, { readonly done: true }>;

interface KeywordReportProps {
  readonly lines: readonly KeywordLine[];
  /** Whether the lines were searched as literal text. */
  readonly areLiteral: boolean;
  /** Keyed by line of another syntax: the query in our language. */
  readonly translations: ReadonlyMap<string, string>;
}

export function KeywordReport({ lines, areLiteral, translations }: KeywordReportProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const counted = lines.filter((line): line is Counted => !('done' in line));
  const end = lines.find((line) => 'done' in line);
  const rows = useScaledScroll(scroller, { count: counted.length, rowHeight: ROW_HEIGHT, head: ROW_HEIGHT });
  const names = t().keywordColumns;
  return (
    <>
      <div
        ref={scroller}
        class="keyword-report"
        role="grid"
        aria-label={t().keywordReport}
        aria-rowcount={counted.length + 1}
        tabIndex={0}
      >
        <div role="row" class="keyword-row keyword-head" aria-rowindex={1}>
          {[names.query, names.items, names.family, names.unique].map((name) => (
            <span key={name} role="columnheader">
              {name}
            </span>
          ))}
        </div>
        <div role="rowgroup" class="table-rows" style={{ height: `${rows.height}px` }}>
          {counted.slice(rows.first, rows.end).map((line, i) => (
            <Row
              key={rows.first + i}
              line={line}
              isLiteral={areLiteral}
              searched={translations.get(line.query) ?? line.query}
              index={rows.first + i}
              top={rows.topOf(rows.first + i)}
            />
          ))}
        </div>
      </div>
      {end !== undefined && 'done' in end && (
        <p role="status" class="faint">
          {t().keywordsDone(end.queries, end.failed, end.hinted, end.items)}
        </p>
      )}
    </>
  );
}

/** Rows have a fixed height. Overflow is cut, and shown in full on hover and in the CSV. */
function LineHints({ hints }: { readonly hints: readonly string[] }) {
  return (
    <span class="warn keyword-hints" title={hints.join('\n')}>
      {hints.join('; ')}
    </span>
  );
}

interface RowProps {
  readonly line: Counted;
  readonly isLiteral: boolean;
  readonly searched: string;
  readonly index: number;
  readonly top: number;
}

function Row({ line, isLiteral, searched, index, top }: RowProps) {
  return (
    <div role="row" class="keyword-row row" aria-rowindex={index + 2} style={{ transform: `translateY(${top}px)` }}>
      <span role="gridcell">
        <button
          type="button"
          class="link"
          onClick={() => {
            closeDialog();
            go({ q: searched, literal: isLiteral, item: null });
          }}
        >
          <Evidence text={line.query} />
        </button>
        {'hints' in line && line.hints !== undefined && <LineHints hints={line.hints} />}
      </span>
      {'error' in line ? (
        <span role="gridcell" class="warn keyword-fault" aria-colspan={3} title={line.error}>
          {line.error}
        </span>
      ) : (
        [line.items, line.itemsWithFamily, line.unique].map((count, i) => (
          <span key={i} role="gridcell" class="number">
            {t().number(count)}
          </span>
        ))
      )}
    </div>
  );
}
